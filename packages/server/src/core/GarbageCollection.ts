/** Settings of V8's garbage collection. */
import { setFlagsFromString } from "node:v8"

/** The flag of `keepYoung`. */
export const flag = "--no-allocation-site-pretenuring"

/**
 * Lets all objects begin in the young generation. Otherwise V8 begins those in the old one that were made where nearly
 * all had survived before, such as while the program started. In a server they are dead soon, but only a full collection
 * frees them, and until then they keep the younger objects that they refer to: whole requests. A collection of young
 * objects then takes twice as long.
 */
export const keepYoung = (): void => setFlagsFromString(flag)
