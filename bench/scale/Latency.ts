import type { SqlClient } from "@effect/sql/SqlClient"
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import * as NodeTokenGenerator from "@latchkey/crypto/NodeTokenGenerator"
import type { Storage } from "@latchkey/domain/Domain"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Statistics from "../shared/Statistics.ts"
import type { Database } from "./Database.ts"
import * as ProcessorTime from "./ProcessorTime.ts"
import * as Requests from "./Requests.ts"
import * as Visitor from "./Visitor.ts"

/** A page of the feed, which has an event for each user. */
export const feedName = "100 events of the feed (1 query)"

/** The kinds of requests, and their connections, which decide whether commits wait for the disk. */
const kinds = [
  { name: "a session check (1 query)", request: "sessionCheck", connection: "asynchronous" },
  { name: "the query of a session check, with `pg` alone", request: "plainCheck", connection: "plain" },
  { name: "consuming a limit (1 query)", request: "consumeLimit", connection: "asynchronous" },
  { name: "finding the account of a sign-in (1 query)", request: "findAccount", connection: "asynchronous" },
  { name: "50 users by address (1 query)", request: "search", connection: "asynchronous" },
  { name: "50 users by creation, and finding the first (2 queries)", request: "list", connection: "asynchronous" },
  { name: feedName, request: "feed", connection: "asynchronous" },
  { name: "a refused sign-in (3 queries)", request: "refusedSignIn", connection: "asynchronous" },
  { name: "a sign-in (6 queries, a known client)", request: "signIn", connection: "asynchronous" },
  { name: "a sign-in, with commits on disk", request: "signIn", connection: "durable" }
] as const

type Kind = (typeof kinds)[number]

/** In milliseconds: wall clock, and CPU time of the database. */
interface Times {
  readonly clock: number
  readonly processor: number
}

/** How long requests took in the small and in the large database. */
export interface Comparison {
  readonly name: string
  readonly small: ReadonlyArray<Times>
  readonly large: ReadonlyArray<Times>
}

export const requestsOn = (services: Context.Context<Storage | SqlClient>) =>
  Requests.make.pipe(Effect.provide(services), Effect.provide([NodeIdGenerator.layer, NodeTokenGenerator.layer]))

/** Runs the requests one after the other, and returns how long each took. */
export const timesOf = <A, E>(items: ReadonlyArray<A>, request: (item: A) => Effect.Effect<unknown, E>) =>
  Effect.gen(function* () {
    const times: Array<number> = []
    for (const item of items) {
      const begin = performance.now()
      yield* request(item)
      times.push(performance.now() - begin)
    }
    return times
  })

/** How often a round switches between the databases, so that other load on the machine affects both. */
const turns = 10

/** What makes requests of a kind, and measures the CPU time of its connection. */
const connection = (database: Database, kind: Kind) =>
  Effect.gen(function* () {
    if (kind.connection === "plain") return database.plain
    const services = database[kind.connection]
    const requests = yield* requestsOn(services)
    return { request: requests[kind.request], processorTime: Effect.provide(ProcessorTime.ofConnection, services) }
  })

const side = (database: Database, kind: Kind, samples: number) =>
  Effect.gen(function* () {
    const { processorTime, request } = yield* connection(database, kind)
    const visitors = yield* Effect.provide(Visitor.some(database.active, samples), database.administrative)
    const clock: Array<number> = []
    let processor = 0
    return {
      take: (turn: number) =>
        Effect.gen(function* () {
          const share = visitors.slice((turn * samples) / turns, ((turn + 1) * samples) / turns)
          const before = yield* processorTime
          clock.push(...(yield* timesOf(share, request)))
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
