/**
 * Gives each file the `it` of @effect/vitest: `it.layer` replaces its methods for all that follows in the same process, so
 * that the tests of the next file would run on the clock and the services of that layer.
 *
 * `it.effect` and `it.scoped` build only the clock for each test. The other services of `TestContext` have no state that a
 * test changes, and building them takes longer than most tests.
 */
import { it, layer, live, type TestOptions } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import * as TestServices from "effect/TestServices"

const testContext = TestClock.defaultTestClock.pipe(
  Layer.provideMerge(Layer.succeedContext(TestServices.liveServices)),
  Layer.provide(Logger.remove(Logger.defaultLogger))
)

// biome-ignore lint/suspicious/noExplicitAny: the tests of every file, whatever their arguments, errors and results.
type Body<R> = (...args: ReadonlyArray<any>) => Effect.Effect<any, any, R>

/** Makes a tester whose tests have the test services, and what `provide` provides. */
const makeTester = <R>(provide: (body: ReturnType<Body<R>>) => ReturnType<Body<TestServices.TestServices>>) => {
  const provided =
    (body: Body<R>) =>
    (...args: Parameters<Body<R>>) =>
      Effect.provide(provide(body(...args)), testContext)
  const through =
    (register: (name: string, body: Body<never>, options?: number | TestOptions) => void) =>
    (name: string, body: Body<R>, options?: number | TestOptions) =>
      register(name, provided(body), options)
  return Object.assign(through(live), {
    skip: through(live.skip),
    only: through(live.only),
    fails: through(live.fails),
    skipIf: (condition: unknown) => through(live.skipIf(condition)),
    runIf: (condition: unknown) => through(live.runIf(condition)),
    each: (cases: ReadonlyArray<unknown>) => through(live.each(cases)),
    prop: (name: string, arbitraries: Parameters<typeof live.prop>[1], body: Body<R>, options?: number) =>
      live.prop(name, arbitraries, provided(body), options)
  })
}

Object.assign(it, {
  layer,
  effect: makeTester<TestServices.TestServices>((body) => body),
  scoped: makeTester<TestServices.TestServices | Scope.Scope>(Effect.scoped)
})
