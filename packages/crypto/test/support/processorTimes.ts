import { assert } from "@effect/vitest"
import type { PasswordHash } from "@latchkey/domain/account/UserRepository"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { anyCaller, password } from "./password.ts"

const wrong = password("wrong")

/**
 * Returns the processor time of each verification: the minimum of five rounds. Unlike elapsed time, it does not depend
 * on what else the machine is doing.
 */
export const processorTimes = (hashes: Record<string, PasswordHash>) =>
  Effect.gen(function* () {
    const { verify } = yield* PasswordHasher
    const found: Record<string, number> = {}
    for (let round = 0; round < 5; round++) {
      for (const [name, hash] of Object.entries(hashes)) {
        const start = process.cpuUsage()
        assert.isFalse(yield* verify(wrong, hash, anyCaller))
        const { system, user } = process.cpuUsage(start)
        found[name] = Math.min(found[name] ?? Number.POSITIVE_INFINITY, user + system)
      }
    }
    return found
  }).pipe(Logger.withMinimumLogLevel(LogLevel.None))

/**
 * The hasher's threads give way to every other process, so a busy machine takes minutes. Retried, because garbage
 * collection and a busy sibling of the core count, too. A missing verification would show every time.
 */
export const patient = { timeout: 300_000, retry: 3 }

/** Asserts that the longest time is at most half as long again as the shortest. */
export const assertSimilar = (microseconds: Record<string, number>) => {
  const all = Object.values(microseconds)
  assert.isBelow(Math.max(...all) / Math.min(...all), 1.5, JSON.stringify(microseconds))
}
