import { SqlClient } from "@effect/sql/SqlClient"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import { type Durability, RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as PostgresRateLimitStore from "@latchkey/postgres/PostgresRateLimitStore"
import * as PostgresSignInFailures from "@latchkey/postgres/PostgresSignInFailures"
import * as Samples from "@latchkey/testkit/Samples"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { assert, describe, it, type TestContext } from "vitest"
import { faultyServer } from "@latchkey/test-support/postgres/disturbed"
import type { FaultyServer } from "@latchkey/test-support/postgres/FaultyServer"
import { afterTests } from "@latchkey/test-support/process/afterTests"

const besideSessions = Layer.mergeAll(PostgresRateLimitStore.layerBesideSessions, PostgresSignInFailures.layer)
const alone = Layer.mergeAll(PostgresRateLimitStore.layer, PostgresSignInFailures.layer)

const tables = Layer.locally(Migrations.layer, FiberRef.currentMinimumLogLevel, LogLevel.None)

type Stores = RateLimitStore | SignInFailures | SqlClient

/** New connections each time: a crash ends the old ones. */
const onServer = <A, E>(
  { url }: FaultyServer,
  effect: Effect.Effect<A, E, Stores>,
  stores = besideSessions
): Promise<A> =>
  Effect.runPromise(
    effect.pipe(
      Effect.provide(stores),
      Effect.provide(Layer.provideMerge(tables, PgClient.layer({ url: Redacted.make(url) })))
    )
  )

const instanceId = Samples.instanceId()

/** Makes an attempt for a key that allows one. */
const attempt = (key: string, durability?: Durability) =>
  Effect.flatMap(RateLimitStore, ({ consume }) =>
    consume(instanceId, [{ key, rate: { limit: 1, windowSeconds: 3600 } }], Samples.now, durability)
  )

const refund = (key: string) => Effect.flatMap(RateLimitStore, (store) => store.refund(instanceId, key, Samples.now))

const isCounted = (key: string) => Effect.map(attempt(key), ({ isAllowed }) => !isAllowed)

const recordFailure = Effect.flatMap(SignInFailures, ({ record }) =>
  record({ instanceId, email: Samples.email(), now: Samples.now })
)

const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient, (sql) => sql.withTransaction(effect))

// On this server, a commit that does not wait is on the disk only after ten seconds.
describe("After a crash of the database", () => {
  const cleanUp = afterTests()
  let running: FaultyServer | undefined

  /** Runs an effect, lets all processes of the server be killed, and returns which keys have a count. */
  const countedAfterCrash = async <A, E>(
    context: TestContext,
    before: Effect.Effect<A, E, Stores>,
    keys: ReadonlyArray<string>,
    stores = besideSessions
  ) => {
    running ??= await faultyServer(context, cleanUp)
    await onServer(running, before, stores)
    await running.takeDown("crash")
    await running.bringUp()
    return onServer(running, Effect.filter(keys, isCounted))
  }

  it("an attempt is counted", async (context) => {
    assert.deepStrictEqual(await countedAfterCrash(context, attempt("immediate"), ["immediate"]), ["immediate"])
  })

  it("a deferred attempt is counted if it wrote once more, as each does before its reply", async (context) => {
    const answered = Effect.zipRight(attempt("answered", "deferred"), recordFailure)
    assert.deepStrictEqual(await countedAfterCrash(context, answered, ["answered"]), ["answered"])
  })

  it("a deferred attempt in progress is forgotten, and so is a refund", async (context) => {
    const inProgress = Effect.gen(function* () {
      yield* attempt("refunded")
      yield* refund("refunded")
      yield* attempt("in progress", "deferred")
    })
    const keys = ["refunded", "in progress"]
    assert.deepStrictEqual(await countedAfterCrash(context, inProgress, keys), ["refunded"])
  })

  it("no attempt is forgotten by a store on its own database", async (context) => {
    const onItsOwn = attempt("on its own", "deferred")
    assert.deepStrictEqual(await countedAfterCrash(context, onItsOwn, ["on its own"], alone), ["on its own"])
  })

  it("nothing of an app's transaction is forgotten", async (context) => {
    const inTransaction = Effect.gen(function* () {
      yield* attempt("refunded in it")
      yield* transaction(Effect.zipRight(refund("refunded in it"), attempt("in it", "deferred")))
    })
    const keys = ["refunded in it", "in it"]
    assert.deepStrictEqual(await countedAfterCrash(context, inTransaction, keys), ["in it"])
  })
})

describe("With synchronous replication", () => {
  const cleanUp = afterTests()

  /** Names the standby that commits wait for. There is none. */
  const waitFor = (standby: string) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql.unsafe(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`)
      yield* sql`SELECT pg_reload_conf()`
      const isSet = sql`SELECT FROM pg_settings WHERE name = 'synchronous_standby_names' AND setting = ${standby}`
      yield* Effect.repeat(isSet, { until: (rows) => rows.length === 1, schedule: Schedule.spaced("10 millis") })
    })

  const stillWaits = <A, E>(written: Fiber.Fiber<A, E>) =>
    Effect.map(Effect.timeoutOption(Fiber.await(written), "300 millis"), Option.isNone)

  /** Waits until commits wait for the standby: PostgreSQL's checkpointer reads the setting after the connections do. */
  const untilCommitsWait = Effect.repeat(Effect.flatMap(Effect.fork(recordFailure), stillWaits), {
    until: (waits) => waits
  })

  it("a deferred attempt waits for a standby: a failover does not forget it", async (context) => {
    const server = await faultyServer(context, cleanUp)
    const waiting = Effect.gen(function* () {
      yield* waitFor("standby")
      yield* untilCommitsWait
      const attempted = yield* Effect.fork(attempt("deferred", "deferred"))
      const hasWaited = yield* stillWaits(attempted)
      yield* waitFor("")
      return { hasWaited, decision: yield* Fiber.join(attempted) }
    })
    assert.deepStrictEqual(await onServer(server, waiting), { hasWaited: true, decision: { isAllowed: true } })
  })
})
