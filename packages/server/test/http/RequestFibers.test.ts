import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Runtime from "effect/Runtime"
import * as Scope from "effect/Scope"
import * as RequestFibers from "../../src/http/RequestFibers.ts"

type AnyFiber = Fiber.RuntimeFiber<unknown, unknown>

const currentFiber = Effect.withFiberRuntime<AnyFiber>((fiber) => Effect.succeed(fiber))

/** Runs an effect, and waits for its exit. */
const exitOf = <A>(run: RequestFibers.Run, effect: Effect.Effect<A>) =>
  Effect.async<Exit.Exit<A>>((resume) => void run(effect, (exit) => resume(Effect.succeed(exit))))

const isRunning = (fiber: AnyFiber) => Effect.map(Effect.sleep("1 millis"), () => fiber.unsafePoll() === null)

const make = RequestFibers.makeRun(Runtime.defaultRuntime)

/** Begins an effect that runs until it gets its result. Returns its fiber, what was called at its end, and how to end it. */
const begin = (run: RequestFibers.Run) =>
  Effect.gen(function* () {
    const started = yield* Deferred.make<AnyFiber>()
    const result = yield* Deferred.make<string>()
    const exits: Array<Exit.Exit<string>> = []
    const effect = Effect.flatMap(currentFiber, (fiber) =>
      Effect.zipRight(Deferred.succeed(started, fiber), Deferred.await(result))
    )
    const interrupt = run(effect, (exit) => void exits.push(exit))
    return { fiber: yield* Deferred.await(started), exits, interrupt, end: Deferred.succeed(result, "done") }
  })

describe("RequestFibers", () => {
  it.scopedLive("run one effect after the other, and effects at the same time on different fibers", () =>
    Effect.gen(function* () {
      const run = yield* make
      const first = yield* exitOf(run, currentFiber)
      assert.deepStrictEqual(yield* exitOf(run, currentFiber), first)
      const [one, another] = [yield* begin(run), yield* begin(run)]
      assert.notStrictEqual(one.fiber, another.fiber)
    })
  )

  it.scopedLive("go on after a failure that is no interruption", () =>
    Effect.gen(function* () {
      const run = yield* make
      const first = yield* exitOf(run, currentFiber)
      assert.deepStrictEqual(yield* exitOf(run, Effect.die("defect")), Exit.die("defect"))
      assert.isTrue(Exit.isInterrupted(yield* exitOf(run, Effect.interrupt)))
      assert.deepStrictEqual(yield* exitOf(run, currentFiber), first)
    })
  )

  it.scopedLive("interrupt one effect, and run the next one on another fiber", () =>
    Effect.gen(function* () {
      const run = yield* make
      const [stays, leaves] = [yield* begin(run), yield* begin(run)]
      leaves.interrupt(FiberId.none)
      assert.isFalse(yield* isRunning(leaves.fiber))
      assert.deepStrictEqual(leaves.exits.map(Exit.isInterrupted), [true])
      assert.deepStrictEqual(yield* exitOf(run, Effect.succeed("next")), Exit.succeed("next"))
      assert.deepStrictEqual(stays.exits, [])
      yield* stays.end
      assert.isTrue(yield* isRunning(stays.fiber))
      assert.deepStrictEqual(stays.exits, [Exit.succeed("done")])
    })
  )

  it.scopedLive("run nothing on a fiber that was interrupted while it waited", () =>
    Effect.gen(function* () {
      const run = yield* make
      const waiting = Exit.getOrElse(yield* exitOf(run, currentFiber), () => assert.fail())
      waiting.unsafeInterruptAsFork(FiberId.none)
      assert.isFalse(yield* isRunning(waiting))
      assert.deepStrictEqual(yield* exitOf(run, Effect.succeed("next")), Exit.succeed("next"))
    })
  )

  it.scopedLive("do not interrupt the next effect of a fiber", () =>
    Effect.gen(function* () {
      const run = yield* make
      const ended = yield* begin(run)
      yield* ended.end
      yield* isRunning(ended.fiber)
      const next = yield* begin(run)
      assert.strictEqual(next.fiber, ended.fiber)
      ended.interrupt(FiberId.none)
      assert.isTrue(yield* isRunning(next.fiber))
    })
  )

  it.scopedLive("interrupt an effect that has not begun yet on its free fiber", () =>
    Effect.gen(function* () {
      const run = yield* make
      yield* exitOf(run, Effect.void)
      const exits: Array<Exit.Exit<never>> = []
      run(Effect.never, (exit) => void exits.push(exit))(FiberId.none)
      yield* Effect.sleep("1 millis")
      assert.deepStrictEqual(exits.map(Exit.isInterrupted), [true])
    })
  )

  it.scopedLive("call once for an effect that ends although it was interrupted, and run nothing on its fiber", () =>
    Effect.gen(function* () {
      const run = yield* make
      const exits: Array<Exit.Exit<AnyFiber>> = []
      const slow = Effect.uninterruptible(Effect.zipLeft(currentFiber, Effect.sleep("5 millis")))
      run(slow, (exit) => void exits.push(exit))(FiberId.none)
      yield* Effect.sleep("10 millis")
      assert.strictEqual(exits.length, 1)
      assert.notDeepEqual(yield* exitOf(run, currentFiber), exits[0])
    })
  )

  it.scopedLive("end when there are a hundred free ones", () =>
    Effect.gen(function* () {
      const run = yield* make
      const busy = yield* Effect.replicateEffect(begin(run), RequestFibers.maxFree + 5)
      yield* Effect.forEach(busy, ({ end }) => end)
      const running = yield* Effect.filter(busy, ({ fiber }) => isRunning(fiber))
      assert.strictEqual(running.length, RequestFibers.maxFree)
    })
  )

  it.live("end with their scope: free ones immediately, busy ones after their effect", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const run = yield* Scope.extend(make, scope)
      const busy = yield* begin(run)
      const free = Exit.getOrElse(yield* exitOf(run, currentFiber), () => busy.fiber)
      yield* Scope.close(scope, Exit.void)
      assert.isFalse(yield* isRunning(free))
      assert.isTrue(yield* isRunning(busy.fiber))
      yield* busy.end
      assert.isFalse(yield* isRunning(busy.fiber))
      assert.deepStrictEqual(busy.exits, [Exit.succeed("done")])
    })
  )
})
