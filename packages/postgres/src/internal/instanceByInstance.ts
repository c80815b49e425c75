import type { PersistenceError } from "@latchkey/domain/core/Errors"
import * as FailureReason from "@latchkey/domain/core/FailureReason"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"

/** A call ends after so many failures: the database may be down. */
const maxFailures = 3

/** What the log says when an instance begins to fail, and when that has ended. */
interface Messages {
  readonly begin: string
  readonly end: string
}

/**
 * Makes a function that does the same for instances, one after another. It returns what it has done, and does not fail:
 * a failure of one instance is logged, and takes nothing from the others. Instances that have failed come last in later
 * calls, until they succeed.
 */
export const make = ({ begin, end }: Messages) => {
  const failing = new Set<InstanceId>()

  const fail = (instance: InstanceId, error: PersistenceError) => {
    const isKnown = failing.delete(instance)
    failing.add(instance)
    return isKnown ? Effect.void : Effect.logWarning(begin, FailureReason.ofError(error))
  }
  const succeed = (instance: InstanceId) => (failing.delete(instance) ? Effect.logInfo(end) : Effect.void)

  return Effect.fnUntraced(function* <A>(
    instances: ReadonlyArray<InstanceId>,
    work: (instance: InstanceId) => Effect.Effect<A, PersistenceError>
  ) {
    const failedBefore = [...failing].filter((instance) => instances.includes(instance))
    const ordered = [...instances.filter((instance) => !failing.has(instance)), ...failedBefore]
    const done: Array<readonly [InstanceId, A]> = []
    let failures = 0
    for (const instance of ordered) {
      const result = yield* Effect.either(work(instance))
      if (Either.isRight(result)) done.push([instance, result.right])
      else failures += 1
      const logged = Either.isRight(result) ? succeed(instance) : fail(instance, result.left)
      yield* Effect.annotateLogs(logged, { instance })
      if (failures === maxFailures) break
    }
    return done
  })
}
