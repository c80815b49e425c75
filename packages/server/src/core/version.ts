/**
 * @since 0.1.0
 */
import { readFileSync } from "node:fs"

/** The version of this package. @since 0.1.0 */
export const version: string = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version
