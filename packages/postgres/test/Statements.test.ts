import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { OneTimeTokenRepository } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { databases } from "@latchkey/test-support/postgres/databases"
import { planOf, type Sent, spansOf, statementsOf } from "@latchkey/test-support/postgres/Recording"
import * as ManyRows from "./support/ManyRows.ts"

interface Call {
  readonly name: string
  readonly run: Effect.Effect<unknown, unknown>
}

const instanceId = ManyRows.largest

const requestCalls = Effect.gen(function* () {
  const sessions = yield* SessionRepository
  const users = yield* UserRepository
  const counts = yield* AttemptCounts
  const limits = yield* RateLimitStore
  const links = yield* MagicLinkRepository
  const failures = yield* SignInFailures
  const tokens = yield* OneTimeTokenRepository
  const user = yield* Samples.storedUser(instanceId)
  const grant = Samples.grant(user)
  const link = Samples.magicLink(instanceId)
  yield* sessions.issue(grant)
  yield* links.insert(link)
  const owner = Option.some({ userId: user.id, credentialVersion: user.credentialVersion })
  const token = yield* Samples.storedOneTimeToken(instanceId, { owner })
  const { subject } = token
  const ofOwner = Samples.oneTimeToken(instanceId, { subject, owner })
  const { now } = Samples
  const { clientHash } = grant
  const { tokenHash } = grant.session
  const client = Option.some(clientHash)
  const rate = { limit: 5, windowSeconds: 60 }
  const windows = Arr.map(["one", "two", "three"] as const, (key) => ({ key, rate }))
  const idleLifetime = Duration.days(7)
  const change = { instanceId, userId: user.id, credentialVersion: 0 }
  const list: ReadonlyArray<Call> = [
    { name: "findForSignIn", run: users.findForSignIn({ instanceId, email: user.email, clientHash: client, now }) },
    { name: "findActive", run: sessions.findActive({ instanceId, tokenHash, clientHash, now, idleLifetime }) },
    { name: "touch", run: sessions.touch(instanceId, grant.session.id, Samples.plus(1)) },
    { name: "issue", run: sessions.issue(Samples.grant(user, { presentedClient: client })) },
    { name: "revokeAll", run: sessions.revokeAll(instanceId, user.id) },
    { name: "findById", run: users.findById(instanceId, user.id) },
    {
      name: "list of users",
      run: users.list({ instanceId, prefix: "42", order: "email", after: Option.none(), limit: 51 })
    },
    { name: "list", run: sessions.list({ instanceId, userId: user.id, now, idleLifetime, limit: 100 }) },
    { name: "revokeById", run: sessions.revokeById(instanceId, user.id, grant.session.id) },
    { name: "revokeOthers", run: sessions.revokeOthers(instanceId, user.id, grant.session.id) },
    { name: "setPasswordHash", run: users.setPasswordHash({ ...change, next: Samples.passwordHash() }) },
    { name: "setDisabled", run: users.setDisabled({ instanceId, userId: user.id, disabledAt: Option.some(now) }) },
    { name: "since", run: counts.since(instanceId, DateTime.unsafeMake("2031-01-01T02:45:00Z")) },
    { name: "consume of windows", run: limits.consume(instanceId, windows, now) },
    { name: "record", run: failures.record({ instanceId, email: user.email, now }) },
    { name: "reset", run: failures.reset(instanceId, user.email) },
    { name: "count", run: failures.count(user) },
    { name: "refund", run: limits.refund(instanceId, "one", now) },
    { name: "consume of a link", run: links.consume(instanceId, link.tokenHash, now) },
    {
      name: "put of a token",
      run: tokens.put(Samples.oneTimeToken(instanceId, { subject }), { maxPerSubject: 1, now })
    },
    { name: "put of a user's token", run: tokens.put(ofOwner, { maxPerSubject: 1, now }) },
    { name: "find of a token", run: tokens.find({ ...token, now }) },
    { name: "list of tokens", run: tokens.list({ ...token, now }) },
    { name: "consume of a token", run: tokens.consume({ ...token, now }) },
    { name: "consumeAll of tokens", run: tokens.consumeAll({ ...token, now }) },
    { name: "deleteAll of tokens", run: tokens.deleteAll(instanceId, [subject]) }
  ]
  return list
})

const backgroundCalls = Effect.gen(function* () {
  const sessions = yield* SessionRepository
  const limits = yield* RateLimitStore
  const links = yield* MagicLinkRepository
  const failures = yield* SignInFailures
  const outbox = yield* EmailOutbox
  const tokens = yield* OneTimeTokenRepository
  const { now } = Samples
  const list: ReadonlyArray<Call> = [
    { name: "lease", run: outbox.lease({ now, until: Samples.plus(1000), limit: 10 }) },
    { name: "deleteExpired of sessions", run: sessions.deleteExpired({ now, idleSince: now, limit: 10 }) },
    { name: "deleteExpired of tokens", run: tokens.deleteExpired(now, 10) },
    { name: "deleteExpired of links", run: links.deleteExpired(now, 10) },
    { name: "takeNotices", run: failures.takeNotices(now, 10) },
    { name: "deleteExpired of failures", run: failures.deleteExpired(now, 10) },
    { name: "deleteExpired of windows", run: limits.deleteExpired(now, 10) }
  ]
  return list
})

/** An index that only finds the instance is no better than none. */
const isOnInstanceOnly = (line: string): boolean => /Index Cond: \(instance_id = [^()]+\)$/.test(line)

/** `event_clock` has one row. */
const readsTable = (line: string): boolean => line.includes("Seq Scan") && !line.includes("Seq Scan on event_clock")

const usesIndexes = Effect.fnUntraced(function* ({ name, run }: Call) {
  const statements = yield* statementsOf(run)
  assert.isNotEmpty(statements)
  const plan = (yield* Effect.forEach(statements, planOf)).flat()
  const slow = plan.filter((line) => readsTable(line) || isOnInstanceOnly(line))
  assert.isEmpty(slow, `${name}:\n${plan.join("\n")}`)
})

for (const database of databases()) {
  const layer = Layer.effectDiscard(ManyRows.insert).pipe(
    Layer.merge(Postgres.layer),
    Layer.provideMerge(database.migrated)
  )

  it.layer(layer, { timeout: "3 minutes" })(`Statements on ${database.name}`, (it) => {
    it.effect("are one for each call, without a transaction around it, and name the instance", () =>
      Effect.gen(function* () {
        for (const { name, run } of yield* requestCalls) {
          const statements: Array<Sent> = []
          const { spans } = yield* spansOf(Effect.map(statementsOf(run), (sent) => statements.push(...sent)))
          const executions = spans.map((span) => span.name).filter((span) => span.startsWith("sql."))
          assert.deepStrictEqual(executions, ["sql.execute"], name)
          assert.include(statements[0]?.parameters.flat() ?? [], instanceId, name)
        }
      })
    )

    it.effect("find their rows by indexes when they serve a request", () =>
      Effect.flatMap(requestCalls, Effect.forEach(usesIndexes))
    )

    it.effect("find their rows by indexes when they run in the background", () =>
      Effect.flatMap(backgroundCalls, Effect.forEach(usesIndexes))
    )

    it.effect("find every key under its instance, so that the tables could be distributed by instance", () =>
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
          "api_keys",
          "api_keys",
          "audit_log",
          "event_clock",
          "instance_hosts",
          "migrations"
        ])
      })
    )
  })
}
