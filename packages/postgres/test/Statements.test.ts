import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import { databases } from "../../../test/support/postgres/databases.ts"
import { planOf, type Sent, spansOf, statementsOf } from "./Recording.ts"

/** An instance with so many rows that reading a whole table is visibly worse than going through an index. */
class Crowd extends Context.Tag("@latchkey/postgres/test/Crowd")<Crowd, InstanceId>() {}

const crowd = Effect.gen(function* () {
  const sql = yield* SqlClient
  const instanceId = Samples.instanceId()
  const id = sql.literal(`'${instanceId}'`)
  const hash = sql.literal("decode(md5(n::text) || md5((-n)::text), 'hex')")
  const user = sql.literal("format('user_%s-0000-7000-8000-000000000000', lpad(n::text, 8, '0'))")
  const rows = sql.literal("FROM generate_series(1, 5000) AS n")
  const later = sql.literal("'2031-01-01'::timestamptz + n * '1 second'::interval")
  yield* sql`INSERT INTO latchkey.users SELECT ${id}, ${user}, n || '@example.com', NULL, NULL, 0, ${later} ${rows}`
  yield* sql`INSERT INTO latchkey.clients SELECT ${id}, 'client_' || n, ${hash}, ${later} ${rows}`
  yield* sql`INSERT INTO latchkey.client_users SELECT ${id}, ${user}, 'client_' || n ${rows}`
  yield* sql`
    INSERT INTO latchkey.sessions
    SELECT ${id}, 'sess_' || n, ${user}, 'client_' || n, ${hash}, 'password', 0, ${later}, ${later}, ${later}, ${later}
    ${rows}`
  yield* sql`INSERT INTO latchkey.magic_links SELECT ${id}, ${hash}, n || '@example.com', NULL, ${later} ${rows}`
  yield* sql`
    INSERT INTO latchkey.magic_link_requests
    SELECT ${id}, format('mlr_%s-0000-7000-8000-000000000000', lpad(n::text, 8, '0')), n || '@example.com', NULL, ${later}, '-infinity', 0 ${rows}`
  yield* sql`INSERT INTO latchkey.rate_limits SELECT ${id}, 'key ' || n, ARRAY[${later}], ${later} ${rows}`
  yield* sql`INSERT INTO latchkey.attempt_counts SELECT ${id}, ${later}, 'sign_in', 'ok', n ${rows}`
  yield* sql`ANALYZE`
  return instanceId
})

interface Call {
  readonly name: string
  readonly run: Effect.Effect<unknown, unknown>
}

const calls = Effect.gen(function* () {
  const instanceId = yield* Crowd
  const sessions = yield* SessionRepository
  const users = yield* UserRepository
  const counts = yield* AttemptCounts
  const limits = yield* RateLimitStore
  const links = yield* MagicLinkRepository
  const user = yield* Samples.storedUser(instanceId)
  const grant = Samples.grant(user)
  const link = Samples.link(instanceId)
  yield* sessions.issue(grant)
  yield* links.insert(link)
  const { now } = Samples
  const { clientHash } = grant
  const { tokenHash } = grant.session
  const client = Option.some(clientHash)
  const rate = { limit: 5, windowSeconds: 60 }
  const budgets = Arr.map(["one", "two", "three"] as const, (key) => ({ key, rate }))
  const idleLifetime = Duration.days(7)
  const change = { instanceId, userId: user.id, credentialVersion: 0 }
  const list: ReadonlyArray<Call> = [
    { name: "findForSignIn", run: users.findForSignIn({ instanceId, email: user.email, clientHash: client, now }) },
    { name: "findActive", run: sessions.findActive({ instanceId, tokenHash, clientHash, now, idleLifetime }) },
    { name: "touch", run: sessions.touch(instanceId, grant.session.id, now) },
    { name: "issue", run: sessions.issue(Samples.grant(user, { presentedClient: client })) },
    { name: "endAll", run: sessions.revokeAll(instanceId, user.id) },
    { name: "findById", run: users.findById(instanceId, user.id) },
    { name: "search", run: users.search({ instanceId, prefix: "42", after: Option.none(), limit: 51 }) },
    { name: "list", run: sessions.list({ instanceId, userId: user.id, now, idleLifetime, limit: 100 }) },
    { name: "endById", run: sessions.revokeById(instanceId, user.id, grant.session.id) },
    { name: "endOthers", run: sessions.revokeOthers(instanceId, user.id, grant.session.id) },
    { name: "setPasswordHash", run: users.setPasswordHash({ ...change, next: Samples.passwordHash() }) },
    { name: "setDisabled", run: users.setDisabled({ instanceId, userId: user.id, disabledAt: Option.some(now) }) },
    { name: "since", run: counts.since(instanceId, DateTime.unsafeMake("2031-01-01T01:22:00Z")) },
    { name: "take", run: limits.consume(instanceId, budgets, now) },
    { name: "giveBack", run: limits.refund(instanceId, "one", now) },
    { name: "consume", run: links.consume(instanceId, link.tokenHash, now) }
  ]
  return list
})

const maintenance = Effect.gen(function* () {
  const sessions = yield* SessionRepository
  const limits = yield* RateLimitStore
  const links = yield* MagicLinkRepository
  const outbox = yield* MagicLinkOutbox
  const { now } = Samples
  const list: ReadonlyArray<Call> = [
    { name: "lease", run: outbox.lease({ now, until: Samples.plus(1000), limit: 10 }) },
    { name: "sweep of sessions", run: sessions.deleteExpired({ now, idleSince: now, limit: 10 }) },
    { name: "sweep of links", run: links.deleteExpired(now, 10) },
    { name: "sweep of windows", run: limits.deleteExpired(now, 10) }
  ]
  return list
})

/** An index that is only used to find the instance is as good as none. */
const isOnInstanceAlone = (line: string): boolean => /Index Cond: \(instance_id = [^()]+\)$/.test(line)

const usesIndexes = Effect.fnUntraced(function* ({ name, run }: Call) {
  const statements = yield* statementsOf(run)
  assert.isNotEmpty(statements)
  const plan = (yield* Effect.forEach(statements, planOf)).flat()
  const wasteful = plan.filter((line) => line.includes("Seq Scan") || isOnInstanceAlone(line))
  assert.isEmpty(wasteful, `${name}:\n${plan.join("\n")}`)
})

for (const database of databases()) {
  const layer = Layer.effect(Crowd, crowd).pipe(Layer.merge(Postgres.layer), Layer.provideMerge(database.migrated))

  it.layer(layer, { timeout: "60 seconds" })(`Statements on ${database.name}`, (it) => {
    it.effect("are one for each call, without a transaction around it, and name the instance", () =>
      Effect.gen(function* () {
        const instanceId = yield* Crowd
        for (const { name, run } of yield* calls) {
          const statements: Array<Sent> = []
          const { spans } = yield* spansOf(Effect.map(statementsOf(run), (sent) => statements.push(...sent)))
          const executions = spans.map((span) => span.name).filter((span) => span.startsWith("sql."))
          assert.deepStrictEqual(executions, ["sql.execute"], name)
          assert.include(statements[0]?.parameters ?? [], instanceId, name)
        }
      })
    )

    it.effect("find their rows through indexes when they serve a request", () =>
      Effect.flatMap(calls, Effect.forEach(usesIndexes))
    )

    it.effect("find their rows through indexes when they tidy up", () =>
      Effect.flatMap(maintenance, Effect.forEach(usesIndexes))
    )

    it.effect("find every key under its instance, so that the tables could be spread by instance", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const keys = yield* sql<{ table: string; first: string }>`
          SELECT c.relname AS table, a.attname AS first
          FROM pg_index i
          JOIN pg_class c ON c.oid = i.indrelid
          JOIN pg_namespace n ON n.oid = c.relnamespace
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
          WHERE n.nspname = 'latchkey' AND i.indisunique`
        const others = keys.filter(({ first }) => first !== "instance_id").map(({ table }) => table)
        assert.isAbove(keys.length, 9)
        assert.deepStrictEqual(others.sort(), [
          "audit_log",
          "instance_hosts",
          "migrations",
          "operator_invitations",
          "operator_sessions"
        ])
      })
    )
  })
}
