/* An error at the end of a path that the labels allow: does the program really get there? */
#ifndef ENGINE_IMPACT_CONFIRM_H
#define ENGINE_IMPACT_CONFIRM_H

#include "engine/impact/route.h"

/* True: the result has the violation and the schedule; false: result.reason tells. */
bool confirm_error(struct locations *locations, const struct art *tree, const struct route *route,
                   struct result *result);

#endif
