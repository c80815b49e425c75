import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as MutableRef from "effect/MutableRef"
import * as Ref from "effect/Ref"
import { empty, type MemoryState } from "./internal/MemoryState.ts"

/**
 * A database in memory: one state, changed by one operation at a time. Each layer that is built is another database.
 * The form of the state is internal to the adapters.
 */
export class MemoryDatabase extends Context.Tag("@latchkey/memory/MemoryDatabase")<
  MemoryDatabase,
  {
    /** Reads the state. Waits until another fiber's transaction has ended. */
    readonly read: <A>(select: (state: MemoryState) => A) => Effect.Effect<A>

    /** Returns a value and sets the next state, atomically. Waits until another fiber's transaction has ended. */
    readonly modify: <A>(change: (state: MemoryState) => readonly [A, MemoryState]) => Effect.Effect<A>

    /** Sets the next state, atomically. Waits until another fiber's transaction has ended. */
    readonly update: (change: (state: MemoryState) => MemoryState) => Effect.Effect<void>

    /**
     * Runs `effect` while all fibers outside wait. Restores the state if it fails, dies or is interrupted. Fibers that
     * it forks are inside until it ends. A nested transaction belongs to the outer one.
     */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>() {}

/** Makes an empty database. */
export const make = Effect.gen(function* () {
  const state = yield* Ref.make(empty)
  const semaphore = yield* Effect.makeSemaphore(1)
  const exclusive = semaphore.withPermits(1)

  // Whether the transaction that this fiber was started in is still open. A fiber can outlive it.
  const open = FiberRef.unsafeMake(MutableRef.make(false))
  const isInside = Effect.map(FiberRef.get(open), MutableRef.get)

  const inTurn = <A>(operation: Effect.Effect<A>) =>
    Effect.flatMap(isInside, (inside) => (inside ? operation : exclusive(operation)))

  const rollBackOnFailure = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Ref.get(state), (before) => Effect.onError(restore(effect), () => Ref.set(state, before)))
    )

  const opened = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const mark = MutableRef.make(true)
      const close = Effect.sync(() => MutableRef.set(mark, false))
      return effect.pipe(rollBackOnFailure, Effect.ensuring(close), Effect.locally(open, mark))
    })

  return MemoryDatabase.of({
    read: (select) => inTurn(Effect.map(Ref.get(state), select)),
    modify: (change) => inTurn(Ref.modify(state, change)),
    update: (change) => inTurn(Ref.update(state, change)),
    transaction: (effect) =>
      Effect.flatMap(isInside, (inside) => (inside ? rollBackOnFailure(effect) : exclusive(opened(effect))))
  })
})

/**
 * An empty database as a layer. Adapters that share data need the same one: `Memory.layer` provides it to all of them.
 */
export const layer: Layer.Layer<MemoryDatabase> = Layer.effect(MemoryDatabase, make)
