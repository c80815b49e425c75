/**
 * Users in the table `users`. An address is unique by a constraint of the database.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Email } from "@latchkey/domain/core/Email"
import { EmailTaken } from "@latchkey/domain/core/Errors"
import { ClientId, InstanceId, UserId } from "@latchkey/domain/core/Ids"
import { UserRepository, PasswordHash, User } from "@latchkey/domain/account/UserRepository"
import { traced } from "@latchkey/domain/core/Tracing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { optionalDigest, Time, time } from "./internal/columns.ts"
import { countRows, database, firstRow, rows } from "./internal/database.ts"

const UserRow = Schema.Struct({
  instanceId: InstanceId,
  id: UserId,
  email: Email,
  passwordHash: Schema.OptionFromNullOr(PasswordHash),
  emailVerifiedAt: Schema.OptionFromNullOr(Time),
  credentialVersion: Schema.Int,
  createdAt: Time,
  disabledAt: Schema.OptionFromNullOr(Time)
})

const SignInRow = Schema.Struct({
  ...UserRow.fields,
  isThere: Schema.Boolean,
  knownClient: Schema.OptionFromNullOr(ClientId)
})

/** The id of the account in the row that stands for no account. */
const nobody = "user_00000000-0000-7000-8000-000000000000"

// What was decoded by the same schemas need not be validated again.
const toUser = (row: typeof UserRow.Type): User => new User(row, { disableValidation: true })
const userRow = firstRow(UserRow)
const userRows = rows(UserRow)
const signInRow = firstRow(SignInRow)

const printable = /^[!-~]*$/
/** Greater than every character of an address: an address is printable ASCII. */
const afterAll = "\u007f"

/**
 * The adapter over the app's `SqlClient`, as an effect. Its name transforms are off in here, and `PostgresSchema`
 * says where the tables are.
 *
 * @since 0.1.0
 */
export const make: Effect.Effect<typeof UserRepository.Service, never, SqlClient> = Effect.gen(function* () {
  const { sql, tables } = yield* database

  const columns = sql.literal(`
    u.instance_id AS "instanceId", u.user_id AS "id", u.email, u.password_hash AS "passwordHash",
    u.email_verified_at AS "emailVerifiedAt", u.credential_version AS "credentialVersion", u.created_at AS "createdAt",
    u.disabled_at AS "disabledAt"`)

  return UserRepository.of({
    insert: Effect.fn("PostgresUserRepository.insert")(function* (user) {
      // Without a conflict there is no error, and a surrounding transaction stays usable.
      const inserted = yield* countRows(sql`
        INSERT INTO ${tables.users} (
          instance_id, user_id, email, password_hash, email_verified_at, credential_version, created_at, disabled_at
        ) VALUES (
          ${user.instanceId}, ${user.id}, ${user.email},
          ${Option.getOrNull(Option.map(user.passwordHash, Redacted.value))},
          ${Option.getOrNull(Option.map(user.emailVerifiedAt, time))},
          ${user.credentialVersion}, ${time(user.createdAt)}, ${Option.getOrNull(Option.map(user.disabledAt, time))}
        )
        ON CONFLICT (instance_id, email) DO NOTHING
        RETURNING user_id`)
      if (inserted === 0) return yield* new EmailTaken()
    }),

    findByEmail: Effect.fn("PostgresUserRepository.findByEmail")(function* (instanceId, email) {
      const row = yield* userRow(sql`
        SELECT ${columns} FROM ${tables.users} u WHERE u.instance_id = ${instanceId} AND u.email = ${email}`)
      return Option.map(row, toUser)
    }),

    findByEmailForUpdate: Effect.fn("PostgresUserRepository.findByEmailForUpdate")(function* (instanceId, email) {
      const row = yield* userRow(sql`
        SELECT ${columns} FROM ${tables.users} u WHERE u.instance_id = ${instanceId} AND u.email = ${email} FOR UPDATE`)
      return Option.map(row, toUser)
    }),

    findById: Effect.fn("PostgresUserRepository.findById")(function* (instanceId, userId) {
      const row = yield* userRow(sql`
        SELECT ${columns} FROM ${tables.users} u WHERE u.instance_id = ${instanceId} AND u.user_id = ${userId}`)
      return Option.map(row, toUser)
    }),

    search: Effect.fn("PostgresUserRepository.search")(function* ({ instanceId, prefix, after, limit }) {
      // No address begins with anything else, and PostgreSQL would refuse a NUL.
      if (!printable.test(prefix)) return []
      const found = yield* userRows(sql`
        SELECT ${columns} FROM ${tables.users} u
        WHERE u.instance_id = ${instanceId} AND u.email >= ${prefix} AND u.email < ${prefix + afterAll}
          AND u.email > ${Option.getOrElse(after, () => "")}
        ORDER BY u.email
        LIMIT ${limit}`)
      return found.map(toUser)
    }),

    // One row for every address, of the same columns: reading a row takes longer than reading none, and that would tell.
    findForSignIn: Effect.fnUntraced(function* ({ instanceId, email, clientHash, now }) {
      const found = yield* signInRow(sql`
        SELECT
          u.user_id IS NOT NULL AS "isThere", ${instanceId} AS "instanceId", ${email} AS email,
          coalesce(u.user_id, ${nobody}) AS "id", u.password_hash AS "passwordHash",
          u.email_verified_at AS "emailVerifiedAt", coalesce(u.credential_version, 0) AS "credentialVersion",
          coalesce(u.created_at, ${time(now)}) AS "createdAt", u.disabled_at AS "disabledAt", k.client_id AS "knownClient"
        FROM (VALUES (0)) AS one
        LEFT JOIN ${tables.users} u ON u.instance_id = ${instanceId} AND u.email = ${email}
        LEFT JOIN ${tables.clients} c
          ON c.instance_id = ${instanceId} AND c.token_hash = ${optionalDigest(clientHash)} AND c.expires_at > ${time(now)}
        LEFT JOIN ${tables.clientUsers} k
          ON k.instance_id = ${instanceId} AND k.user_id = u.user_id AND k.client_id = c.client_id`)
      const { isThere, knownClient, ...row } = Option.getOrThrow(found)
      const user = toUser(row)
      return { user: isThere ? Option.some(user) : Option.none(), knownClient }
    }, traced("PostgresUserRepository.findForSignIn")),

    replacePasswordHash: Effect.fn("PostgresUserRepository.replacePasswordHash")(function* (change) {
      const replaced = yield* countRows(sql`
        UPDATE ${tables.users} SET password_hash = ${Redacted.value(change.next)}
        WHERE instance_id = ${change.instanceId} AND user_id = ${change.userId}
          AND password_hash = ${Redacted.value(change.current)}
        RETURNING user_id`)
      return replaced > 0
    }),

    setPasswordHash: Effect.fn("PostgresUserRepository.setPasswordHash")(function* (change) {
      const set = yield* countRows(sql`
        UPDATE ${tables.users}
        SET password_hash = ${Redacted.value(change.next)}, credential_version = credential_version + 1
        WHERE instance_id = ${change.instanceId} AND user_id = ${change.userId}
          AND credential_version = ${change.credentialVersion}
        RETURNING user_id`)
      return set > 0
    }),

    setDisabled: Effect.fn("PostgresUserRepository.setDisabled")(function* ({ instanceId, userId, disabledAt }) {
      const epoch = Option.isSome(disabledAt) ? sql`, credential_version = u.credential_version + 1` : sql``
      const row = yield* userRow(sql`
        UPDATE ${tables.users} u SET disabled_at = ${Option.getOrNull(Option.map(disabledAt, time))}${epoch}
        WHERE u.instance_id = ${instanceId} AND u.user_id = ${userId}
        RETURNING ${columns}`)
      return Option.map(row, toUser)
    }),

    verifyEmail: Effect.fn("PostgresUserRepository.proveEmail")(function* ({ instanceId, userId, now, password }) {
      const credentials =
        password === "drop_password" ? sql`, password_hash = NULL, credential_version = u.credential_version + 1` : sql``
      const row = yield* userRow(sql`
        UPDATE ${tables.users} u SET email_verified_at = coalesce(u.email_verified_at, ${time(now)})${credentials}
        WHERE u.instance_id = ${instanceId} AND u.user_id = ${userId}
        RETURNING ${columns}`)
      return Option.map(row, toUser)
    })
  })
})

/** The adapter over the app's `SqlClient`. @since 0.1.0 */
export const layer: Layer.Layer<UserRepository, never, SqlClient> = Layer.effect(UserRepository, make)
