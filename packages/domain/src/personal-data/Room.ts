/** What the room of personal data consists of. */
import * as ChangeLanguage from "./ChangeLanguage.ts"
import * as ChangeUserData from "./ChangeUserData.ts"
import * as DeleteAccount from "./DeleteAccount.ts"
import * as ExportAccount from "./ExportAccount.ts"
import { PersonalData } from "./PersonalData.ts"
import * as UserDeletion from "./UserDeletion.ts"
import * as DueDeletions from "./internal/DueDeletions.ts"

/** The ports that store data. */
export const storage = [PersonalData] as const

/** What the use cases of this room and of later ones share. */
export const internal = { UserDeletion }

/** The use cases. Each may use those before it. */
export const useCases = { ChangeLanguage, ChangeUserData, DeleteAccount, ExportAccount }

/** The rate limits. */
export * as limits from "./PersonalDataLimits.ts"

/** What it records. */
export { attempts, auditActions, accountChanges } from "./PersonalDataRecords.ts"

/** The task of the cleanup job. */
export const cleanup = DueDeletions.make
