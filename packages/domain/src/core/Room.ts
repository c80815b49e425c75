/** What the room of everything shared consists of. */
import { Transaction } from "./Transaction.ts"

/** The ports that store data. */
export const storage = [Transaction] as const
