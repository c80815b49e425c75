import { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { UserRepository, User } from "@latchkey/domain/account/UserRepository"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { databases, onServer, servers } from "../../../test/support/postgres/databases.ts"
import * as initial from "../src/internal/migrations/0001_initial.ts"
import * as migrator from "../src/internal/migrator.ts"

/** As the version before has left a database. */
const before = migrator.apply({ "0001_initial": initial.migration })

const hash = (hex: string) => Buffer.from(hex, "hex")

/** What a process of the version before writes: rows without the columns that came later. */
const written = Effect.gen(function* () {
  const sql = yield* SqlClient
  const { authConfig, id, name, plan, rateLimits, sessionConfig } = Samples.instance()
  const user = Samples.user(id, { passwordHash: Option.none() })
  const grant = Samples.grant(user)
  const request = Samples.request(id)
  const at = new Date(Samples.now.epochMillis)
  const end = new Date(grant.session.expiresAt.epochMillis)
  yield* sql`
    INSERT INTO latchkey.instances (
      instance_id, name, plan, hosts, origins, redirect_url, auth_config, session_config, rate_limits
    ) VALUES (
      ${id}, ${name}, ${plan}, '{}', '{}', NULL, ${JSON.stringify(authConfig)}::jsonb,
      ${JSON.stringify(sessionConfig)}::jsonb, ${JSON.stringify(rateLimits)}::jsonb
    )`
  yield* sql`
    INSERT INTO latchkey.users (instance_id, user_id, email, credential_version, created_at)
    VALUES (${id}, ${user.id}, ${user.email}, 0, ${at})`
  yield* sql`
    INSERT INTO latchkey.clients (instance_id, client_id, token_hash, expires_at)
    VALUES (${id}, ${grant.newClientId}, ${hash(grant.clientHash)}, ${end})`
  yield* sql`
    INSERT INTO latchkey.sessions (
      instance_id, session_id, user_id, client_id, token_hash, method, credential_version, authenticated_at,
      last_seen_at, expires_at, ends_at
    ) VALUES (
      ${id}, ${grant.session.id}, ${user.id}, ${grant.newClientId}, ${hash(grant.session.tokenHash)}, 'password', 0,
      ${at}, ${at}, ${end}, ${end}
    )`
  yield* sql`
    INSERT INTO latchkey.magic_link_requests (instance_id, request_id, email, client_hash, requested_at, due_at, attempts)
    VALUES (${id}, ${request.id}, ${request.email}, NULL, ${at}, '-infinity', 0)`
  return { grant, id, user, request }
})

type Written = Effect.Effect.Success<typeof written>

const isRead = ({ grant, id, user, request }: Written) =>
  Effect.gen(function* () {
    const instances = yield* InstanceRepository
    const users = yield* UserRepository
    const sessions = yield* SessionRepository
    const outbox = yield* MagicLinkOutbox
    const instance = Option.getOrThrow(yield* instances.findById(id))
    assert.deepStrictEqual(instance.branding, { logoUrl: null, accentColor: null })
    assert.deepStrictEqual(yield* users.findById(id, user.id), Option.some(new User(user)))
    const query = { instanceId: id, userId: user.id, now: Samples.now, idleLifetime: Duration.days(1), limit: 9 }
    const [session] = yield* sessions.list(query)
    assert.strictEqual(session?.id, grant.session.id)
    assert.strictEqual(session?.userAgent, "")
    const [mail] = yield* outbox.records(id, 9)
    assert.strictEqual(mail?.id, request.id)
    assert.deepStrictEqual(mail?.at, Samples.now)
    assert.deepStrictEqual(mail?.reason, Option.none())
  }).pipe(Effect.provide(Postgres.layer))

for (const database of databases()) {
  describe(`An upgrade on ${database.name}`, () => {
    it.effect("keeps what there is, and what the version before goes on writing", () =>
      Effect.gen(function* () {
        yield* before
        const old = yield* written
        assert.deepStrictEqual(
          (yield* Migrations.apply).map(({ name }) => name),
          ["pages"]
        )
        yield* isRead(old)
        yield* isRead(yield* written)
      }).pipe(Effect.provide(database.empty))
    )
  })
}

for (const server of servers()) {
  describe(`An upgrade on ${server.name}`, () => {
    /** A request that has read one table and goes on to the other a while later, while the tables are changed. */
    const during = (first: string, second: string) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const { url } = (yield* PgClient.PgClient).config
        assert.isDefined(url)
        yield* before
        const hasRead = yield* Effect.makeLatch()
        const read = (table: string) => sql`SELECT count(*) FROM latchkey.${sql.literal(table)}`
        const request = read(first).pipe(
          Effect.zipRight(hasRead.open),
          Effect.zipRight(Effect.sleep("400 millis")),
          Effect.zipRight(read(second)),
          sql.withTransaction,
          Effect.timed
        )
        const running = yield* Effect.fork(Effect.either(request))
        const upgrade = Migrations.apply.pipe(
          Effect.provide(PgClient.layer({ url, maxConnections: 1 })),
          Effect.timeout("10 seconds")
        )
        const applied = yield* hasRead.whenOpen(upgrade)
        return { applied, request: yield* Fiber.join(running) }
      }).pipe(Effect.provide(onServer(server, 2).empty))

    for (const [first, second] of [
      ["sessions", "users"],
      ["users", "sessions"],
      ["magic_link_requests", "instances"]
    ] as const) {
      it.live(`lets a request through that holds ${first} and wants ${second}, and then goes on`, () =>
        Effect.gen(function* () {
          const { applied, request } = yield* during(first, second)
          assert.lengthOf(applied, 1)
          const [duration] = Either.getOrThrow(request)
          assert.isBelow(Duration.toMillis(duration), 900)
        })
      )
    }
  })
}
