import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import * as NodeTokenGenerator from "@latchkey/crypto/NodeTokenGenerator"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Storage } from "@latchkey/domain/Domain"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "./Database.ts"
import * as ProcessorTime from "./ProcessorTime.ts"
import * as Requests from "./Requests.ts"
import * as Statistics from "../shared/Statistics.ts"
import * as Visitor from "./Visitor.ts"

/** A kind of request, and which commits it waits for. */
const kinds = [
  { name: "a session check (1 query)", request: "sessionCheck", connection: "hurried" },
  { name: "a refused sign-in (2 queries)", request: "refusedSignIn", connection: "hurried" },
  { name: "a sign-in (4 queries)", request: "signIn", connection: "hurried" },
  { name: "a sign-in, its commits on the disk", request: "signIn", connection: "durable" }
] as const

type Kind = (typeof kinds)[number]

/** In milliseconds: by the clock, and of the processor for the database alone. */
interface Times {
  readonly clock: number
  readonly processor: number
}

/** How long requests took on the small and on the large database. */
export interface Comparison {
  readonly name: string
  readonly small: ReadonlyArray<Times>
  readonly large: ReadonlyArray<Times>
}

export const requestsOn = (services: Context.Context<Storage | SqlClient>) =>
  Requests.make.pipe(Effect.provide(services), Effect.provide([NodeIdGenerator.layer, NodeTokenGenerator.layer]))

/** How long each takes, one after the other. */
export const timesOf = <A, E>(items: ReadonlyArray<A>, request: (item: A) => Effect.Effect<void, E>) =>
  Effect.gen(function* () {
    const times: Array<number> = []
    for (const item of items) {
      const begin = performance.now()
      yield* request(item)
      times.push(performance.now() - begin)
    }
    return times
  })

/** A round changes between the two so often: whatever else the machine does meets both. */
const turns = 10

const side = (database: Database, kind: Kind, samples: number) =>
  Effect.gen(function* () {
    const services = database[kind.connection]
    const requests = yield* requestsOn(services)
    const visitors = yield* Effect.provide(Visitor.some(database.users, samples), database.patient)
    const processorTime = Effect.provide(ProcessorTime.ofConnection, services)
    const clock: Array<number> = []
    let processor = 0
    return {
      take: (turn: number) =>
        Effect.gen(function* () {
          const share = visitors.slice((turn * samples) / turns, ((turn + 1) * samples) / turns)
          const before = yield* processorTime
          clock.push(...(yield* timesOf(share, requests[kind.request])))
          processor += (yield* processorTime) - before
        }),
      times: (): Times => ({ clock: Statistics.median(clock), processor: processor / visitors.length })
    }
  })

const round = (kind: Kind, small: Database, large: Database, samples: number) =>
  Effect.gen(function* () {
    const [one, other] = [yield* side(small, kind, samples), yield* side(large, kind, samples)]
    for (let turn = 0; turn < turns; turn++) {
      const [first, second] = turn % 2 === 0 ? [one, other] : [other, one]
      yield* first.take(turn)
      yield* second.take(turn)
    }
    return { small: one.times(), large: other.times() }
  })

const compare = (kind: Kind, small: Database, large: Database, rounds: number, samples: number) =>
  Effect.gen(function* () {
    const measured: Array<{ readonly small: Times; readonly large: Times }> = []
    // The first round warms up and does not count.
    yield* round(kind, small, large, samples)
    for (let count = 0; count < rounds; count++) measured.push(yield* round(kind, small, large, samples))
    const comparison: Comparison = {
      name: kind.name,
      small: measured.map((of) => of.small),
      large: measured.map((of) => of.large)
    }
    return comparison
  })

export const measure = (small: Database, large: Database, rounds: number, samples: number) =>
  Effect.forEach(kinds, (kind) => compare(kind, small, large, rounds, samples))
