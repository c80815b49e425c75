import { PasswordHash, User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { Email } from "@latchkey/domain/core/Email"
import { EmailTaken } from "@latchkey/domain/core/Errors"
import { ClientId, InstanceId, UserId } from "@latchkey/domain/core/Ids"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { allOf, firstOf, millis, optionalHash, optionalMillis, OptionalTime, Time } from "./columns.ts"
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
  disabledAt: OptionalTime
})
const SignInRow = Schema.Struct({
  ...UserRow.fields,
  knownClient: Schema.OptionFromNullOr(ClientId),
  failedSignIns: Schema.Int
})

const columns = `u.instance_id AS "instanceId", u.user_id AS "id", u.email, u.password_hash AS "passwordHash",
  u.email_verified_at AS "emailVerifiedAt", u.claimed_at AS "claimedAt",
  u.credential_version AS "credentialVersion", u.created_at AS "createdAt", u.disabled_at AS "disabledAt"`

const userOf = (rows: ReadonlyArray<unknown>) => Option.map(firstOf(UserRow)(rows), (row) => new User(row))
const usersOf = (rows: ReadonlyArray<unknown>) => allOf(UserRow)(rows).map((row) => new User(row))
const signInRow = firstOf(SignInRow)

const userOfId = ({ all }: Connection, instanceId: InstanceId, userId: UserId) =>
  userOf(all(`SELECT ${columns} FROM users u WHERE u.instance_id = ? AND u.user_id = ?`, instanceId, userId))

const forgetClients = ({ run }: Connection, instanceId: InstanceId, userId: UserId) =>
  run(`DELETE FROM client_users WHERE instance_id = ? AND user_id = ?`, instanceId, userId)

const hashText = (hash: Option.Option<PasswordHash>) => Option.getOrNull(Option.map(hash, Redacted.value))

export const layer: Layer.Layer<UserRepository, never, SqliteDatabase> = Layer.effect(
  UserRepository,
  Effect.map(SqliteDatabase, ({ use }) => {
    const findByEmail = (instanceId: InstanceId, email: Email) =>
      use(({ all }) =>
        userOf(all(`SELECT ${columns} FROM users u WHERE u.instance_id = ? AND u.email = ?`, instanceId, email))
      )

    return UserRepository.of({
      insert: (user) =>
        use(({ run }) =>
          run(
            `INSERT INTO users (
               instance_id, user_id, email, password_hash, email_verified_at, claimed_at, credential_version,
               created_at, disabled_at
             ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (instance_id, email) DO NOTHING`,
            user.instanceId,
            user.id,
            user.email,
            hashText(user.passwordHash),
            optionalMillis(user.emailVerifiedAt),
            optionalMillis(user.claimedAt),
            user.credentialVersion,
            millis(user.createdAt),
            optionalMillis(user.disabledAt)
          )
        ).pipe(Effect.flatMap((inserted) => (inserted === 0 ? Either.left(new EmailTaken()) : Either.void))),

      findByEmail,

      findById: (instanceId, userId) => use((connection) => userOfId(connection, instanceId, userId)),

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
               password_hash = iif(?, NULL, password_hash), credential_version = credential_version + 1
             WHERE instance_id = ? AND user_id = ?`,
            millis(now),
            isClaimed ? millis(now) : null,
            isClaimed ? 1 : 0,
            instanceId,
            userId
          )
          forgetClients(connection, instanceId, userId)
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
