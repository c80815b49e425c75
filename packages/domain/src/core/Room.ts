/**
 * What the room of everything shared consists of.
 *
 * @since 0.1.0
 */
import { Transaction } from "./Transaction.ts"

/** The ports that store data. @since 0.1.0 */
export const storage = [Transaction] as const
