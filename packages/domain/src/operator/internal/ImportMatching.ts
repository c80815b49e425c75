import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type { ExternalId } from "../../account/ExternalId.ts"
import type { PasswordHash, User } from "../../account/UserRepository.ts"
import type { Email } from "../../core/Email.ts"
import type { UserId } from "../../core/Ids.ts"

/** What is compared of a user who exists, or who comes earlier in the same batch. */
export interface Known {
  readonly id: UserId
  readonly email: Email
  readonly emailVerified: boolean
  readonly externalId: Option.Option<ExternalId>
  readonly disabled: boolean
  readonly createdAt: DateTime.Utc
  readonly passwordHash: Option.Option<PasswordHash>
}

/**
 * What a record says of a user. `passwordHash` and `createdAt`: none if the record has none, or it is not comparable.
 */
export interface Claimed extends Pick<Known, "disabled" | "email" | "emailVerified" | "externalId" | "passwordHash"> {
  readonly createdAt: Option.Option<DateTime.Utc>
}

/** What is wrong with a record. `reason` follows the name of the field, and contains no value. */
export interface Refusal {
  readonly field:
    | "createdAt"
    | "deletionAt"
    | "email"
    | "externalId"
    | "identities"
    | "passkeys"
    | "passwordHash"
    | "secondFactor"
  readonly reason: string
}

/** - `New`: no user has the address or the external id. - `Same`: a user has both, and what the record says. */
export type Match =
  | { readonly _tag: "New" }
  | { readonly _tag: "Same"; readonly userId: UserId }
  | { readonly _tag: "Conflict"; readonly refusal: Refusal }

/** Returns what is stored of a user. */
export const ofUser = ({ disabledAt, emailVerifiedAt, ...user }: User): Known => ({
  ...user,
  emailVerified: Option.isSome(emailVerifiedAt),
  disabled: Option.isSome(disabledAt)
})

/** Users by what is unique about them. */
export const makeIndex = (users: Iterable<Known>) => {
  const byEmail = new Map<Email, Known>()
  const byExternalId = new Map<ExternalId, Known>()
  const add = (user: Known): void => {
    byEmail.set(user.email, user)
    if (Option.isSome(user.externalId)) byExternalId.set(user.externalId.value, user)
  }
  for (const user of users) add(user)
  return { add, byEmail, byExternalId }
}

/**
 * Returns the names of the fields in which the record differs from the user. A user may have verified the address, and
 * a sign-in may have replaced the hash, or the user chosen a language, since the record was imported, and the app or
 * the user may have written data: that is no difference.
 */
const differences = (
  claimed: Claimed,
  user: Known,
  isReplaced: (hash: PasswordHash) => boolean,
  areEqual: (one: PasswordHash, other: PasswordHash) => boolean
): ReadonlyArray<string> => {
  const hasOtherHash = Option.exists(claimed.passwordHash, (hash) =>
    Option.exists(user.passwordHash, (stored) => !isReplaced(stored) && !areEqual(hash, stored))
  )
  const hasOtherDate = Option.exists(claimed.createdAt, (at) => !DateTime.Equivalence(at, user.createdAt))
  return [
    claimed.email === user.email ? [] : ["email"],
    claimed.emailVerified && !user.emailVerified ? ["emailVerified"] : [],
    claimed.disabled === user.disabled ? [] : ["disabled"],
    hasOtherDate ? ["createdAt"] : [],
    hasOtherHash ? ["passwordHash"] : []
  ].flat()
}

const conflict = (field: Refusal["field"], reason: string): Match => ({ _tag: "Conflict", refusal: { field, reason } })

/** How to compare hashes. `isReplaced`: the hash was made at a sign-in, in place of the one that was imported. */
export interface Hashes {
  readonly isReplaced: (hash: PasswordHash) => boolean
  readonly areEqual: (one: PasswordHash, other: PasswordHash) => boolean
}

/** Compares a record with the user that has its external id, or else with the one that has its address. */
export const match = (
  claimed: Claimed,
  { byEmail, byExternalId }: Pick<ReturnType<typeof makeIndex>, "byEmail" | "byExternalId">,
  { areEqual, isReplaced }: Hashes
): Match => {
  const named = Option.map(claimed.externalId, (id) => byExternalId.get(id))
  const addressed = byEmail.get(claimed.email)
  const found = Option.getOrUndefined(named) ?? addressed
  if (found === undefined) return { _tag: "New" }
  const isNamed = Option.getOrUndefined(named) !== undefined
  if (!isNamed && Option.isSome(claimed.externalId)) {
    const kind = Option.isSome(found.externalId) ? "another" : "no"
    return conflict("email", `belongs to a user with ${kind} externalId`)
  }
  const different = differences(claimed, found, isReplaced, areEqual)
  return different.length === 0
    ? { _tag: "Same", userId: found.id }
    : conflict(isNamed ? "externalId" : "email", `belongs to a user who differs in ${different.join(", ")}`)
}
