/** What the room of languages consists of. */
import { Languages } from "./Languages.ts"

/** The ports that write emails. */
export const templates = [Languages] as const
