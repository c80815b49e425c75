/** What the room of changes of the email address consists of. */
import * as ConfirmEmailChange from "./ConfirmEmailChange.ts"
import * as EmailChangeComposer from "./EmailChangeComposer.ts"
import { EmailChangeTemplate } from "./EmailChangeTemplate.ts"
import * as RequestEmailChange from "./RequestEmailChange.ts"
import * as RestoreEmail from "./RestoreEmail.ts"

/** The ports that write emails. */
export const templates = [EmailChangeTemplate] as const

/** The use cases. Each may use those before it. */
export const useCases = { RequestEmailChange, ConfirmEmailChange, RestoreEmail }

/** The composers of emails. */
export const composers = [EmailChangeComposer.make] as const

/** The rate limits. */
export * as limits from "./EmailChangeLimits.ts"

/** What it records. */
export { attempts, auditActions, accountChanges } from "./EmailChangeRecords.ts"
