import * as EventRecorder from "@latchkey/domain/event/EventRecorder"
import { SqlClient } from "@effect/sql/SqlClient"
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import * as NodeTokenGenerator from "@latchkey/crypto/NodeTokenGenerator"
import * as CleanupJob from "@latchkey/domain/CleanupJob"
import * as Domain from "@latchkey/domain/Domain"
import * as UserDeletion from "@latchkey/domain/personal-data/UserDeletion"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Fiber from "effect/Fiber"
import * as Statistics from "../shared/Statistics.ts"
import type { Database } from "./Database.ts"
import { requestsOn, timesOf } from "./Latency.ts"
import * as Visitor from "./Visitor.ts"

/**
 * What one run of the cleanup job deleted and how long it took.
 *
 * - `before`, `during`: how long session checks took before and during the run, in milliseconds.
 */
export interface Cleanup {
  readonly sessions: number
  readonly clients: number
  readonly links: number
  readonly limits: number
  readonly seconds: number
  readonly before: ReadonlyArray<number>
  readonly during: ReadonlyArray<number>
}

const checks = 1000

const counts = Effect.gen(function* () {
  const sql = yield* SqlClient
  const [row] = yield* sql<Record<"sessions" | "clients" | "links" | "limits", number>>`
    SELECT
      (SELECT count(*)::float8 FROM latchkey.sessions) AS sessions,
      (SELECT count(*)::float8 FROM latchkey.clients) AS clients,
      (SELECT count(*)::float8 FROM latchkey.magic_links) AS links,
      (SELECT count(*)::float8 FROM latchkey.rate_limits) AS limits`
  return row ?? { sessions: 0, clients: 0, links: 0, limits: 0 }
})

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const begin = performance.now()
    return Effect.map(effect, () => (performance.now() - begin) / 1000)
  })

/** Runs the cleanup job, as the service does once a minute, while users keep checking their sessions. */
export const measure = (database: Database) =>
  Effect.gen(function* () {
    const visitors = yield* Effect.provide(Visitor.some(database.active, checks), database.administrative)
    const { sessionCheck } = yield* requestsOn(database.durable)
    const job = yield* CleanupJob.make.pipe(
      Effect.provide(Layer.provide(UserDeletion.layer, [Domain.layerLimits, EventRecorder.layer])),
      Effect.provide(NodeIdGenerator.layer),
      Effect.provide(NodeTokenGenerator.layer),
      Effect.provide(database.pooled)
    )
    const rows = yield* Effect.provide(counts, database.administrative)
    yield* timesOf(visitors, sessionCheck)
    const before = yield* timesOf(visitors, sessionCheck)

    const during: Array<number> = []
    const users = yield* Effect.forEach(visitors, (visitor) =>
      Effect.map(timesOf([visitor], sessionCheck), (times) => during.push(...times))
    ).pipe(Effect.forever, Effect.fork)
    const seconds = yield* timed(job.run)
    yield* Fiber.interrupt(users)
    const left = yield* Effect.provide(counts, database.administrative)
    const cleanup: Cleanup = {
      sessions: rows.sessions - left.sessions,
      clients: rows.clients - left.clients,
      links: rows.links - left.links,
      limits: rows.limits - left.limits,
      seconds,
      before,
      during
    }
    return cleanup
  })

/** Returns how many times as long a session check takes during the run, at the given percentile. */
export const slowdown = ({ before, during }: Cleanup, percent: number): number =>
  Statistics.percentile(during, percent) / Statistics.percentile(before, percent)
