import * as Statement from "@effect/sql/Statement"
import { assert, it } from "@effect/vitest"
import { type Decision, RateLimitStore, type Window } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as Memory from "@latchkey/memory/Memory"
import { Distributed } from "@latchkey/postgres/Distributed"
import * as PostgresRateLimitStore from "@latchkey/postgres/PostgresRateLimitStore"
import * as Samples from "@latchkey/testkit/Samples"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestServices from "effect/TestServices"
import { isDeferred, statementsOf } from "@latchkey/test-support/postgres/Recording"
import { databasesWithCitus, newestServer, onServer } from "@latchkey/test-support/postgres/databases"

type Step =
  | { readonly _tag: "consume"; readonly windows: ReadonlyArray<Window>; readonly millis: number }
  | { readonly _tag: "refund"; readonly key: string; readonly back: number }
  | { readonly _tag: "deleteExpired" }

const windowSeconds = { a: 1, b: 2, c: 3 }
const anyKey = FastCheck.constantFrom("a" as const, "b" as const, "c" as const)

// The limit of a key may change at any time; the length of its window stays.
const anyWindow = FastCheck.tuple(anyKey, FastCheck.integer({ min: 1, max: 4 })).map(
  ([key, limit]): Window => ({ key, rate: { limit, windowSeconds: windowSeconds[key] } })
)

const stepsOf = (max: { readonly windows: number; readonly millisBack: number }): FastCheck.Arbitrary<Array<Step>> =>
  FastCheck.array(
    FastCheck.oneof(
      {
        weight: 8,
        arbitrary: FastCheck.record({
          _tag: FastCheck.constant("consume" as const),
          windows: FastCheck.uniqueArray(anyWindow, {
            minLength: 1,
            maxLength: max.windows,
            selector: ({ key }) => key
          }),
          millis: FastCheck.integer({ min: -max.millisBack, max: 900 })
        })
      },
      {
        weight: 2,
        arbitrary: FastCheck.record({
          _tag: FastCheck.constant("refund" as const),
          key: anyKey,
          back: FastCheck.nat(3)
        })
      },
      {
        weight: max.millisBack === 0 ? 1 : 0,
        arbitrary: FastCheck.record({ _tag: FastCheck.constant("deleteExpired" as const) })
      }
    ),
    { minLength: 10, maxLength: 40 }
  )

// The stores may differ in two cases, both with a clock that is behind: when an attempt in one of several windows is
// refunded, it may have replaced an older time; and deleteExpired deletes what has expired by its own clock. The clock
// that is behind may then be allowed one attempt too many. So clocks go back only with one window and without
// deleteExpired.
const anySteps = FastCheck.oneof(stepsOf({ windows: 3, millisBack: 0 }), stepsOf({ windows: 1, millisBack: 300 }))

const shown = (decision: Decision): string => (decision.isAllowed ? "allowed" : DateTime.formatIso(decision.retryAt))

/** Runs the steps on a store. Returns its decisions. */
const run = Effect.fnUntraced(function* (store: RateLimitStore["Type"], steps: ReadonlyArray<Step>) {
  const instanceId = Samples.instanceId()
  const times = Arr.of(Samples.now)
  const decisions: Array<string> = []
  for (const step of steps) {
    const last = Arr.lastNonEmpty(times)
    if (step._tag === "deleteExpired") {
      yield* store.deleteExpired(last, 10)
    } else if (step._tag === "refund") {
      yield* store.refund(instanceId, step.key, times.at(-1 - step.back) ?? last)
    } else if (Arr.isNonEmptyReadonlyArray(step.windows)) {
      const now = Samples.plus(step.millis, last)
      decisions.push(shown(yield* store.consume(instanceId, step.windows, now)))
      times.push(now)
    }
  }
  return decisions
})

for (const database of databasesWithCitus()) {
  const layer = Layer.provide(PostgresRateLimitStore.layer, database.migrated)

  it.layer(layer, { timeout: "60 seconds" })(`PostgresRateLimitStore on ${database.name}`, (it) => {
    it.effect.prop(
      "decides like the store in memory, for any sequence of consume, refund and deleteExpired",
      [anySteps],
      ([steps]) =>
        Effect.gen(function* () {
          const expected = yield* run(Context.get(yield* Layer.build(Memory.layer), RateLimitStore), steps)
          assert.deepStrictEqual(yield* run(yield* RateLimitStore, steps), expected)
        }).pipe(Effect.scoped),
      { fastCheck: { numRuns: 60 } }
    )

    it.effect("refunds the windows before a refusal, even if it is interrupted", () =>
      Effect.gen(function* () {
        const store = yield* RateLimitStore
        const instanceId = Samples.instanceId()
        const window = (key: string) => ({ key, rate: { limit: 1, windowSeconds: 60 } })
        const [first, full] = [window("first"), window("full")]
        yield* store.consume(instanceId, [full], Samples.now)
        const started = yield* Deferred.make<void>()
        const slowly = Statement.withTransformer((statement) =>
          Deferred.succeed(started, undefined).pipe(
            Effect.zipRight(TestServices.provideLive(Effect.sleep("20 millis"))),
            Effect.as(statement)
          )
        )
        const refused = yield* Effect.fork(slowly(store.consume(instanceId, [first, full], Samples.plus(1))))
        yield* Deferred.await(started)
        yield* Fiber.interrupt(refused)
        assert.deepStrictEqual(yield* store.consume(instanceId, [first], Samples.plus(2)), { isAllowed: true })
      })
    )

    it.effect("deletes a key exactly when it counts nothing, also after a clock was behind and a refund", () =>
      Effect.gen(function* () {
        const store = yield* RateLimitStore
        const instanceId = Samples.instanceId()
        const windows = [{ key: "key", rate: { limit: 5, windowSeconds: 1 } }] as const
        const [early, late] = [Samples.plus(-200, Samples.longAgo), Samples.longAgo]
        yield* Effect.repeat(store.deleteExpired(early, 1000), { until: (deleted) => deleted === 0 })
        yield* store.consume(instanceId, windows, late)
        yield* store.consume(instanceId, windows, early)
        yield* store.refund(instanceId, "key", late)
        assert.strictEqual(yield* store.deleteExpired(Samples.plus(999, early), 10), 0)
        assert.strictEqual(yield* store.deleteExpired(Samples.plus(1000, early), 10), 1)
      })
    )

    it.effect("never allows more than the limit, for any number of concurrent attempts on two windows", () =>
      Effect.gen(function* () {
        const store = yield* RateLimitStore
        const instanceId = Samples.instanceId()
        const wide = { key: "wide", rate: { limit: 20, windowSeconds: 60 } }
        const narrow = (index: number) => ({ key: `narrow ${index % 2}`, rate: { limit: 5, windowSeconds: 60 } })
        const decisions = yield* Effect.forEach(
          Arr.range(1, 100),
          (index) => store.consume(instanceId, [wide, narrow(index)], Samples.plus(index)),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(
          decisions.filter(({ isAllowed }) => isAllowed),
          10
        )
        // What the refused attempts consumed of the wide window was refunded.
        const rest = yield* Effect.forEach(Arr.range(1, 11), () =>
          store.consume(instanceId, [wide], Samples.plus(1000))
        )
        assert.lengthOf(
          rest.filter(({ isAllowed }) => isAllowed),
          10
        )
      })
    )
  })
}

for (const isDistributed of [true, false]) {
  const layer = PostgresRateLimitStore.layerBesideSessions.pipe(
    Layer.provide(Layer.succeed(Distributed, isDistributed)),
    Layer.provide(onServer(newestServer()).migrated)
  )

  it.layer(layer, { timeout: "60 seconds" })(`Deferred attempts with Distributed ${isDistributed}`, (it) => {
    it.effect(isDistributed ? "wait as all others do, because each node commits for itself" : "do not wait", () =>
      Effect.gen(function* () {
        const store = yield* RateLimitStore
        const window = { key: "key", rate: { limit: 1, windowSeconds: 60 } }
        const instanceId = Samples.instanceId()
        const sent = yield* statementsOf(
          Effect.zipRight(
            store.consume(instanceId, [window], Samples.now, "deferred"),
            store.refund(instanceId, "key", Samples.now)
          )
        )
        assert.deepStrictEqual(sent.map(isDeferred), [!isDistributed, !isDistributed])
        // Citus refuses a volatile function where a statement changes a row, even if it is never called.
        assert.strictEqual(
          sent.some(({ text }) => text.includes("set_config")),
          !isDistributed
        )
      })
    )
  })
}
