static int items;

static void put(int count) { items = items + count; }
