import { randomInt } from "node:crypto"

/** SettingCodecs of requests that must not be told apart: each makes one, and answers how long it took. */
export type Classes<Name extends string> = Readonly<Record<Name, (lane: number) => Promise<number>>>

export type Samples<Name extends string> = Readonly<Record<Name, ReadonlyArray<number>>>

export interface Plan {
  /** Of each class. */
  readonly samples: number
  /** Made before, and not counted. */
  readonly warmUp: number
  /** How many are under way at a time. */
  readonly lanes: number
}

const shuffled = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => {
  const rest = [...values]
  return values.flatMap(() => rest.splice(randomInt(rest.length), 1))
}

/**
 * Measures all classes in rounds, each of them once in every round and in random order: whatever else the machine does
 * meanwhile, it does to all of them alike.
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
