import type { ExternalId } from "@latchkey/domain/account/ExternalId"
import type { ClientId } from "@latchkey/domain/core/Ids"
import type { Language } from "@latchkey/domain/language/Language"
import {
  type PasswordHash,
  type SignInAccount,
  User,
  type UserRepository
} from "@latchkey/domain/account/UserRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { optionalDigest, time } from "./columns.ts"
import { compiledStatement } from "./compiledStatement.ts"
import { type Database, undecodedRows } from "./database.ts"

type Query = Parameters<UserRepository["Type"]["findForSignIn"]>[0]

/** A row of the statement: the same columns for every address. `exists`: whether an account has it. */
interface SignInRow extends Pick<User, "instanceId" | "id" | "email" | "credentialVersion"> {
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
const toSignInAccount = ({ exists, failedSignIns, knownClient, ...row }: SignInRow): SignInAccount => {
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

/** The id in the row that is returned for an address without an account. */
const noUserId = "user_00000000-0000-7000-8000-000000000000"

/**
 * Makes `UserRepository.findForSignIn`. Its statement returns one row with the same columns for every address: reading
 * a row takes longer than reading none, and the time would expose which addresses have an account. For the same reason
 * it leaves out what may be long: see `SignInUser`.
 */
export const findSignInAccount = ({ sql, tables }: Database): UserRepository["Type"]["findForSignIn"] => {
  const statement = compiledStatement<Query, SignInRow>(sql, (parameter) => {
    const instanceId = parameter("text", (query) => query.instanceId)
    const email = parameter("text", (query) => query.email)
    const clientHash = parameter("bytea", (query) => optionalDigest(query.clientHash))
    const now = parameter("timestamptz", (query) => time(query.now))
    return sql`
      SELECT
        u.user_id IS NOT NULL AS "exists", ${instanceId} AS "instanceId", ${email} AS email,
        coalesce(u.user_id, ${sql.literal(`'${noUserId}'`)}) AS "id", u.password_hash AS "passwordHash",
        u.email_verified_at AS "emailVerifiedAt", u.claimed_at AS "claimedAt",
        coalesce(u.credential_version, 0) AS "credentialVersion",
        coalesce(u.created_at, ${now}) AS "createdAt", u.external_id AS "externalId",
        u.disabled_at AS "disabledAt", u.deletion_at AS "deletionAt", u.language,
        u.second_factor_at AS "secondFactorAt", k.client_id AS "knownClient",
        CASE WHEN f.user_id = u.user_id THEN f.failures ELSE 0 END AS "failedSignIns"
      FROM (VALUES (0)) AS one
      LEFT JOIN ${tables.users} u ON u.instance_id = ${instanceId} AND u.email = ${email}
      LEFT JOIN ${tables.clients} c
        ON c.instance_id = ${instanceId} AND c.token_hash = ${clientHash} AND c.expires_at > ${now}
      LEFT JOIN ${tables.clientUsers} k
        ON k.instance_id = ${instanceId} AND k.user_id = u.user_id AND k.client_id = c.client_id
      LEFT JOIN ${tables.signInFailures} f ON f.instance_id = ${instanceId} AND f.email = ${email}`
  })
  return (query) =>
    Effect.map(undecodedRows(statement(query)), (rows) => toSignInAccount(Option.getOrThrow(Arr.head(rows))))
}
