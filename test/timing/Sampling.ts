import { randomInt } from "node:crypto"

/** Classes of requests that must be indistinguishable. Each function makes one request and returns how long it took. */
export type Classes<Name extends string> = Readonly<Record<Name, (lane: number) => Promise<number>>>

export type Samples<Name extends string> = Readonly<Record<Name, ReadonlyArray<number>>>

export interface Plan {
  /** Measurements of each class. */
  readonly samples: number
  /** Rounds before the measured ones. */
  readonly warmUp: number
  /** How many rounds run concurrently. */
  readonly lanes: number
}

const shuffled = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => {
  const rest = [...values]
  return values.flatMap(() => rest.splice(randomInt(rest.length), 1))
}

/**
 * Measures all classes in rounds, each once per round and in random order, so that other load on the machine affects
 * all of them equally.
 */
export const sample = async <Name extends string>(
  classes: Classes<Name>,
  { lanes, samples, warmUp }: Plan
): Promise<Samples<Name>> => {
  const names = Object.keys(classes) as Array<Name>
  const found = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Array<number>>
  let round = -warmUp
  const measure = async (lane: number) => {
    while (round < samples) {
      const isCounted = round++ >= 0
      for (const name of shuffled(names)) {
        const milliseconds = await classes[name](lane)
        if (isCounted) found[name].push(milliseconds)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => measure(lane)))
  return found
}
