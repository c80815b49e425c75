/** What the room records. */
import { changesBy } from "../account/AccountChange.ts"

/** The attempts of users, in the log and in metrics. */
export const attempts = ["account_deletion"] as const

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  user_deleted: "User deleted",
  user_deletion_scheduled: "Deletion of a user scheduled",
  user_deletion_cancelled: "Deletion of a user cancelled"
}

const changes = changesBy("user", {
  deletion_scheduled: "A user has asked to delete the account.",
  deletion_cancelled: "The account will not be deleted."
})

/** What its users are told by email, with the words for it where operators write the text. */
export const accountChanges = {
  ...changes,
  deletion_scheduled: { ...changes.deletion_scheduled, namesDeletion: true }
}
