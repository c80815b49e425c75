import { ExternalId } from "@latchkey/domain/account/ExternalId"
import { UserData, UserName } from "@latchkey/domain/account/UserData"
import { PasswordHash, User } from "@latchkey/domain/account/UserRepository"
import { Email } from "@latchkey/domain/core/Email"
import { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import { Language } from "@latchkey/domain/language/Language"
import * as Schema from "effect/Schema"
import { Time } from "./columns.ts"
import { firstRow, rows } from "./database.ts"

/** The columns of a row, of the table `u`. */
export const userColumns = `
    u.instance_id AS "instanceId", u.user_id AS "id", u.email, u.password_hash AS "passwordHash",
    u.email_verified_at AS "emailVerifiedAt", u.claimed_at AS "claimedAt",
    u.credential_version AS "credentialVersion", u.created_at AS "createdAt", u.external_id AS "externalId",
    u.disabled_at AS "disabledAt", u.deletion_at AS "deletionAt", u.language, u.name,
    u.metadata, u.user_metadata AS "userMetadata", u.second_factor_at AS "secondFactorAt"`

/** A row of a user. */
export const UserRow = Schema.Struct({
  instanceId: InstanceId,
  id: UserId,
  email: Email,
  passwordHash: Schema.OptionFromNullOr(PasswordHash),
  emailVerifiedAt: Schema.OptionFromNullOr(Time),
  claimedAt: Schema.OptionFromNullOr(Time),
  credentialVersion: Schema.Int,
  createdAt: Time,
  externalId: Schema.OptionFromNullOr(ExternalId),
  disabledAt: Schema.OptionFromNullOr(Time),
  deletionAt: Schema.OptionFromNullOr(Time),
  language: Schema.OptionFromNullOr(Language),
  name: Schema.OptionFromNullOr(UserName),
  metadata: UserData,
  userMetadata: UserData,
  secondFactorAt: Schema.OptionFromNullOr(Time)
})

/** Makes the user. The same schemas have decoded the row: it needs no second validation. */
export const toUser = (row: typeof UserRow.Type): User => new User(row, { disableValidation: true })

/** Decodes the only row of a statement, if there is one. */
export const userRow = firstRow(UserRow)

/** Decodes all rows of a statement. */
export const userRows = rows(UserRow)
