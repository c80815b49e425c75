import * as PgClient from "@effect/sql-pg/PgClient"
import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import * as InstanceDirectory from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { EmailKind, MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { OperatorRepository } from "@latchkey/domain/operator/OperatorRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as PostgresSchema from "@latchkey/postgres/PostgresSchema"
import * as PostgresUserRepository from "@latchkey/postgres/PostgresUserRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { databases, onServer, servers } from "@latchkey/test-support/postgres/databases"
import * as ServerDatabase from "@latchkey/test-support/postgres/ServerDatabase"
import * as initial from "../src/internal/migrations/0001_initial.ts"
import * as accountLimits from "../src/internal/migrations/0002_account_limits.ts"
import * as dashboardAccess from "../src/internal/migrations/0003_dashboard_access.ts"
import * as emailOutbox from "../src/internal/migrations/0004_email_outbox.ts"
import * as migrator from "../src/internal/migrator.ts"

const all = [
  { id: 1, name: "initial" },
  { id: 2, name: "account_limits" },
  { id: 3, name: "dashboard_access" },
  { id: 4, name: "email_outbox" }
]
const next = [{ id: 5, name: "next" }]

/** What the next version would apply: the migrations of this version, and one more that runs `statements`. */
const upgradeWith = (...statements: ReadonlyArray<string>) =>
  migrator.apply({
    "0001_initial": initial.migration,
    "0002_account_limits": accountLimits.migration,
    "0003_dashboard_access": dashboardAccess.migration,
    "0004_email_outbox": emailOutbox.migration,
    "0005_next": Effect.flatMap(SqlClient, (sql) =>
      Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
    )
  })

const upgrade = upgradeWith(
  "ALTER TABLE latchkey.instances ADD COLUMN color text NOT NULL DEFAULT 'blue'",
  "ALTER TABLE latchkey.users ADD COLUMN nickname text",
  "ALTER TABLE latchkey.sessions ADD COLUMN label text NOT NULL DEFAULT ''",
  "ALTER TABLE latchkey.queued_emails ADD COLUMN priority integer NOT NULL DEFAULT 0",
  "CREATE TABLE latchkey.passkeys (instance_id text, passkey_id text, PRIMARY KEY (instance_id, passkey_id))"
)

const tables = Effect.map(
  Effect.flatMap(
    SqlClient,
    (sql) => sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'latchkey' ORDER BY 1`
  ),
  (rows) => rows.map(({ name }) => name)
)

for (const database of databases()) {
  describe(`Migrations on ${database.name}`, () => {
    it.effect("plan everything for an empty database, and change nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        assert.deepStrictEqual(yield* Migrations.plan, { pending: all, newer: [] })
        assert.lengthOf(yield* sql`SELECT FROM pg_namespace WHERE nspname = 'latchkey'`, 0)
      }).pipe(Effect.provide(database.empty))
    )

    it.effect("are applied once, after which nothing is pending", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* Migrations.apply, all)
        assert.deepStrictEqual(yield* Migrations.plan, { pending: [], newer: [] })
        assert.deepStrictEqual(yield* Migrations.apply, [])
      }).pipe(Effect.provide(database.empty))
    )

    it.effect("create the tables under their final names", () =>
      Effect.gen(function* () {
        yield* Migrations.apply
        assert.deepStrictEqual(yield* tables, [
          "attempt_counts",
          "audit_log",
          "client_users",
          "clients",
          "email_deliveries",
          "instance_hosts",
          "instances",
          "magic_links",
          "migrations",
          "operator_invitations",
          "operator_sessions",
          "queued_emails",
          "rate_limits",
          "sessions",
          "users"
        ])
      }).pipe(Effect.provide(database.empty))
    )

    it.effect("leave a database unchanged that a newer version has migrated, and report it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* Migrations.apply
        const before = yield* tables
        yield* sql`INSERT INTO latchkey.migrations (migration_id, name) VALUES (9000, 'from_the_future')`
        const newer = [{ id: 9000, name: "from_the_future" }]
        assert.deepStrictEqual(yield* Migrations.plan, { pending: [], newer })
        assert.deepStrictEqual(yield* Migrations.apply, [])
        assert.deepStrictEqual(yield* tables, before)
      }).pipe(Effect.provide(database.empty))
    )

    it.effect("fail with a readable error and change nothing, and can be applied once the cause is removed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* sql`CREATE SCHEMA latchkey`
        yield* sql`CREATE TABLE latchkey.sessions (in_the_way integer)`
        const error = yield* Effect.flip(Migrations.apply)
        assert.strictEqual(error._tag, "MigrationError")
        assert.strictEqual(error.migration, "0001_initial")
        assert.strictEqual(error.message, 'Migration 0001_initial failed: relation "sessions" already exists (42P07)')
        assert.deepStrictEqual(yield* tables, ["sessions"])
        yield* sql`DROP TABLE latchkey.sessions`
        assert.deepStrictEqual(yield* Migrations.apply, all)
      }).pipe(Effect.provide(database.empty))
    )

    it.effect("keep two schemas in one database apart", () =>
      Effect.gen(function* () {
        yield* Migrations.apply
        const other = PostgresSchema.layer(PostgresSchema.SchemaName.make("other"))
        const migrated = Layer.provideMerge(PostgresUserRepository.layer, Migrations.layer).pipe(Layer.provide(other))
        const here = Context.get(yield* Layer.build(PostgresUserRepository.layer), UserRepository)
        const there = Context.get(yield* Layer.build(migrated), UserRepository)
        const user = Samples.user(Samples.instanceId())
        yield* there.insert(user)
        assert.isTrue(Option.isSome(yield* there.findByEmail(user.instanceId, user.email)))
        assert.isTrue(Option.isNone(yield* here.findByEmail(user.instanceId, user.email)))
      }).pipe(Effect.scoped, Effect.provide(database.empty))
    )
  })

  /** Writes a row to each table that the upgrade changes. */
  const write = Effect.gen(function* () {
    const instance = yield* Samples.storedInstance
    const user = yield* Samples.storedUser(instance.id)
    const grant = Samples.grant(user)
    yield* (yield* SessionRepository).issue(grant)
    const request = Samples.queuedEmail(instance.id)
    yield* (yield* EmailOutbox).enqueue(request)
    return { grant, instance, request, user }
  })

  const assertReadable = ({ grant, instance, request, user }: Effect.Effect.Success<typeof write>) =>
    Effect.gen(function* () {
      const { id } = instance
      const instances = yield* InstanceRepository
      const users = yield* UserRepository
      const sessions = yield* SessionRepository
      const deliveries = yield* MailDeliveryLog
      assert.deepStrictEqual(yield* instances.findById(id), Option.some(instance))
      assert.deepStrictEqual(yield* users.findById(id, user.id), Option.some(user))
      const query = { instanceId: id, userId: user.id, now: Samples.now, idleLifetime: Duration.days(1), limit: 9 }
      assert.deepStrictEqual(
        (yield* sessions.list(query)).map((session) => session.id),
        [grant.session.id]
      )
      assert.deepStrictEqual(
        (yield* deliveries.list(id, 9)).map((delivery) => [delivery.id, delivery.state]),
        [[request.id, "queued"]]
      )
    })

  describe(`The migration account_limits on ${database.name}`, () => {
    it.effect("keeps users and sessions, and the 20 clients that a user has signed in on last", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* migrator.apply({ "0001_initial": initial.migration })
        const { clientHash, session } = Samples.grant(Samples.user(Samples.instanceId()))
        const { id, instanceId, tokenHash, userId } = session
        const email = Samples.email()
        yield* sql`
          INSERT INTO latchkey.users (instance_id, user_id, email, credential_version, created_at)
          VALUES (${instanceId}, ${userId}, ${email}, 3, ${"2030-01-01T00:00:00Z"})`
        yield* sql`
          INSERT INTO latchkey.clients (instance_id, client_id, token_hash, expires_at)
          SELECT ${instanceId}, 'client_' || n, CASE n WHEN 25 THEN decode(${clientHash}, 'hex') ELSE sha256(n::text::bytea) END,
            '2031-07-20T12:00:00Z'::timestamptz + n * '1 day'::interval
          FROM generate_series(1, 25) AS n`
        yield* sql`
          INSERT INTO latchkey.client_users (instance_id, user_id, client_id)
          SELECT instance_id, ${userId}, client_id FROM latchkey.clients`
        yield* sql`
          INSERT INTO latchkey.sessions (
            instance_id, session_id, user_id, client_id, token_hash, method, credential_version, authenticated_at,
            last_seen_at, expires_at, ends_at
          ) VALUES (
            ${instanceId}, ${id}, ${userId}, 'client_25', decode(${tokenHash}, 'hex'), 'password', 3,
            ${"2030-06-15T12:00:00Z"}, ${"2030-06-15T12:00:00Z"}, ${"2030-07-15T12:00:00Z"}, ${"2030-07-15T12:00:00Z"}
          )`
        assert.deepStrictEqual(yield* Migrations.apply, all.slice(1))
        const known = yield* sql<{ client: string; at: string }>`
          SELECT client_id AS client, to_char(known_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS at
          FROM latchkey.client_users ORDER BY known_at`
        assert.lengthOf(known, 20)
        assert.deepStrictEqual(known[0], { client: "client_6", at: "2030-06-21 12:00" })
        const user = Option.getOrThrow(yield* (yield* UserRepository).findById(instanceId, userId))
        assert.deepInclude(user, { claimedAt: Option.none(), credentialVersion: 3, email })
        const key = { instanceId, tokenHash, clientHash, now: Samples.plus(1), idleLifetime: Duration.days(1) }
        assert.isTrue(Option.isSome(yield* (yield* SessionRepository).findActive(key)))
      }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )
  })

  describe(`The upgrade to one outbox, on ${database.name}`, () => {
    /** The statements of the version before it, word for word. */
    const before = Effect.map(SqlClient, (sql) => ({
      createInstance: sql`
        INSERT INTO latchkey.instances (
          instance_id, name, plan, hosts, origins, redirect_url, branding, auth_config, session_config, rate_limits
        ) VALUES (
          'default', 'Latchkey', 'pro', '{}', '{}', NULL, ${JSON.stringify(defaultInstance.branding)}::jsonb,
          ${JSON.stringify(defaultInstance.authConfig)}::jsonb, ${JSON.stringify(defaultInstance.sessionConfig)}::jsonb,
          ${JSON.stringify(defaultInstance.rateLimits)}::jsonb
        )`,
      enqueue: (id: string) => sql`
        INSERT INTO latchkey.magic_link_requests (
          instance_id, request_id, email, client_hash, requested_at, due_at, attempts
        ) VALUES ('default', ${id}, 'ann@example.com', NULL, '2030-06-15T12:00:00.000Z', '-infinity', 0)`,
      lease: sql<{ id: string }>`
        WITH due AS MATERIALIZED (
          SELECT instance_id, request_id FROM latchkey.magic_link_requests
          WHERE due_at <= '2030-06-15T12:00:00.000Z'
          ORDER BY requested_at, request_id
          LIMIT 10
          FOR UPDATE SKIP LOCKED
        ), leased AS (
          UPDATE latchkey.magic_link_requests r SET due_at = '2030-06-15T12:01:00.000Z', attempts = r.attempts + 1
          FROM due
          WHERE r.instance_id = due.instance_id AND r.request_id = due.request_id
          RETURNING r.request_id AS "id", r.requested_at AS "requestedAt"
        )
        SELECT id FROM leased ORDER BY "requestedAt", "id"`,
      complete: (id: string) => sql`
        WITH completed AS (
          DELETE FROM latchkey.magic_link_requests WHERE instance_id = 'default' AND request_id = ${id}
          RETURNING email, requested_at, attempts
        )
        INSERT INTO latchkey.email_deliveries (
          instance_id, request_id, email, requested_at, attempts, state, ended_at, reason, detail
        )
        SELECT 'default', ${id}, email, requested_at, attempts, 'sent', '2030-06-15T12:00:00.000Z', NULL, NULL
        FROM completed`,
      deleteExpired: sql`
        DELETE FROM latchkey.magic_link_requests WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM latchkey.magic_link_requests WHERE requested_at <= '2030-06-15T12:00:00.000Z'
          ORDER BY requested_at LIMIT 10 FOR UPDATE SKIP LOCKED
        ))
        RETURNING 1`
    }))
    const [first, second, third] = [1, 2, 3].map((n) => `mlr_01890a5d-ac96-774b-bcce-00000000000${n}`) as [
      string,
      string,
      string
    ]

    it.effect(
      "keeps queued requests and instances, and the version before it uses the queue, without the other emails",
      () =>
        Effect.gen(function* () {
          yield* migrator.apply({ "0001_initial": initial.migration })
          const previous = yield* before
          const outbox = yield* EmailOutbox
          const deliveries = yield* MailDeliveryLog
          yield* previous.enqueue(first)
          yield* previous.createInstance
          assert.deepStrictEqual(yield* Migrations.apply, all.slice(1))
          const instances = yield* InstanceRepository
          assert.deepStrictEqual(yield* instances.findById(defaultInstance.id), Option.some(defaultInstance))

          const at = Samples.now
          const leased = yield* outbox.lease({ now: at, until: at, limit: 10 })
          assert.deepStrictEqual(
            leased.map(({ id, kind, expiresAt }) => [id, kind, expiresAt]),
            [[first, "magic_link", Samples.plus(5 * Samples.minute)]]
          )

          yield* previous.enqueue(second)
          yield* previous.enqueue(third)
          const notice = Samples.queuedEmail(InstanceId.make("default"), { kind: EmailKind.make("password_changed") })
          yield* outbox.enqueue(notice)
          assert.deepStrictEqual(
            (yield* previous.lease).map(({ id }) => id),
            [first, second, third]
          )
          yield* previous.complete(second)
          assert.lengthOf(yield* previous.deleteExpired, 2)
          assert.deepStrictEqual(
            (yield* deliveries.list(notice.instanceId, 9)).map(({ id, kind, state }) => [id, kind, state]).sort(),
            [
              [notice.id, "password_changed", "queued"],
              [second, "magic_link", "sent"]
            ]
          )
        }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )
  })

  describe(`An upgrade of ${database.name}`, () => {
    it.effect("keeps all rows, and the previous version keeps working", () =>
      Effect.gen(function* () {
        yield* Migrations.apply
        const before = yield* write
        assert.deepStrictEqual(yield* upgrade, next)
        yield* assertReadable(before)
        yield* assertReadable(yield* write)
        assert.deepStrictEqual(yield* Migrations.plan, { pending: [], newer: next })
        assert.deepStrictEqual(yield* Migrations.apply, [])
        yield* assertReadable(before)
      }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )

    it.effect(
      "ignores invitations and dashboard sessions that the version before stores, and deletes them in time",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const operators = yield* OperatorRepository
          const { expiresAt, tokenHash } = Samples.operatorInvitation()
          const insert = (table: string) => sql`
          INSERT INTO latchkey.${sql.literal(table)} (token_hash, expires_at)
          VALUES (decode(${tokenHash}, 'hex'), ${DateTime.formatIso(expiresAt)})`
          const entry = Samples.auditEntry()
          yield* Migrations.apply
          yield* insert("operator_invitations")
          yield* insert("operator_sessions")
          yield* sql`
          INSERT INTO latchkey.audit_log (audit_id, at, actor, action, detail)
          VALUES (${entry.id}, ${DateTime.formatIso(entry.at)}, ${entry.actor}, ${entry.action}, ${entry.detail})`
          const times = { now: Samples.now, idleLifetime: Duration.minutes(30) }
          assert.isTrue(Option.isNone(yield* operators.findActive(tokenHash, times)))
          assert.isFalse(yield* operators.consumeInvitation(tokenHash, Samples.now))
          assert.isTrue(Option.isNone(yield* operators.revokeSession(tokenHash)))
          assert.deepStrictEqual(yield* operators.listSessions(times, 9), [])
          assert.deepStrictEqual(yield* operators.listInvitations(Samples.now, 9), [])
          assert.deepStrictEqual(yield* (yield* AuditLog).list({ before: Option.none(), limit: 9 }), [entry])
          assert.strictEqual(yield* operators.deleteExpired(expiresAt, 9), 2)
        }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )

    it.effect("applies all migrations to an empty database, in order", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* upgrade, [...all, ...next])
        yield* assertReadable(yield* write)
      }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )

    it.effect("changes nothing if a migration fails, and can be repeated", () =>
      Effect.gen(function* () {
        yield* Migrations.apply
        const before = yield* tables
        const written = yield* write
        const error = yield* Effect.flip(
          upgradeWith("CREATE TABLE latchkey.passkeys (passkey_id text)", "ALTER TABLE latchkey.missing ADD a text")
        )
        assert.strictEqual(error.migration, "0005_next")
        assert.include(error.message, 'Migration 0005_next failed: relation "latchkey.missing" does not exist (42P01)')
        assert.deepStrictEqual(yield* tables, before)
        assert.deepStrictEqual(yield* Migrations.plan, { pending: [], newer: [] })
        assert.deepStrictEqual(yield* upgrade, next)
        yield* assertReadable(written)
      }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )
  })
}

for (const server of servers()) {
  /** Runs an effect like another process on the same database. */
  const inAnotherProcess = <A, E>(url: ServerDatabase.Url, effect: Effect.Effect<A, E, SqlClient>) =>
    Effect.provide(effect, PgClient.layer({ url, maxConnections: 1 }))

  const urlOfClient = Effect.flatMap(PgClient.PgClient, ({ config }) => Effect.fromNullable(config.url))

  describe(`Migrations by several processes on ${server.name}`, () => {
    const applyInFour = (url: ServerDatabase.Url, apply: typeof upgrade) =>
      Effect.map(
        Effect.forEach(Arr.range(1, 4), () => inAnotherProcess(url, apply), { concurrency: 4 }),
        Arr.flatten
      )

    it.scoped("are applied by one of four processes that start concurrently", () =>
      Effect.forEach(Arr.range(1, 5), () =>
        Effect.gen(function* () {
          const url = yield* ServerDatabase.make(server.url)
          assert.deepStrictEqual(yield* applyInFour(url, Migrations.apply), all)
        })
      )
    )

    it.scoped("are applied by one of four processes that upgrade concurrently", () =>
      Effect.forEach(Arr.range(1, 3), () =>
        Effect.gen(function* () {
          const url = yield* ServerDatabase.make(server.url)
          assert.deepStrictEqual(yield* inAnotherProcess(url, Migrations.apply), all)
          assert.deepStrictEqual(yield* applyInFour(url, upgrade), next)
        })
      )
    )

    it.effect("need no right to create schemas if the schema exists", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const restricted = sql.withTransaction(Effect.zipRight(sql`SET LOCAL ROLE restricted`, Migrations.apply))
        yield* sql`CREATE ROLE restricted`
        yield* Effect.gen(function* () {
          const error = yield* Effect.flip(restricted)
          assert.include(error.message, "permission denied for database")
          yield* sql`CREATE SCHEMA latchkey AUTHORIZATION restricted`
          assert.deepStrictEqual(yield* restricted, all)
        }).pipe(
          Effect.ensuring(Effect.orDie(Effect.zipRight(sql`DROP OWNED BY restricted`, sql`DROP ROLE restricted`)))
        )
      }).pipe(Effect.provide(onServer(server, 1).empty))
    )

    it.live("wait for another process longer than the timeouts of a request", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* sql`SET statement_timeout = 100`
        yield* sql`SET lock_timeout = 100`
        const holdLock = Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* sql.withTransaction(
            Effect.zipRight(
              sql`SELECT pg_advisory_xact_lock(hashtextextended('latchkey.migrations', 0))`,
              Effect.sleep("500 millis")
            )
          )
        })
        const holder = yield* Effect.fork(inAnotherProcess(yield* urlOfClient, holdLock))
        yield* Effect.sleep("200 millis")
        assert.deepStrictEqual(yield* Migrations.apply, all)
        yield* Fiber.join(holder)
        assert.deepStrictEqual(yield* sql`SHOW statement_timeout`, [{ statement_timeout: "100ms" }])
      }).pipe(Effect.provide(onServer(server, 1).empty))
    )

    it.live.each(["sessions", "users"])(
      "upgrade %s beside a request that has read sessions and then reads users, and both succeed",
      (changed) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* Migrations.apply
          const hasRead = yield* Effect.makeLatch()
          const request = sql`SELECT count(*) FROM latchkey.sessions`.pipe(
            Effect.zipRight(hasRead.open),
            Effect.zipRight(Effect.sleep("400 millis")),
            Effect.zipRight(sql`SELECT count(*) FROM latchkey.users`),
            sql.withTransaction,
            Effect.timed
          )
          const running = yield* Effect.fork(Effect.either(request))
          const concurrentUpgrade = inAnotherProcess(
            yield* urlOfClient,
            upgradeWith(`ALTER TABLE latchkey.${changed} ADD COLUMN label text NOT NULL DEFAULT ''`)
          )
          assert.deepStrictEqual(yield* hasRead.whenOpen(Effect.timeout(concurrentUpgrade, "10 seconds")), next)
          const [duration] = Either.getOrThrow(yield* Fiber.join(running))
          assert.isBelow(Duration.toMillis(duration), 900)
        }).pipe(Effect.provide(onServer(server, 2).empty))
    )
  })

  it.scoped(`An app on ${server.name} without migrations fails at the start, and the error names the remedy`, () =>
    Effect.gen(function* () {
      const client = PgClient.layer({ url: yield* ServerDatabase.make(server.url), maxConnections: 1 })
      const app = InstanceDirectory.layer.pipe(
        Layer.provide([MemoryIdGenerator.layer, Postgres.layer]),
        Layer.provide(client)
      )
      const error = yield* Effect.flip(Layer.build(app))
      assert.strictEqual(error._tag, "PersistenceError")
      assert.strictEqual(
        error.message,
        'The store is unavailable: relation "latchkey.instances" does not exist (42P01). ' +
          "Latchkey's tables are missing or older than this program: provide Migrations.layer, or run migrate apply"
      )
    })
  )
}
