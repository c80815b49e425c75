/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as MutableRef from "effect/MutableRef"
import * as Ref from "effect/Ref"
import { empty, type MemoryState } from "./internal/MemoryState.ts"

/**
 * A database in memory: one state, changed by one operation at a time. Each layer that is built is a database of its
 * own. What the state looks like is the adapters' own affair.
 *
 * @since 0.1.0
 */
export class MemoryDatabase extends Context.Tag("@latchkey/memory/MemoryDatabase")<
  MemoryDatabase,
  {
    /** Looks at the state. Waits while somebody else's transaction runs. */
    readonly read: <A>(look: (state: MemoryState) => A) => Effect.Effect<A>

    /** Answers and puts the next state in place, in one step. Waits while somebody else's transaction runs. */
    readonly modify: <A>(change: (state: MemoryState) => readonly [A, MemoryState]) => Effect.Effect<A>

    /** Puts the next state in place, in one step. Waits while somebody else's transaction runs. */
    readonly update: (change: (state: MemoryState) => MemoryState) => Effect.Effect<void>

    /**
     * Runs `effect` alone: everybody outside waits until it ends. What it did is undone when it fails, dies or is
     * interrupted. Fibers that it forks belong to it until it ends. One inside another belongs to the outer one.
     */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>() {}

/** An empty database. @since 0.1.0 */
export const make: Effect.Effect<Context.Tag.Service<MemoryDatabase>> = Effect.gen(function* () {
  const state = yield* Ref.make(empty)
  const gate = yield* Effect.makeSemaphore(1)
  const alone = gate.withPermits(1)

  // Whether the transaction that this fiber was started in is still open. A fiber can outlive it.
  const open = FiberRef.unsafeMake(MutableRef.make(false))
  const isInside = Effect.map(FiberRef.get(open), MutableRef.get)

  const inTurn = <A>(operation: Effect.Effect<A>) =>
    Effect.flatMap(isInside, (inside) => (inside ? operation : alone(operation)))

  const undoUnlessSucceeds = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Ref.get(state), (before) => Effect.onError(restore(effect), () => Ref.set(state, before)))
    )

  const opened = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const mark = MutableRef.make(true)
      const close = Effect.sync(() => MutableRef.set(mark, false))
      return effect.pipe(undoUnlessSucceeds, Effect.ensuring(close), Effect.locally(open, mark))
    })

  return MemoryDatabase.of({
    read: (look) => inTurn(Effect.map(Ref.get(state), look)),
    modify: (change) => inTurn(Ref.modify(state, change)),
    update: (change) => inTurn(Ref.update(state, change)),
    transaction: (effect) =>
      Effect.flatMap(isInside, (inside) => (inside ? undoUnlessSucceeds(effect) : alone(opened(effect))))
  })
})

/**
 * An empty database. Adapters that are to see the same data need the same one: `Memory.layer` sees to that.
 *
 * @since 0.1.0
 */
export const layer: Layer.Layer<MemoryDatabase> = Layer.effect(MemoryDatabase, make)
