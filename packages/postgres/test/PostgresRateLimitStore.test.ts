import * as Statement from "@effect/sql/Statement"
import { assert, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestServices from "effect/TestServices"
import { type Budget, RateLimitStore, type Outcome } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as Memory from "@latchkey/memory/Memory"
import * as PostgresRateLimitStore from "@latchkey/postgres/PostgresRateLimitStore"
import * as Samples from "@latchkey/testkit/Samples"
import { databases } from "../../../test/support/postgres/databases.ts"

type Step =
  | { readonly _tag: "take"; readonly budgets: ReadonlyArray<Budget>; readonly millis: number }
  | { readonly _tag: "giveBack"; readonly key: string; readonly back: number }
  | { readonly _tag: "sweep" }

const windows = { a: 1, b: 2, c: 3 }
const key = FastCheck.constantFrom("a" as const, "b" as const, "c" as const)

// The limit of a key is changed at any time, its window stays.
const budget = FastCheck.tuple(key, FastCheck.integer({ min: 1, max: 4 })).map(
  ([key, limit]): Budget => ({ key, limit: { limit, windowSeconds: windows[key] } })
)

const stepsOf = (most: { readonly budgets: number; readonly millisBack: number }): FastCheck.Arbitrary<Array<Step>> =>
  FastCheck.array(
    FastCheck.oneof(
      {
        weight: 8,
        arbitrary: FastCheck.record({
          _tag: FastCheck.constant("take" as const),
          budgets: FastCheck.uniqueArray(budget, { minLength: 1, maxLength: most.budgets, selector: ({ key }) => key }),
          millis: FastCheck.integer({ min: -most.millisBack, max: 900 })
        })
      },
      {
        weight: 2,
        arbitrary: FastCheck.record({ _tag: FastCheck.constant("giveBack" as const), key, back: FastCheck.nat(3) })
      },
      {
        weight: most.millisBack === 0 ? 1 : 0,
        arbitrary: FastCheck.record({ _tag: FastCheck.constant("sweep" as const) })
      }
    ),
    { minLength: 10, maxLength: 40 }
  )

// A hit on one of several budgets that is taken back may have pushed out an older one, and a sweep takes what is over
// by its own clock: a clock that is behind may then be admitted once more than it should. Which it is differs by store.
const steps = FastCheck.oneof(stepsOf({ budgets: 3, millisBack: 0 }), stepsOf({ budgets: 1, millisBack: 300 }))

const shown = (taking: Outcome): string => (taking.isAllowed ? "admitted" : DateTime.formatIso(taking.retryAt))

/** Plays the steps in one store, and answers what it answered. */
const play = Effect.fnUntraced(function* (store: RateLimitStore["Type"], played: ReadonlyArray<Step>) {
  const instanceId = Samples.instanceId()
  const times = Arr.of(Samples.now)
  const answers: Array<string> = []
  for (const step of played) {
    const last = Arr.lastNonEmpty(times)
    if (step._tag === "sweep") {
      yield* store.deleteExpired(last, 10)
    } else if (step._tag === "giveBack") {
      yield* store.refund(instanceId, step.key, times.at(-1 - step.back) ?? last)
    } else if (Arr.isNonEmptyReadonlyArray(step.budgets)) {
      const now = Samples.plus(step.millis, last)
      answers.push(shown(yield* store.consume(instanceId, step.budgets, now)))
      times.push(now)
    }
  }
  return answers
})

for (const database of databases()) {
  const layer = Layer.provide(PostgresRateLimitStore.layer, database.migrated)

  it.layer(layer, { timeout: "60 seconds" })(`PostgresRateLimitStore on ${database.name}`, (it) => {
    it.effect.prop(
      "answers as the store in memory does, whatever is taken, given back and swept",
      [steps],
      ([played]) =>
        Effect.gen(function* () {
          const expected = yield* play(Context.get(yield* Layer.build(Memory.layer), RateLimitStore), played)
          assert.deepStrictEqual(yield* play(yield* RateLimitStore, played), expected)
        }).pipe(Effect.scoped),
      { fastCheck: { numRuns: 60 } }
    )

    it.effect("gives back what it took before a refusal, though it is interrupted", () =>
      Effect.gen(function* () {
        const store = yield* RateLimitStore
        const instanceId = Samples.instanceId()
        const budget = (key: string) => ({ key, rate: { limit: 1, windowSeconds: 60 } })
        const [wide, full] = [budget("wide"), budget("full")]
        yield* store.consume(instanceId, [full], Samples.now)
        const begun = yield* Deferred.make<void>()
        const slowly = Statement.withTransformer((statement) =>
          Deferred.succeed(begun, undefined).pipe(
            Effect.zipRight(TestServices.provideLive(Effect.sleep("20 millis"))),
            Effect.as(statement)
          )
        )
        const refused = yield* Effect.fork(slowly(store.consume(instanceId, [wide, full], Samples.plus(1))))
        yield* Deferred.await(begun)
        yield* Fiber.interrupt(refused)
        assert.deepStrictEqual(yield* store.consume(instanceId, [wide], Samples.plus(2)), { isAllowed: true })
      })
    )

    it.effect("knows when a key is over, also when a clock was behind and a hit was given back", () =>
      Effect.gen(function* () {
        const store = yield* RateLimitStore
        const instanceId = Samples.instanceId()
        const budgets = [{ key: "key", rate: { limit: 5, windowSeconds: 1 } }] as const
        const [early, late] = [Samples.plus(-200, Samples.longAgo), Samples.longAgo]
        yield* Effect.repeat(store.deleteExpired(early, 1000), { until: (swept) => swept === 0 })
        yield* store.consume(instanceId, budgets, late)
        yield* store.consume(instanceId, budgets, early)
        yield* store.refund(instanceId, "key", late)
        assert.strictEqual(yield* store.deleteExpired(Samples.plus(999, early), 10), 0)
        assert.strictEqual(yield* store.deleteExpired(Samples.plus(1000, early), 10), 1)
      })
    )

    it.effect("never admits more than the limit, whatever crowd comes for two budgets at once", () =>
      Effect.gen(function* () {
        const store = yield* RateLimitStore
        const instanceId = Samples.instanceId()
        const wide = { key: "wide", rate: { limit: 20, windowSeconds: 60 } }
        const narrow = (index: number) => ({ key: `narrow ${index % 2}`, rate: { limit: 5, windowSeconds: 60 } })
        const takings = yield* Effect.forEach(
          Arr.range(1, 100),
          (index) => store.consume(instanceId, [wide, narrow(index)], Samples.plus(index)),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(
          takings.filter(({ isAllowed: admitted }) => admitted),
          10
        )
        // What the refused ones took from the wide budget is back.
        const rest = yield* Effect.forEach(Arr.range(1, 11), () => store.consume(instanceId, [wide], Samples.plus(1000)))
        assert.lengthOf(
          rest.filter(({ isAllowed: admitted }) => admitted),
          10
        )
      })
    )
  })
}
