/** Users in the table `users`. A constraint of the database keeps email addresses unique. */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { ExternalId } from "@latchkey/domain/account/ExternalId"
import { noData } from "@latchkey/domain/account/UserData"
import { PasswordScheme } from "@latchkey/domain/account/PasswordScheme"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { Email } from "@latchkey/domain/core/Email"
import { EmailTaken, ExternalIdTaken } from "@latchkey/domain/account/AccountErrors"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { optionalTime, time } from "./internal/columns.ts"
import { database, firstRow, hasRow, rows, unlessConflict } from "./internal/database.ts"
import { unexpected } from "./internal/failures.ts"
import { findSignInAccount } from "./internal/findSignInAccount.ts"
import { listUsers } from "./internal/listUsers.ts"
import { toUser, userColumns, UserRow, userRow, userRows } from "./internal/userRows.ts"

const SchemeRow = Schema.Struct({ scheme: PasswordScheme, accounts: Schema.Number, key: Schema.String })
const schemeRows = rows(SchemeRow)

const countRow = firstRow(Schema.Struct({ users: Schema.Int }))
const namedCountRows = rows(Schema.Struct({ name: Schema.String, users: Schema.Int }))
const IdRow = Schema.Struct({ id: UserId })
const idRow = firstRow(IdRow)
const idRows = rows(IdRow)

/** The number of times that a statement runs at most while it conflicts with a user who is not found. */
const maxTries = 3

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db
  const findForSignIn = findSignInAccount(db)

  const columns = sql.literal(userColumns)

  /**
   * Runs an `UPDATE` of one user that raises the credential version, and forgets the user's known clients. It locks the
   * user first, as every statement does. Returns the changed user.
   */
  const changeCredentials = (instanceId: InstanceId, update: Fragment, alsoDeleted: Fragment = sql``) =>
    userRow(sql`
      WITH changed AS (
        ${update} RETURNING u.*
      ), forgotten AS (
        DELETE FROM ${tables.clientUsers} k USING changed
        WHERE k.instance_id = ${instanceId} AND k.user_id = changed.user_id
      )${alsoDeleted}
      SELECT ${columns} FROM changed u`)

  /** CTEs that delete the second factor, the passkeys and the identities of the user that `changed` has. */
  const deletedFactors = (instanceId: InstanceId) => sql`, without_factor AS (
        DELETE FROM ${tables.secondFactors} f USING changed
        WHERE f.instance_id = ${instanceId} AND f.user_id = changed.user_id
      ), without_codes AS (
        DELETE FROM ${tables.recoveryCodes} r USING changed
        WHERE r.instance_id = ${instanceId} AND r.user_id = changed.user_id
      ), without_passkeys AS (
        DELETE FROM ${tables.passkeys} p USING changed
        WHERE p.instance_id = ${instanceId} AND p.user_id = changed.user_id
      ), without_identities AS (
        DELETE FROM ${tables.identities} i USING changed
        WHERE i.instance_id = ${instanceId} AND i.user_id = changed.user_id
      )`

  /** CTEs that give the second factor, the passkeys and the identities of the user that `changed` has the time `now`. */
  const datedFactors = (instanceId: InstanceId, now: DateTime.Utc) => sql`, dated_factor AS (
        UPDATE ${tables.secondFactors} f SET confirmed_at = ${time(now)} FROM changed
        WHERE f.instance_id = ${instanceId} AND f.user_id = changed.user_id
      ), dated_passkeys AS (
        UPDATE ${tables.passkeys} p SET created_at = ${time(now)} FROM changed
        WHERE p.instance_id = ${instanceId} AND p.user_id = changed.user_id
      ), dated_identities AS (
        UPDATE ${tables.identities} i SET created_at = ${time(now)} FROM changed
        WHERE i.instance_id = ${instanceId} AND i.user_id = changed.user_id
      )`

  const findByEmail = (instanceId: InstanceId, email: Email) =>
    userRow(sql`SELECT ${columns} FROM ${tables.users} u WHERE u.instance_id = ${instanceId} AND u.email = ${email}`)

  const findByExternalId = (instanceId: InstanceId, externalId: ExternalId) =>
    userRow(sql`
      SELECT ${columns} FROM ${tables.users} u
      WHERE u.instance_id = ${instanceId} AND u.external_id = ${externalId}`)

  /** Fails if another user has the email address, or else if another user has the external id. */
  const checkConflict = Effect.fnUntraced(function* ({ email, externalId, id, instanceId }: User) {
    const isOther = (found: Option.Option<typeof UserRow.Type>) => Option.exists(found, (user) => user.id !== id)
    if (isOther(yield* findByEmail(instanceId, email))) return yield* new EmailTaken()
    if (Option.isNone(externalId)) return
    if (isOther(yield* findByExternalId(instanceId, externalId.value))) return yield* new ExternalIdTaken()
  })

  /**
   * Runs a statement that stores a user, and fails if another user has the email address or the external id. If the
   * other user has changed them since the conflict, the statement runs again. The number of tries is limited, because a
   * transaction whose snapshot is older than the other user never finds that user.
   */
  const unlessTaken = Effect.fnUntraced(function* <A>(
    user: User,
    store: Effect.Effect<Option.Option<A>, PersistenceError>
  ) {
    for (let tries = 0; tries < maxTries; tries++) {
      const stored = yield* store
      if (Option.isSome(stored)) return stored.value
      yield* checkConflict(user)
    }
    return yield* unexpected("The user conflicts with another one who is not found")
  })

  /** Returns `None` after a conflict. That is no error in SQL, so a surrounding transaction stays usable. */
  const insert = (user: User) =>
    idRow(sql`
      INSERT INTO ${tables.users} (
        instance_id, user_id, email, password_hash, email_verified_at, claimed_at, credential_version, created_at,
        external_id, disabled_at, deletion_at, language, name, metadata, user_metadata
      ) VALUES (
        ${user.instanceId}, ${user.id}, ${user.email},
        ${Option.getOrNull(Option.map(user.passwordHash, Redacted.value))},
        ${optionalTime(user.emailVerifiedAt)}, ${optionalTime(user.claimedAt)}, ${user.credentialVersion},
        ${time(user.createdAt)}, ${Option.getOrNull(user.externalId)}, ${optionalTime(user.disabledAt)},
        ${optionalTime(user.deletionAt)}, ${Option.getOrNull(user.language)}, ${Option.getOrNull(user.name)},
        ${user.metadata}, ${user.userMetadata}
      )
      ON CONFLICT DO NOTHING
      RETURNING user_id AS "id"`)

  /** Returns whether the user had that credential version, or `None` after a conflict. */
  const update = (user: User, credentialVersion: number) => {
    const isRaised = user.credentialVersion !== credentialVersion
    const updated = unlessConflict(sql)(sql`
      WITH changed AS (
        UPDATE ${tables.users} u
        SET email = ${user.email}, password_hash = ${Option.getOrNull(Option.map(user.passwordHash, Redacted.value))},
          email_verified_at = ${optionalTime(user.emailVerifiedAt)}, claimed_at = ${optionalTime(user.claimedAt)},
          credential_version = ${user.credentialVersion}, created_at = ${time(user.createdAt)},
          external_id = ${Option.getOrNull(user.externalId)}, disabled_at = ${optionalTime(user.disabledAt)},
          deletion_at = ${optionalTime(user.deletionAt)}, language = ${Option.getOrNull(user.language)},
          name = ${Option.getOrNull(user.name)}, metadata = ${user.metadata}, user_metadata = ${user.userMetadata}
        WHERE u.instance_id = ${user.instanceId} AND u.user_id = ${user.id}
          AND u.credential_version = ${credentialVersion}
        RETURNING u.user_id, ${isRaised}::boolean AS is_raised
      ), forgotten AS (
        DELETE FROM ${tables.clientUsers} k USING changed
        WHERE changed.is_raised AND k.instance_id = ${user.instanceId} AND k.user_id = changed.user_id
      )
      SELECT user_id FROM changed`)
    return Effect.map(
      updated,
      Option.map((found) => found.length > 0)
    )
  }

  return UserRepository.of({
    insert: Effect.fnUntraced(function* (user) {
      yield* unlessTaken(user, insert(user))
    }, traced("PostgresUserRepository.insert")),

    insertAll: Effect.fnUntraced(function* (instanceId, users) {
      const column = <A>(of: (user: User) => A) => users.map(of)
      // In a fixed order, so that concurrent calls wait for each other instead of deadlocking.
      const inserted = yield* idRows(sql`
        INSERT INTO ${tables.users} (
          instance_id, user_id, email, password_hash, email_verified_at, claimed_at, credential_version, created_at,
          external_id, disabled_at, deletion_at, language, name, metadata, user_metadata
        )
        SELECT ${instanceId}, u.* FROM unnest(
          ${column(({ id }) => id)}::text[], ${column(({ email }) => email)}::text[],
          ${column(({ passwordHash }) => Option.getOrNull(Option.map(passwordHash, Redacted.value)))}::text[],
          ${column(({ emailVerifiedAt }) => optionalTime(emailVerifiedAt))}::timestamptz[],
          ${column(({ claimedAt }) => optionalTime(claimedAt))}::timestamptz[],
          ${column(({ credentialVersion }) => credentialVersion)}::integer[],
          ${column(({ createdAt }) => time(createdAt))}::timestamptz[],
          ${column(({ externalId }) => Option.getOrNull(externalId))}::text[],
          ${column(({ disabledAt }) => optionalTime(disabledAt))}::timestamptz[],
          ${column(({ deletionAt }) => optionalTime(deletionAt))}::timestamptz[],
          ${column(({ language }) => Option.getOrNull(language))}::text[],
          ${column(({ name }) => Option.getOrNull(name))}::text[], ${column(({ metadata }) => metadata)}::text[],
          ${column(({ userMetadata }) => userMetadata)}::text[]
        ) AS u (
          user_id, email, password_hash, email_verified_at, claimed_at, credential_version, created_at, external_id,
          disabled_at, deletion_at, language, name, metadata, user_metadata
        )
        ORDER BY u.email
        ON CONFLICT DO NOTHING
        RETURNING user_id AS "id"`)
      return inserted.map(({ id }) => id)
    }, traced("PostgresUserRepository.insertAll")),

    // Each part uses its own index, which a condition with OR would not. Ids first: most users are in both parts, and
    // reading a row twice takes longer than looking for it by its id.
    // Lateral with limits: for an array, PostgreSQL 15 reads all users of the instance.
    findMatches: Effect.fnUntraced(function* ({ emails, externalIds, instanceId }) {
      const found = yield* userRows(sql`
        WITH matching AS (
          SELECT m.user_id FROM unnest(${emails}::text[]) AS wanted (email) CROSS JOIN LATERAL (
            SELECT user_id FROM ${tables.users} WHERE instance_id = ${instanceId} AND email = wanted.email LIMIT 1
          ) m
          UNION
          SELECT m.user_id FROM unnest(${externalIds}::text[]) AS wanted (external_id) CROSS JOIN LATERAL (
            SELECT user_id FROM ${tables.users}
            WHERE instance_id = ${instanceId} AND external_id = wanted.external_id
            LIMIT 1
          ) m
        )
        SELECT found.* FROM matching CROSS JOIN LATERAL (
          SELECT ${columns} FROM ${tables.users} u
          WHERE u.instance_id = ${instanceId} AND u.user_id = matching.user_id
          LIMIT 1
        ) found`)
      return found.map(toUser)
    }, traced("PostgresUserRepository.findMatches")),

    findByEmail: Effect.fnUntraced(function* (instanceId, email) {
      return Option.map(yield* findByEmail(instanceId, email), toUser)
    }, traced("PostgresUserRepository.findByEmail")),

    findByEmailForUpdate: Effect.fnUntraced(function* (instanceId, email) {
      const row = yield* userRow(sql`
        SELECT ${columns} FROM ${tables.users} u WHERE u.instance_id = ${instanceId} AND u.email = ${email} FOR UPDATE`)
      return Option.map(row, toUser)
    }, traced("PostgresUserRepository.findByEmailForUpdate")),

    findByIdForUpdate: Effect.fnUntraced(function* (instanceId, userId) {
      const row = yield* userRow(sql`
        SELECT ${columns} FROM ${tables.users} u WHERE u.instance_id = ${instanceId} AND u.user_id = ${userId} FOR UPDATE`)
      return Option.map(row, toUser)
    }, traced("PostgresUserRepository.findByIdForUpdate")),

    findById: Effect.fnUntraced(function* (instanceId, userId) {
      const row = yield* userRow(sql`
        SELECT ${columns} FROM ${tables.users} u WHERE u.instance_id = ${instanceId} AND u.user_id = ${userId}`)
      return Option.map(row, toUser)
    }, traced("PostgresUserRepository.findById")),

    findAll: Effect.fnUntraced(function* (instanceId, userIds) {
      const found = yield* userRows(sql`
        SELECT ${columns} FROM ${tables.users} u
        WHERE u.instance_id = ${instanceId} AND u.user_id = ANY (${userIds}::text[])`)
      return found.map(toUser)
    }, traced("PostgresUserRepository.findAll")),

    findByExternalId: Effect.fnUntraced(function* (instanceId, externalId) {
      return Option.map(yield* findByExternalId(instanceId, externalId), toUser)
    }, traced("PostgresUserRepository.findByExternalId")),

    list: listUsers(db),

    countCreated: Effect.fnUntraced(function* ({ instanceId, limit, since }) {
      const times = Record.values(since).map(Option.match({ onNone: () => "-infinity", onSome: time }))
      const counts = yield* namedCountRows(sql`
        SELECT t.name, c.users FROM unnest(${Record.keys(since)}::text[], ${times}::timestamptz[]) AS t (name, since)
        CROSS JOIN LATERAL (
          SELECT count(*)::integer AS users FROM (
            SELECT FROM ${tables.users} WHERE instance_id = ${instanceId} AND created_at >= t.since
            ORDER BY created_at DESC LIMIT ${limit}
          ) AS counted
        ) AS c`)
      const byName = new Map(counts.map(({ name, users }) => [name, users]))
      return Record.map(since, (_, name) => byName.get(name) ?? 0)
    }, traced("PostgresUserRepository.countCreated")),

    listDueDeletions: Effect.fnUntraced(function* ({ until, after, limit }) {
      const [lastTime, lastInstance, lastId] = Option.match(after, {
        onNone: () => ["-infinity", "", ""] as const,
        onSome: ({ deletionAt, id, instanceId }) => [optionalTime(deletionAt), instanceId, id] as const
      })
      const found = yield* userRows(sql`
        SELECT ${columns} FROM ${tables.users} u
        WHERE u.deletion_at <= ${time(until)}
          AND (u.deletion_at, u.instance_id, u.user_id) > (${lastTime}::timestamptz, ${lastInstance}, ${lastId})
        ORDER BY u.deletion_at, u.instance_id, u.user_id
        LIMIT ${limit}`)
      return found.map(toUser)
    }, traced("PostgresUserRepository.listDueDeletions")),

    count: Effect.fnUntraced(function* (instanceId) {
      const row = yield* countRow(sql`
        SELECT count(*)::integer AS users FROM ${tables.users} WHERE instance_id = ${instanceId}`)
      return Option.match(row, { onNone: () => 0, onSome: ({ users }) => users })
    }, traced("PostgresUserRepository.count")),

    findForSignIn: (query) => traced("PostgresUserRepository.findForSignIn")(findForSignIn(query)),

    // Finds the schemes by jumping from one to the next in the index, and counts only if there are several. Without
    // any, one row has the key.
    passwordSchemes: Effect.fnUntraced(function* (instanceId) {
      const next = (after: Fragment) => sql`(
        SELECT u.password_scheme FROM ${tables.users} u
        WHERE u.instance_id = ${instanceId} AND u.password_scheme ${after}
        ORDER BY u.password_scheme LIMIT 1)`
      const found = yield* schemeRows(sql`
        WITH RECURSIVE schemes AS (
          SELECT ${next(sql`IS NOT NULL`)} AS scheme
          UNION ALL
          SELECT ${next(sql`> s.scheme`)} FROM schemes s WHERE s.scheme IS NOT NULL
        )
        SELECT
          coalesce(s.scheme, '') AS scheme,
          CASE
            WHEN s.scheme IS NULL THEN 0
            WHEN (SELECT count(*) FROM schemes) <= 2 THEN 1
            ELSE (
              SELECT count(*) FROM ${tables.users} u
              WHERE u.instance_id = ${instanceId} AND u.password_scheme = s.scheme)
          END::float8 AS accounts,
          coalesce((SELECT i.decoy_key FROM ${tables.instances} i WHERE i.instance_id = ${instanceId}), '') AS key
        FROM schemes s`)
      const total = found.reduce((sum, { accounts }) => sum + accounts, 0)
      return {
        key: Redacted.make(found.map(({ key }) => key)[0] ?? ""),
        shares: found
          .filter(({ accounts }) => accounts > 0)
          .map(({ accounts, scheme }) => ({ scheme, share: accounts / total }))
      }
    }, traced("PostgresUserRepository.passwordSchemes")),

    replacePasswordHash: Effect.fnUntraced(function* (change) {
      return yield* hasRow(sql`
        UPDATE ${tables.users} SET password_hash = ${Redacted.value(change.next)}
        WHERE instance_id = ${change.instanceId} AND user_id = ${change.userId}
          AND password_hash = ${Redacted.value(change.current)}
        RETURNING user_id`)
    }, traced("PostgresUserRepository.replacePasswordHash")),

    setPasswordHash: Effect.fnUntraced(function* (change) {
      const update = sql`
        UPDATE ${tables.users} u
        SET password_hash = ${Redacted.value(change.next)}, credential_version = u.credential_version + 1
        WHERE u.instance_id = ${change.instanceId} AND u.user_id = ${change.userId}
          AND u.credential_version = ${change.credentialVersion}`
      return Option.isSome(yield* changeCredentials(change.instanceId, update))
    }, traced("PostgresUserRepository.setPasswordHash")),

    setDisabled: Effect.fnUntraced(function* ({ instanceId, userId, disabledAt }) {
      const ofUser = sql`WHERE u.instance_id = ${instanceId} AND u.user_id = ${userId}`
      const row = Option.isNone(disabledAt)
        ? yield* userRow(sql`UPDATE ${tables.users} u SET disabled_at = NULL ${ofUser} RETURNING ${columns}`)
        : yield* changeCredentials(
            instanceId,
            sql`
              UPDATE ${tables.users} u
              SET disabled_at = ${time(disabledAt.value)}, credential_version = u.credential_version + 1
              ${ofUser}`
          )
      return Option.map(row, toUser)
    }, traced("PostgresUserRepository.setDisabled")),

    verifyEmail: Effect.fnUntraced(function* ({ instanceId, userId, now, password }) {
      const isTakenOver = password === "drop_password"
      const claim = isTakenOver
        ? sql`, password_hash = NULL, claimed_at = coalesce(u.claimed_at, ${time(now)}), deletion_at = NULL,
              language = NULL, name = NULL, user_metadata = ${noData}, passkey_handle = NULL, second_factor_at = NULL`
        : sql`, second_factor_at = CASE WHEN u.second_factor_at IS NULL THEN NULL ELSE ${time(now)}::timestamptz END`
      const factors = isTakenOver ? deletedFactors(instanceId) : datedFactors(instanceId, now)
      const update = sql`
        UPDATE ${tables.users} u
        SET email_verified_at = coalesce(u.email_verified_at, ${time(now)}),
          credential_version = u.credential_version + 1${claim}
        WHERE u.instance_id = ${instanceId} AND u.user_id = ${userId}`
      const row = yield* changeCredentials(instanceId, update, factors)
      return Option.map(row, toUser)
    }, traced("PostgresUserRepository.verifyEmail")),

    update: Effect.fnUntraced(function* (user, credentialVersion) {
      return yield* unlessTaken(user, update(user, credentialVersion))
    }, traced("PostgresUserRepository.update")),

    // Sessions, known clients and what the user signs in with follow by their foreign keys.
    delete: Effect.fnUntraced(function* (instanceId, userId) {
      const row = yield* userRow(sql`
        DELETE FROM ${tables.users} u WHERE u.instance_id = ${instanceId} AND u.user_id = ${userId}
        RETURNING ${columns}`)
      return Option.map(row, toUser)
    }, traced("PostgresUserRepository.delete"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<UserRepository, never, SqlClient> = Layer.effect(UserRepository, make)
