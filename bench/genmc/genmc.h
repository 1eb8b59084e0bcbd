/* SPDX-License-Identifier: Apache-2.0 */
/* What tests of GenMC include: heddle knows the function by its name. */
#ifndef GENMC_H
#define GENMC_H

void __VERIFIER_assume(int condition);

#endif
