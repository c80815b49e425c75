import { ExternalId } from "@latchkey/domain/account/ExternalId"
import * as PasswordScheme from "@latchkey/domain/account/PasswordScheme"
import { PasswordHash, User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { Email } from "@latchkey/domain/core/Email"
import { EmailTaken, ExternalIdTaken } from "@latchkey/domain/account/AccountErrors"
import { ClientId, InstanceId, UserId } from "@latchkey/domain/core/Ids"
import { Language } from "@latchkey/domain/language/Language"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { allOf, firstOf, millis, optionalHash, optionalMillis, OptionalTime, Time } from "./columns.ts"
import { deleteFactor } from "./SqliteSecondFactorRepository.ts"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

const UserRow = Schema.Struct({
  instanceId: InstanceId,
  id: UserId,
  email: Email,
  passwordHash: Schema.OptionFromNullOr(PasswordHash),
  emailVerifiedAt: OptionalTime,
  claimedAt: OptionalTime,
  credentialVersion: Schema.Int,
  createdAt: Time,
  externalId: Schema.OptionFromNullOr(ExternalId),
  disabledAt: OptionalTime,
  deletionAt: OptionalTime,
  language: Schema.OptionFromNullOr(Language),
  secondFactorAt: OptionalTime
})
const SignInRow = Schema.Struct({
  ...UserRow.fields,
  knownClient: Schema.OptionFromNullOr(ClientId),
  failedSignIns: Schema.Int
})

const columns = `u.instance_id AS "instanceId", u.user_id AS "id", u.email, u.password_hash AS "passwordHash",
  u.email_verified_at AS "emailVerifiedAt", u.claimed_at AS "claimedAt",
  u.credential_version AS "credentialVersion", u.created_at AS "createdAt", u.external_id AS "externalId",
  u.disabled_at AS "disabledAt", u.deletion_at AS "deletionAt", u.language,
  u.second_factor_at AS "secondFactorAt"`

const userOf = (rows: ReadonlyArray<unknown>) => Option.map(firstOf(UserRow)(rows), (row) => new User(row))
const usersOf = (rows: ReadonlyArray<unknown>) => allOf(UserRow)(rows).map((row) => new User(row))
const signInRow = firstOf(SignInRow)
const hashesOf = allOf(Schema.Struct({ hash: PasswordHash }))
const keyOf = firstOf(Schema.Struct({ key: Schema.Redacted(Schema.String) }))

const userOfId = ({ all }: Connection, instanceId: InstanceId, userId: UserId) =>
  userOf(all(`SELECT ${columns} FROM users u WHERE u.instance_id = ? AND u.user_id = ?`, instanceId, userId))

const forgetClients = ({ run }: Connection, instanceId: InstanceId, userId: UserId) =>
  run(`DELETE FROM client_users WHERE instance_id = ? AND user_id = ?`, instanceId, userId)

const hashText = (hash: Option.Option<PasswordHash>) => Option.getOrNull(Option.map(hash, Redacted.value))

/** The columns that an update may change, besides the address. */
const settable =
  "password_hash, email_verified_at, claimed_at, credential_version, created_at, external_id, disabled_at, deletion_at, language"

const valuesOf = (user: User) => [
  hashText(user.passwordHash),
  optionalMillis(user.emailVerifiedAt),
  optionalMillis(user.claimedAt),
  user.credentialVersion,
  millis(user.createdAt),
  Option.getOrNull(user.externalId),
  optionalMillis(user.disabledAt),
  optionalMillis(user.deletionAt),
  Option.getOrNull(user.language)
]

/** Deletes the second factor and the passkeys of a user. */
const deleteFactors = (connection: Connection, instanceId: InstanceId, userId: UserId): void => {
  deleteFactor(connection, instanceId, userId)
  for (const table of ["passkeys", "passkey_challenges"]) {
    connection.run(`DELETE FROM ${table} WHERE instance_id = ? AND user_id = ?`, instanceId, userId)
  }
}

/** Gives what the user has added the time at which the address was verified. */
const dateFactors = ({ run }: Connection, instanceId: InstanceId, userId: UserId, now: DateTime.Utc): void => {
  const ofUser = [millis(now), instanceId, userId] as const
  run(
    `UPDATE users SET second_factor_at = ? WHERE instance_id = ? AND user_id = ? AND second_factor_at IS NOT NULL`,
    ...ofUser
  )
  run(`UPDATE second_factors SET confirmed_at = ? WHERE instance_id = ? AND user_id = ?`, ...ofUser)
  run(
    `UPDATE passkeys SET passkey = json_set(passkey, '$.createdAt', ?) WHERE instance_id = ? AND user_id = ?`,
    DateTime.formatIso(now),
    instanceId,
    userId
  )
}

/** Adds a user, unless another one has its id, address or external id. Returns how many users it has added. */
const insertUser = ({ run }: Connection, user: User) =>
  run(
    `INSERT INTO users (instance_id, user_id, email, ${settable}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    user.instanceId,
    user.id,
    user.email,
    ...valuesOf(user)
  )

/** Returns the error for what another user of the instance has. */
const conflictOf = (
  { all }: Connection,
  { email, externalId, id, instanceId }: User
): Option.Option<EmailTaken | ExternalIdTaken> => {
  const others = `SELECT 1 FROM users WHERE instance_id = ? AND user_id <> ?`
  const has = (column: string, value: string | null) =>
    all(`${others} AND ${column} = ?`, instanceId, id, value).length > 0
  if (has("email", email)) return Option.some(new EmailTaken())
  return has("external_id", Option.getOrNull(externalId)) ? Option.some(new ExternalIdTaken()) : Option.none()
}

export const layer: Layer.Layer<UserRepository, never, SqliteDatabase> = Layer.effect(
  UserRepository,
  Effect.map(SqliteDatabase, ({ use }) => {
    const findByEmail = (instanceId: InstanceId, email: Email) =>
      use(({ all }) =>
        userOf(all(`SELECT ${columns} FROM users u WHERE u.instance_id = ? AND u.email = ?`, instanceId, email))
      )

    return UserRepository.of({
      insert: (user) =>
        Effect.flatten(
          use((connection) => {
            const conflict = conflictOf(connection, user)
            if (Option.isSome(conflict)) return Either.left(conflict.value)
            insertUser(connection, user)
            return Either.void
          })
        ),

      insertAll: (_, users) =>
        use((connection) => users.filter((user) => insertUser(connection, user) > 0).map(({ id }) => id)),

      findMatches: ({ emails, externalIds, instanceId }) =>
        use(({ all }) =>
          usersOf(
            all(
              `SELECT ${columns} FROM users u WHERE u.instance_id = ?
               AND (u.email IN (SELECT value FROM json_each(?)) OR u.external_id IN (SELECT value FROM json_each(?)))`,
              instanceId,
              JSON.stringify(emails),
              JSON.stringify(externalIds)
            )
          )
        ),

      findByEmail,

      findById: (instanceId, userId) => use((connection) => userOfId(connection, instanceId, userId)),

      findByExternalId: (instanceId, externalId) =>
        use(({ all }) =>
          userOf(
            all(`SELECT ${columns} FROM users u WHERE u.instance_id = ? AND u.external_id = ?`, instanceId, externalId)
          )
        ),

      listCreated: ({ after, from, instanceId, limit, until }) =>
        use(({ all }) =>
          usersOf(
            all(
              `SELECT ${columns} FROM users u
               WHERE u.instance_id = ? AND u.created_at >= ? AND u.created_at < ? AND (u.created_at, u.user_id) > (?, ?)
               ORDER BY u.created_at, u.user_id LIMIT ?`,
              instanceId,
              Option.match(from, { onNone: () => Number.MIN_SAFE_INTEGER, onSome: millis }),
              Option.match(until, { onNone: () => Number.MAX_SAFE_INTEGER, onSome: millis }),
              Option.match(after, {
                onNone: () => Number.MIN_SAFE_INTEGER,
                onSome: ({ createdAt }) => millis(createdAt)
              }),
              Option.match(after, { onNone: () => "", onSome: ({ id }) => id }),
              limit
            )
          )
        ),

      update: (user, credentialVersion) =>
        Effect.flatten(
          use((connection) => {
            const { email, id, instanceId } = user
            const stored = userOfId(connection, instanceId, id)
            if (!Option.exists(stored, (found) => found.credentialVersion === credentialVersion))
              return Either.right(false)
            const conflict = conflictOf(connection, user)
            if (Option.isSome(conflict)) return Either.left(conflict.value)
            connection.run(
              `UPDATE users SET (email, ${settable}) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE instance_id = ? AND user_id = ?`,
              email,
              ...valuesOf(user),
              instanceId,
              id
            )
            if (user.credentialVersion !== credentialVersion) forgetClients(connection, instanceId, id)
            return Either.right(true)
          })
        ),

      delete: (instanceId, userId) =>
        use((connection) => {
          const user = userOfId(connection, instanceId, userId)
          for (const table of [
            "sessions",
            "client_users",
            "passkey_challenges",
            "passkeys",
            "pending_sign_ins",
            "second_factors",
            "recovery_codes",
            "factor_recovery_links",
            "factor_recoveries",
            "users"
          ]) {
            connection.run(`DELETE FROM ${table} WHERE instance_id = ? AND user_id = ?`, instanceId, userId)
          }
          return user
        }),

      // SQLite compares text byte by byte. `substr` counts characters, and addresses are ASCII.
      search: ({ after, instanceId, limit, prefix }) =>
        use(({ all }) =>
          usersOf(
            all(
              `SELECT ${columns} FROM users u
               WHERE u.instance_id = ? AND u.email >= ? AND u.email > ? AND substr(u.email, 1, ?) = ?
               ORDER BY u.email LIMIT ?`,
              instanceId,
              prefix,
              Option.getOrElse(after, () => ""),
              prefix.length,
              prefix,
              limit
            )
          )
        ),

      listDueDeletions: ({ after, limit, until }) =>
        use(({ all }) =>
          usersOf(
            all(
              `SELECT ${columns} FROM users u
               WHERE u.deletion_at <= ? AND (u.deletion_at, u.instance_id, u.user_id) > (?, ?, ?)
               ORDER BY u.deletion_at, u.instance_id, u.user_id LIMIT ?`,
              millis(until),
              Option.match(after, {
                onNone: () => Number.MIN_SAFE_INTEGER,
                onSome: ({ deletionAt }) => optionalMillis(deletionAt)
              }),
              Option.match(after, { onNone: () => "", onSome: ({ instanceId }) => instanceId }),
              Option.match(after, { onNone: () => "", onSome: ({ id }) => id }),
              limit
            )
          )
        ),

      count: (instanceId) => use(({ all }) => all(`SELECT 1 FROM users WHERE instance_id = ?`, instanceId).length),

      // A transaction already excludes all other fibers.
      findByEmailForUpdate: findByEmail,

      findForSignIn: ({ clientHash, email, instanceId, now }) =>
        use(({ all }) => {
          const rows = all(
            `SELECT ${columns}, (
               SELECT c.client_id FROM clients c NATURAL JOIN client_users k
               WHERE c.instance_id = u.instance_id AND k.user_id = u.user_id AND c.token_hash = ? AND c.expires_at > ?
             ) AS "knownClient", coalesce((
               SELECT f.failures FROM sign_in_failures f
               WHERE f.instance_id = u.instance_id AND f.email = u.email AND f.user_id = u.user_id
             ), 0) AS "failedSignIns"
             FROM users u WHERE u.instance_id = ? AND u.email = ?`,
            optionalHash(clientHash),
            millis(now),
            instanceId,
            email
          )
          const row = signInRow(rows)
          return {
            user: userOf(rows),
            knownClient: Option.flatMap(row, ({ knownClient }) => knownClient),
            failedSignIns: Option.match(row, { onNone: () => 0, onSome: ({ failedSignIns }) => failedSignIns })
          }
        }),

      passwordSchemes: (instanceId) =>
        use(({ all }) => {
          const hashes = all(
            `SELECT password_hash AS "hash" FROM users WHERE instance_id = ? AND password_hash IS NOT NULL`,
            instanceId
          )
          const key = all(`SELECT decoy_key AS "key" FROM instances WHERE instance_id = ?`, instanceId)
          return {
            key: Option.match(keyOf(key), { onNone: () => Redacted.make(""), onSome: ({ key }) => key }),
            shares: PasswordScheme.sharesOf(hashesOf(hashes).map(({ hash }) => hash))
          }
        }),

      replacePasswordHash: ({ current, instanceId, next, userId }) =>
        use(
          ({ run }) =>
            run(
              `UPDATE users SET password_hash = ? WHERE instance_id = ? AND user_id = ? AND password_hash = ?`,
              Redacted.value(next),
              instanceId,
              userId,
              Redacted.value(current)
            ) > 0
        ),

      verifyEmail: ({ instanceId, now, password, userId }) =>
        use((connection) => {
          const isClaimed = password === "drop_password"
          connection.run(
            `UPDATE users SET
               email_verified_at = coalesce(email_verified_at, ?), claimed_at = coalesce(claimed_at, ?),
               password_hash = iif(?, NULL, password_hash), deletion_at = iif(?, NULL, deletion_at),
               language = iif(?, NULL, language), second_factor_at = iif(?, NULL, second_factor_at),
               passkey_handle = iif(?, NULL, passkey_handle),
               credential_version = credential_version + 1
             WHERE instance_id = ? AND user_id = ?`,
            millis(now),
            isClaimed ? millis(now) : null,
            isClaimed ? 1 : 0,
            isClaimed ? 1 : 0,
            isClaimed ? 1 : 0,
            isClaimed ? 1 : 0,
            isClaimed ? 1 : 0,
            instanceId,
            userId
          )
          forgetClients(connection, instanceId, userId)
          if (isClaimed) deleteFactors(connection, instanceId, userId)
          else dateFactors(connection, instanceId, userId, now)
          return userOfId(connection, instanceId, userId)
        }),

      setPasswordHash: ({ credentialVersion, instanceId, next, userId }) =>
        use((connection) => {
          const changed = connection.run(
            `UPDATE users SET password_hash = ?, credential_version = credential_version + 1
             WHERE instance_id = ? AND user_id = ? AND credential_version = ?`,
            Redacted.value(next),
            instanceId,
            userId,
            credentialVersion
          )
          if (changed > 0) forgetClients(connection, instanceId, userId)
          return changed > 0
        }),

      setDisabled: ({ disabledAt, instanceId, userId }) =>
        use((connection) => {
          connection.run(
            `UPDATE users SET disabled_at = ?, credential_version = credential_version + ? WHERE instance_id = ? AND user_id = ?`,
            optionalMillis(disabledAt),
            Option.isSome(disabledAt) ? 1 : 0,
            instanceId,
            userId
          )
          if (Option.isSome(disabledAt)) forgetClients(connection, instanceId, userId)
          return userOfId(connection, instanceId, userId)
        })
    })
  })
)
