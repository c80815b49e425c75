import type { ExternalId } from "@latchkey/domain/account/ExternalId"
import type { ClientId } from "@latchkey/domain/core/Ids"
import type { Language } from "@latchkey/domain/language/Language"
import { type PasswordHash, type SignInAccount, User } from "@latchkey/domain/account/UserRepository"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** The row of `findForSignIn`: the same columns for every address. `exists`: whether an account has it. */
export interface SignInRow extends Pick<User, "instanceId" | "id" | "email" | "credentialVersion"> {
  readonly exists: boolean
  readonly passwordHash: Redacted.Redacted.Value<PasswordHash> | null
  readonly emailVerifiedAt: Date | null
  readonly claimedAt: Date | null
  readonly createdAt: Date
  readonly externalId: ExternalId | null
  readonly disabledAt: Date | null
  readonly deletionAt: Date | null
  readonly language: Language | null
  readonly secondFactorAt: Date | null
  readonly knownClient: ClientId | null
  readonly failedSignIns: number
}

const toOptionalTime = (date: Date | null): Option.Option<DateTime.Utc> =>
  Option.map(Option.fromNullable(date), DateTime.unsafeFromDate)

/**
 * Reads the row. No schema decodes it: Latchkey wrote its values, and decoding allocates as much as the rest of the
 * look-up. It makes the user for every address, so that the time exposes none.
 */
export const toSignInAccount = ({ exists, failedSignIns, knownClient, ...row }: SignInRow): SignInAccount => {
  const user = new User(
    {
      instanceId: row.instanceId,
      id: row.id,
      email: row.email,
      passwordHash: Option.map(Option.fromNullable(row.passwordHash), Redacted.make),
      emailVerifiedAt: toOptionalTime(row.emailVerifiedAt),
      claimedAt: toOptionalTime(row.claimedAt),
      credentialVersion: row.credentialVersion,
      createdAt: DateTime.unsafeFromDate(row.createdAt),
      externalId: Option.fromNullable(row.externalId),
      disabledAt: toOptionalTime(row.disabledAt),
      deletionAt: toOptionalTime(row.deletionAt),
      language: Option.fromNullable(row.language),
      secondFactorAt: toOptionalTime(row.secondFactorAt)
    },
    { disableValidation: true }
  )
  return {
    user: exists ? Option.some(user) : Option.none(),
    knownClient: Option.fromNullable(knownClient),
    failedSignIns
  }
}
