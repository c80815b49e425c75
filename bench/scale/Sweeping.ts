import { SqlClient } from "@effect/sql/SqlClient"
import * as CleanupJob from "@latchkey/domain/CleanupJob"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Database } from "./Database.ts"
import { requestsOn, timesOf } from "./Latency.ts"
import * as Statistics from "../shared/Statistics.ts"
import * as Visitor from "./Visitor.ts"

/** What a sweep deleted and how long it took, and session checks before it and meanwhile, in milliseconds. */
export interface Sweep {
  readonly sessions: number
  readonly browsers: number
  readonly links: number
  readonly windows: number
  readonly seconds: number
  readonly before: ReadonlyArray<number>
  readonly meanwhile: ReadonlyArray<number>
}

const checks = 1000

const counts = Effect.gen(function* () {
  const sql = yield* SqlClient
  const [row] = yield* sql<Record<"sessions" | "browsers" | "links" | "windows", number>>`
    SELECT
      (SELECT count(*)::float8 FROM latchkey.sessions) AS sessions,
      (SELECT count(*)::float8 FROM latchkey.clients) AS browsers,
      (SELECT count(*)::float8 FROM latchkey.magic_links) AS links,
      (SELECT count(*)::float8 FROM latchkey.rate_limits) AS windows`
  return row ?? { sessions: 0, browsers: 0, links: 0, windows: 0 }
})

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const begin = performance.now()
    return Effect.map(effect, () => (performance.now() - begin) / 1000)
  })

/** Sweeps everything that is over, as the service does once a minute, while people go on coming. */
export const measure = (database: Database) =>
  Effect.gen(function* () {
    const visitors = yield* Effect.provide(Visitor.some(database.users, checks), database.patient)
    const { sessionCheck } = yield* requestsOn(database.durable)
    const { run: sweep } = yield* Effect.provide(CleanupJob.make, database.crowded)
    const there = yield* Effect.provide(counts, database.patient)
    yield* timesOf(visitors, sessionCheck)
    const before = yield* timesOf(visitors, sessionCheck)

    const meanwhile: Array<number> = []
    const people = yield* Effect.forEach(visitors, (visitor) =>
      Effect.map(timesOf([visitor], sessionCheck), (times) => meanwhile.push(...times))
    ).pipe(Effect.forever, Effect.fork)
    const seconds = yield* timed(sweep)
    yield* Fiber.interrupt(people)
    const left = yield* Effect.provide(counts, database.patient)
    const swept: Sweep = {
      sessions: there.sessions - left.sessions,
      browsers: there.browsers - left.browsers,
      links: there.links - left.links,
      windows: there.windows - left.windows,
      seconds,
      before,
      meanwhile
    }
    return swept
  })

/** How many times as long a session check takes during a sweep, at the given percentile. */
export const slowdown = ({ before, meanwhile }: Sweep, percent: number): number =>
  Statistics.percentile(meanwhile, percent) / Statistics.percentile(before, percent)
