import * as Effect from "effect/Effect"
import type { Measurement } from "./Measurements.ts"

const warmUpSeconds = 3

/** What every figure was in each round. */
export type Rounds = ReadonlyMap<string, ReadonlyArray<number>>

/**
 * Takes all measurements in turns, each round in the other direction: whatever else the machine does meets them all.
 * A first short round warms the servers up and does not count.
 */
export const take = (
  measurements: ReadonlyArray<Measurement>,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
  say: (text: string) => Effect.Effect<unknown>
): Effect.Effect<Rounds, Error> =>
  Effect.gen(function* () {
    const taken = new Map<string, Array<number>>()
    for (const { name, take } of measurements) {
      yield* say(`warming up: ${name}`)
      yield* take(warmUpSeconds)
    }
    for (let round = 0; round < rounds; round++) {
      for (const { name, take } of round % 2 === 0 ? measurements : [...measurements].reverse()) {
        yield* say(`round ${round + 1} of ${rounds}: ${name}`)
        for (const [figure, value] of Object.entries(yield* take(seconds))) {
          taken.set(figure, [...(taken.get(figure) ?? []), value])
        }
      }
    }
    return taken
  })
