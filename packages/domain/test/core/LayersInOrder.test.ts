import { assert, describe, it } from "@effect/vitest"
import * as LayersInOrder from "@latchkey/domain/core/LayersInOrder"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

class Given extends Context.Tag("test/Given")<Given, string>() {}
class First extends Context.Tag("test/First")<First, string>() {}
class Second extends Context.Tag("test/Second")<Second, string>() {}
class Third extends Context.Tag("test/Third")<Third, string>() {}

describe("LayersInOrder", () => {
  it.effect(
    "builds each layer and each service with what is given and with those before it, and provides all of them",
    () =>
      Effect.gen(function* () {
        const first = Layer.effect(
          First,
          Effect.map(Given, (given) => `${given} first`)
        )
        const second = Layer.effect(
          Second,
          Effect.map(Effect.all([Given, First]), (all) => all.join(", "))
        )
        const third = { tag: Third, make: Effect.map(Second, (service) => `${service}!`) }
        const layer = LayersInOrder.make([first, second, third]) as Layer.Layer<First | Second | Third, never, Given>
        const services = yield* Effect.provide(
          Effect.context<First | Second | Third>(),
          Layer.provide(layer, Layer.succeed(Given, "given"))
        )
        assert.strictEqual(Context.get(services, First), "given first")
        assert.strictEqual(Context.get(services, Second), "given, given first")
        assert.strictEqual(Context.get(services, Third), "given, given first!")
        // Only what is built here.
        assert.isFalse(services.unsafeMap.has(Given.key))
      })
  )

  it.effect("builds a layer once that others use, too, and releases everything, the last one first", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const make = (name: string) =>
        Effect.acquireRelease(
          Effect.sync(() => void log.push(`+${name}`)),
          () => Effect.sync(() => void log.push(`-${name}`))
        ).pipe(Effect.as(name))
      const first = Layer.scoped(First, make("first"))
      const second = Layer.provide(Layer.scoped(Second, make("second")), first)
      const third = { tag: Third, make: make("third") }
      yield* Effect.scoped(Layer.build(Layer.merge(first, LayersInOrder.make([first, second, third]))))
      assert.deepStrictEqual(log, ["+first", "+second", "+third", "-third", "-second", "-first"])
    })
  )
})
