/** What an operator sees of a user. */
import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type { ExternalId } from "../account/ExternalId.ts"
import type { User } from "../account/UserRepository.ts"
import type { UserData, UserName } from "../account/UserData.ts"
import type { Email } from "../core/Email.ts"
import type { UserId } from "../core/Ids.ts"
import type { Language } from "../language/Language.ts"

/** A user, without anything secret. */
export interface UserDetails {
  readonly id: UserId
  readonly email: Email
  readonly externalId: Option.Option<ExternalId>
  readonly hasPassword: boolean
  readonly emailVerifiedAt: Option.Option<DateTime.Utc>
  readonly createdAt: DateTime.Utc
  readonly disabledAt: Option.Option<DateTime.Utc>
  readonly deletionAt: Option.Option<DateTime.Utc>
  readonly language: Option.Option<Language>
  readonly name: Option.Option<UserName>
  readonly metadata: UserData
  readonly userMetadata: UserData
  readonly secondFactorAt: Option.Option<DateTime.Utc>
}

/** Returns what an operator sees of the user. */
export const ofUser = ({
  createdAt,
  deletionAt,
  disabledAt,
  email,
  emailVerifiedAt,
  externalId,
  id,
  language,
  metadata,
  name,
  passwordHash,
  secondFactorAt,
  userMetadata
}: User): UserDetails => ({
  id,
  email,
  externalId,
  hasPassword: Option.isSome(passwordHash),
  emailVerifiedAt,
  createdAt,
  disabledAt,
  deletionAt,
  language,
  name,
  metadata,
  userMetadata,
  secondFactorAt
})
