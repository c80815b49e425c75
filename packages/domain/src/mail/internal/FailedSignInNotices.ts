/**
 * Queues the notices for owners of accounts with too many failed sign-ins in a row. A worker does it, never the request
 * of a sign-in, whose work must be the same for every address.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type FailureNotice, SignInFailures } from "../../account/SignInFailures.ts"
import { isUsable, UserRepository } from "../../account/UserRepository.ts"
import * as Metrics from "../../core/Metrics.ts"
import { traced } from "../../core/Tracing.ts"
import { Transaction } from "../../core/Transaction.ts"
import { InstanceRepository } from "../../instance/InstanceRepository.ts"
import { AccountNotices } from "../AccountNotices.ts"
import { accountChanges } from "../EmailRecords.ts"

/** Few, because a failed sign-in to one of the accounts waits for the batch. */
const batchSize = 10

/** Makes the effect that queues the notices that are due, each in one process only. */
export const make = Effect.gen(function* () {
  const failures = yield* SignInFailures
  const instances = yield* InstanceRepository
  const notices = yield* AccountNotices
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const notify = Effect.fnUntraced(function* ({ instanceId, userId }: FailureNotice) {
    const instance = yield* instances.findById(instanceId)
    const user = yield* users.findById(instanceId, userId)
    const now = yield* DateTime.now
    const affected = Option.filter(user, (one) => Option.isSome(one.passwordHash) && isUsable(one, now))
    if (Option.isNone(instance) || !instance.value.authConfig.password || Option.isNone(affected)) return
    yield* notices.enqueue({ change: accountChanges.failed_sign_ins, instance: instance.value, user: affected.value })
  })

  const enqueueBatch = Effect.gen(function* () {
    const due = yield* failures.takeNotices(yield* DateTime.now, batchSize)
    yield* Effect.forEach(due, notify, { discard: true })
    return due.length
  }).pipe(transaction.run)

  const countedBatch = Effect.tap(enqueueBatch, (queued) => Metrics.accountsPastFailures({}, queued))

  const enqueue = countedBatch.pipe(
    Effect.repeat({ while: (queued) => queued === batchSize }),
    Effect.asVoid,
    traced("FailedSignInNotices.enqueue")
  )
  return enqueue
})
