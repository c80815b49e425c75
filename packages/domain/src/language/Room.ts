/**
 * What the room of languages consists of.
 *
 * @since 0.1.0
 */
import { Languages } from "./Languages.ts"

/** The ports that write emails. @since 0.1.0 */
export const templates = [Languages] as const
