/**
 * Says in a word whether a user may sign in, and whether the address is verified.
 */
import type { UserDetails } from "@latchkey/domain/operator/UserDetails"
import type { Fragment } from "@latchkey/http/core/Page"
import * as Option from "effect/Option"
import { tag } from "../core/Elements.ts"
import type { DashboardTexts } from "../DashboardTexts.ts"

/** Makes the word. What keeps the user from signing in comes first. */
export const statusOf = (
  { account: { list: texts } }: DashboardTexts,
  { deletionAt, disabledAt, emailVerifiedAt }: UserDetails
): Fragment => {
  if (Option.isSome(disabledAt)) return tag(texts.statuses.disabled, "bad")
  if (Option.isSome(deletionAt)) return tag(texts.statuses.deleting, "bad")
  return Option.isSome(emailVerifiedAt) ? tag(texts.statuses.active, "good") : tag(texts.statuses.unverified, "warn")
}
