import { assert, describe, it } from "@effect/vitest"
import { batched, maxBatches, maxSize } from "../src/internal/batched.ts"
import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Tracer from "effect/Tracer"

/** Batches that stay on their way until the test ends them. */
const setUp = (options: { readonly patienceMillis?: number } = {}) => {
  const sent: Array<{ readonly inputs: ReadonlyArray<number>; readonly result: Deferred.Deferred<void, string> }> = []
  const call = batched({
    span: "batch",
    run: (inputs: ReadonlyArray<number>) =>
      Effect.gen(function* () {
        const result = yield* Deferred.make<void, string>()
        sent.push({ inputs, result })
        yield* Deferred.await(result)
        return inputs.map((input) => `output ${input}`)
      }),
    ...options
  })
  const fork = (input: number) => Effect.fork(call(input))
  const forkAll = (from: number, to: number) => Effect.forEach(Arr.range(from, to), fork)
  const end = (index: number, result: Exit.Exit<void, string> = Exit.void) =>
    Effect.suspend(() => {
      const batch = sent[index]
      return batch === undefined ? Effect.die(`There is no batch ${index}`) : Deferred.done(batch.result, result)
    })
  return { call, end, fork, forkAll, inputs: () => sent.map(({ inputs }) => inputs) }
}

/** Lets the fibers run that were forked, and then one turn of the event loop. */
const turn = Effect.yieldNow().pipe(
  Effect.zipRight(Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))),
  Effect.zipRight(Effect.yieldNow())
)

/** As many batches as may be on their way, each with one call: 1 and 2. */
const busy = Effect.gen(function* () {
  const batches = setUp()
  const one = yield* batches.fork(1)
  yield* turn
  const two = yield* batches.fork(2)
  yield* turn
  return { ...batches, one, two }
})

describe("batched", () => {
  it.effect("sends the first call alone, in the same turn of the event loop", () =>
    Effect.gen(function* () {
      const { end, fork, inputs } = setUp()
      const fiber = yield* fork(1)
      yield* turn
      assert.deepStrictEqual(inputs(), [[1]])
      yield* end(0)
      assert.strictEqual(yield* Fiber.join(fiber), "output 1")
    })
  )

  it.effect("sends the calls of one turn together", () =>
    Effect.gen(function* () {
      const { forkAll, inputs } = setUp()
      yield* forkAll(1, 3)
      yield* turn
      assert.deepStrictEqual(inputs(), [[1, 2, 3]])
    })
  )

  it.effect("sends calls that come meanwhile together, in order, when a batch returns", () =>
    Effect.gen(function* () {
      const { end, forkAll, inputs } = yield* busy
      assert.strictEqual(maxBatches, 2)
      const fibers = yield* forkAll(3, 5)
      yield* turn
      assert.deepStrictEqual(inputs(), [[1], [2]])
      yield* end(1)
      yield* turn
      yield* turn
      assert.deepStrictEqual(inputs(), [[1], [2], [3, 4, 5]])
      yield* end(2)
      assert.deepStrictEqual(yield* Fiber.join(Fiber.all(fibers)), ["output 3", "output 4", "output 5"])
    })
  )

  it.effect("sends 64 calls in one batch at most, and the others in the next", () =>
    Effect.gen(function* () {
      const { forkAll, inputs } = setUp()
      assert.strictEqual(maxSize, 64)
      yield* forkAll(1, 200)
      yield* turn
      assert.deepStrictEqual(
        inputs().map((batch) => batch.length),
        [64, 64]
      )
      assert.deepStrictEqual(inputs().flat(), Arr.range(1, 128))
    })
  )

  it.effect("does not send a waiting call that was interrupted, and sends the others", () =>
    Effect.gen(function* () {
      const { end, forkAll, inputs } = yield* busy
      const [first, second] = yield* forkAll(3, 4)
      yield* turn
      yield* Fiber.interrupt(first ?? Fiber.void)
      yield* end(0)
      yield* turn
      yield* turn
      assert.deepStrictEqual(inputs(), [[1], [2], [4]])
      yield* end(2)
      assert.strictEqual(yield* Fiber.join(second ?? Fiber.never), "output 4")
    })
  )

  it.effect("lets a call leave a batch that was sent immediately, the first one too, and completes the others", () =>
    Effect.gen(function* () {
      const { end, forkAll } = setUp()
      const [first, second] = yield* forkAll(1, 2)
      yield* turn
      const exit = yield* Fiber.interrupt(first ?? Fiber.void)
      assert.isTrue(Exit.isInterrupted(exit))
      yield* end(0)
      assert.strictEqual(yield* Fiber.join(second ?? Fiber.never), "output 2")
    })
  )

  it.effect("sends the call of a fiber that was interrupted where it cannot be", () =>
    Effect.gen(function* () {
      const { call, end } = setUp()
      const outputs: Array<string> = []
      const fiber = yield* Effect.fork(Effect.uninterruptible(Effect.map(call(1), (output) => outputs.push(output))))
      yield* Effect.yieldNow()
      fiber.unsafeInterruptAsFork(FiberId.none)
      yield* turn
      yield* end(0)
      yield* Fiber.await(fiber)
      assert.deepStrictEqual(outputs, ["output 1"])
    })
  )

  for (const [what, result] of [
    ["failure", Exit.fail("refused")],
    ["defect", Exit.die("broken")]
  ] as const) {
    it.effect(`fails every call of a batch with its ${what}, and no other call`, () =>
      Effect.gen(function* () {
        const { end, forkAll, two } = yield* busy
        const fibers = yield* forkAll(3, 4)
        yield* turn
        yield* end(0)
        yield* turn
        yield* turn
        yield* end(2, result)
        yield* end(1)
        for (const exit of yield* Effect.forEach(fibers, Fiber.await)) assert.isTrue(Equal.equals(exit, result))
        assert.strictEqual(yield* Fiber.join(two), "output 2")
      })
    )
  }

  it.effect("goes on after a batch that could not be made", () =>
    Effect.gen(function* () {
      const call = batched({
        span: "batch",
        run: ([input]) => {
          if (input === 1) throw new Error("broken")
          return Effect.succeed([input])
        }
      })
      const exit = yield* Effect.exit(call(1))
      assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
      assert.strictEqual(yield* call(2), 2)
    })
  )

  it.live("lets others go after a time, if no batch returns", () =>
    Effect.gen(function* () {
      const { end, fork, inputs } = setUp({ patienceMillis: 20 })
      yield* fork(1)
      yield* turn
      yield* fork(2)
      yield* turn
      const third = yield* fork(3)
      yield* Effect.repeat(turn, { until: () => inputs().length === 3 })
      yield* end(0)
      yield* end(1)
      yield* end(2)
      assert.strictEqual(yield* Fiber.join(third), "output 3")
      // Those that were late are not counted twice: two batches are on their way again, and not more.
      yield* Effect.forEach([4, 5, 6], (input) => Effect.zipRight(fork(input), turn))
      assert.deepStrictEqual(inputs(), [[1], [2], [3], [4], [5]])
    })
  )
})

/** Any tracer that is not the one apps have before they set theirs. It samples the traces whose name has a capital. */
const tracer = (made: Array<Tracer.Span>) =>
  Effect.map(Effect.tracer, ({ context, span }) =>
    Tracer.make({
      span: (name, parent, ...rest) => {
        const sampled = parent._tag === "Some" ? parent.value.sampled : /[A-Z]/.test(name)
        const one = Object.assign(span(name, parent, ...rest), { sampled })
        made.push(one)
        return one
      },
      context
    })
  )

/** Returns the span in which each batch ran, if the tracer has made one, for calls in spans of their names. */
const spansOfBatches = (names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const made: Array<Tracer.Span> = []
    const spans: Array<Tracer.Span> = []
    const call = batched({
      span: "Batch",
      run: (inputs: ReadonlyArray<string>) =>
        Effect.orDie(Effect.currentSpan).pipe(
          Effect.map((span) => {
            spans.push(span)
            return inputs
          }),
          Effect.withSpan("statement")
        )
    })
    const calls = Effect.forEach(names, (name) => Effect.withSpan(call(name), name), { concurrency: "unbounded" })
    yield* Effect.withTracer(calls, yield* tracer(made))
    return spans.filter((span) => made.includes(span))
  })

const nameOf = (span: Tracer.AnySpan) => (span._tag === "Span" ? span.name : span.spanId)
const parentOf = (span: Tracer.Span | undefined) => (span?.parent._tag === "Some" ? span.parent.value : undefined)

describe("The span of a batch", () => {
  it.effect("with one call is that of the call", () =>
    Effect.gen(function* () {
      const [statement] = yield* spansOfBatches(["One"])
      const parent = parentOf(statement)
      assert.strictEqual(parent && nameOf(parent), "One")
    })
  )

  it.effect("with several calls in traces is a root, linked to each of them", () =>
    Effect.gen(function* () {
      const [statement] = yield* spansOfBatches(["unsampled", "One", "Two"])
      const batch = parentOf(statement)
      if (batch?._tag !== "Span") return assert.fail("There is no batch")
      assert.strictEqual(batch.name, "Batch")
      assert.isTrue(batch.parent._tag === "None")
      assert.deepStrictEqual(
        batch.links.map(({ span }) => nameOf(span)),
        ["One", "Two"]
      )
      assert.strictEqual(batch.attributes.get("db.operation.batch.size"), 3)
    })
  )

  it.effect("with one call in a trace among several belongs to it", () =>
    Effect.gen(function* () {
      const [statement] = yield* spansOfBatches(["unsampled", "One", "another"])
      const batch = parentOf(statement)
      const parent = batch?._tag === "Span" ? parentOf(batch) : undefined
      assert.deepStrictEqual([batch && nameOf(batch), parent && nameOf(parent)], ["Batch", "One"])
    })
  )

  it.effect("is missing if no call is in a trace that is sampled", () =>
    Effect.gen(function* () {
      const spans = [...(yield* spansOfBatches(["one"])), ...(yield* spansOfBatches(["one", "two"]))]
      assert.deepStrictEqual(spans, [])
    })
  )
})
