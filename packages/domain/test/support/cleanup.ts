import { assert } from "@effect/vitest"
import { CleanupJob, grace } from "@latchkey/domain/CleanupJob"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { oneMilli } from "../support.ts"

/** Runs the cleanup job. */
export const cleanup = Effect.flatMap(CleanupJob, ({ run }) => run)

/**
 * Checks that one row of `since` is deleted when lifetime and grace have passed, to the millisecond, and no other row.
 */
export const isDeletedAfter = (lifetime: Duration.Duration, since = 0) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(since + Duration.toMillis(lifetime) + Duration.toMillis(grace) - 1)
    assert.strictEqual(yield* cleanup, 0)
    yield* oneMilli
    assert.strictEqual(yield* cleanup, 1)
    assert.strictEqual(yield* cleanup, 0)
  })
