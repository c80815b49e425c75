/** Settings of V8's garbage collection. */
import { setFlagsFromString } from "node:v8"

/** The flag that `disablePretenuring` sets. */
export const noPretenuring = "--no-allocation-site-pretenuring"

/**
 * Makes V8 allocate all objects in the young generation. By default it allocates objects in the old one if nearly all
 * that the same code had made before survived, as many do while a program starts (pretenuring). In a server they are
 * dead soon, but only a full collection frees them, and until then they keep whatever they refer to: whole requests. A
 * collection of the young generation then takes twice as long.
 */
export const disablePretenuring = (): void => setFlagsFromString(noPretenuring)
