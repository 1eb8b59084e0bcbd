/* SPDX-License-Identifier: Apache-2.0 */
/* The front end's three stages: clang, linking, lowering. */
#include "frontend/frontend.h"

#include "base/limits.h"
#include "frontend/lower_module.h"
#include "frontend/module.h"

#include <llvm-c/Core.h>

enum status frontend_load(const struct frontend_options *options, struct program **program,
                          struct frontend_times *times) {
  struct frontend_times spent = {0};
  double start = clock_seconds();
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = NULL;
  enum status status = module_load(options, context, &module, &spent);
  double linked = clock_seconds();
  spent.link = linked - start - spent.clang;
  if (status == STATUS_OK)
    status = lower_module(options, module, program);
  if (status == STATUS_OK)
    program_validate(*program); /* costs less than a millisecond */
  spent.lower = clock_seconds() - linked;
  if (module)
    LLVMDisposeModule(module);
  LLVMContextDispose(context);
  if (times)
    *times = spent;
  return status;
}
