// expect: FALSE(memory)
// properties: memory
#include <dirent.h>
int main(void) {
  DIR *directory = opendir(".");
  readdir(directory);
}
