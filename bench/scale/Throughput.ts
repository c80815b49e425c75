import { availableParallelism } from "node:os"
import * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import * as Password from "@latchkey/domain/password/Password"
import * as Effect from "effect/Effect"
import type { Database } from "./Database.ts"
import { requestsOn } from "./Latency.ts"
import * as Visitor from "./Visitor.ts"

/** Operations per second, on a machine that also makes the requests. */
export interface Throughput {
  readonly hashesOnOneCore: number
  readonly hashesOnAllCores: number
  readonly sessionChecks: number
  readonly signIns: number
}

const perSecond = <A, E, R>(
  items: ReadonlyArray<A>,
  concurrency: number,
  work: (item: A) => Effect.Effect<unknown, E, R>
) =>
  Effect.suspend(() => {
    const begin = performance.now()
    const all = Effect.forEach(items, work, { concurrency, discard: true })
    return Effect.map(all, () => (items.length * 1000) / (performance.now() - begin))
  })

const hashes = (concurrency: number) =>
  Effect.gen(function* () {
    const hasher = yield* Argon2PasswordHasher.make({ concurrency })
    const password = yield* Password.parse("correct horse battery")
    const hash = yield* hasher.hash(password, { fairnessKey: "" })
    const attempts = Array.from({ length: 100 * concurrency }, (_, index) => String(index))
    return yield* perSecond(attempts, concurrency, (fairnessKey) => hasher.verify(password, hash, { fairnessKey }))
  }).pipe(Effect.scoped)

/** More than there are connections, so that none is idle. */
const concurrency = 20

export const measure = (database: Database, samples: number) =>
  Effect.gen(function* () {
    const { sessionCheck, signIn } = yield* requestsOn(database.pooled)
    const visitors = yield* Effect.provide(Visitor.some(database.active, 10 * samples), database.administrative)
    const throughput: Throughput = {
      hashesOnOneCore: yield* hashes(1),
      hashesOnAllCores: yield* hashes(availableParallelism()),
      sessionChecks: yield* perSecond(visitors, concurrency, sessionCheck),
      signIns: yield* perSecond(visitors, concurrency, signIn)
    }
    return throughput
  })
