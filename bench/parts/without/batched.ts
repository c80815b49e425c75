/** A statement for each call. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"

interface Options<In, Out, E> {
  readonly run: (inputs: Arr.NonEmptyReadonlyArray<In>) => Effect.Effect<ReadonlyArray<Out>, E>
}

export const batched =
  <In, Out, E>({ run }: Options<In, Out, E>) =>
  (input: In): Effect.Effect<Out, E> =>
    Effect.map(run([input]), Arr.unsafeGet(0))
