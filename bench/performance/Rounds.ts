import * as Effect from "effect/Effect"
import type { Measurement } from "./Measurements.ts"

const mostWarmUpSeconds = 3

/** The results of each round, by name. */
export type Rounds = ReadonlyMap<string, ReadonlyArray<number>>

/**
 * Takes all measurements once per round, every second round in reverse order, so that other load on the machine affects
 * all of them. A short first round warms up the servers and does not count.
 */
export const take = (
  measurements: ReadonlyArray<Measurement>,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
  printProgress: (text: string) => Effect.Effect<unknown>
): Effect.Effect<Rounds, Error> =>
  Effect.gen(function* () {
    const taken = new Map<string, Array<number>>()
    for (const { name, take } of measurements) {
      yield* printProgress(`warming up: ${name}`)
      yield* take(Math.min(seconds, mostWarmUpSeconds))
    }
    for (let round = 0; round < rounds; round++) {
      for (const { name, take } of round % 2 === 0 ? measurements : [...measurements].reverse()) {
        yield* printProgress(`round ${round + 1} of ${rounds}: ${name}`)
        for (const [figure, value] of Object.entries(yield* take(seconds))) {
          taken.set(figure, [...(taken.get(figure) ?? []), value])
        }
      }
    }
    return taken
  })
