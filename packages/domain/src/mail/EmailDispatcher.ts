/** Sends the emails that the outbox holds, in any number of processes. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import type { PersistenceError } from "../core/Errors.ts"
import * as FailureReason from "../core/FailureReason.ts"
import { EmailOutbox, type QueuedEmail } from "./EmailOutbox.ts"
import * as DeliverEmail from "./internal/DeliverEmail.ts"
import * as FailedSignInNotices from "./internal/FailedSignInNotices.ts"
import { Mailer } from "./Mailer.ts"

/** The use case of sending what the outbox holds. An app runs it in one process or more: see `layerWorker`. */
export class EmailDispatcher extends Context.Tag("@latchkey/domain/EmailDispatcher")<
  EmailDispatcher,
  {
    /**
     * Queues the notices of failed sign-ins, leases a batch of emails, sends them concurrently, and returns how many
     * there were. Does nothing without an email provider: another process that has one will.
     */
    readonly dispatch: Effect.Effect<number, PersistenceError>

    /**
     * Dispatches forever: immediately while emails are due, otherwise every `interval`. A slow email delays no other.
     * Queues the notices of failed sign-ins once a minute. Waits while the store is down, and tries again. Interrupting
     * it ends its leases.
     */
    readonly run: (interval: Duration.DurationInput) => Effect.Effect<never>
  }
>() {}

const batchSize = 10
const leaseDuration = Duration.minutes(1)
const pauseBetweenNotices = Duration.minutes(1)

/** How many emails one process sends concurrently. */
const concurrency = 20

/** Retries `work` until it succeeds. Logs when it stops working, and when it works again. */
const persistently = <A>(work: Effect.Effect<A, PersistenceError>, interval: Duration.DurationInput) =>
  Effect.catchAllCause(work, (cause) =>
    Effect.logWarning("The email outbox cannot be read", FailureReason.ofCause(cause)).pipe(
      Effect.zipRight(Effect.eventually(Effect.sandbox(Effect.delay(work, interval)))),
      Effect.zipLeft(Effect.logInfo("The email outbox can be read again"))
    )
  )

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const mailer = yield* Mailer
  const outbox = yield* EmailOutbox
  const deliverLeased = yield* DeliverEmail.make
  const enqueueNotices = yield* FailedSignInNotices.make

  const leaseUpTo = Effect.fnUntraced(function* (limit: number) {
    const now = yield* DateTime.now
    return yield* outbox.lease({ now, until: DateTime.addDuration(now, leaseDuration), limit })
  })

  // An email that fails keeps its lease until that runs out, and delays no other.
  const deliver = (email: QueuedEmail) =>
    Effect.catchAllCause(deliverLeased(email), (cause) =>
      Cause.isInterruptedOnly(cause)
        ? Effect.void
        : Effect.logError("An email could not be sent and will be tried again", FailureReason.ofCause(cause))
    )

  const dispatch = Effect.gen(function* () {
    yield* enqueueNotices
    const emails = yield* leaseUpTo(batchSize)
    yield* Effect.forEach(emails, deliver, { concurrency: "unbounded", discard: true })
    return emails.length
  })

  const keepEnqueuingNotices = enqueueNotices.pipe(
    Effect.catchAllCause((cause) =>
      Effect.logWarning("The notices of failed sign-ins could not be queued", FailureReason.ofCause(cause))
    ),
    Effect.zipRight(Effect.sleep(pauseBetweenNotices)),
    Effect.forever
  )

  const run = (interval: Duration.DurationInput): Effect.Effect<never> =>
    Effect.gen(function* () {
      yield* Effect.forkScoped(keepEnqueuingNotices)
      const slots = yield* Queue.bounded<void>(concurrency)
      const release = (count: number) => Queue.offerAll(slots, new Array<void>(count).fill())
      const inFlight = yield* FiberSet.make()

      // An interruption between lease and start would keep the emails leased without anything sending them.
      const start = Effect.fnUntraced(function* (free: number) {
        const emails = yield* leaseUpTo(free)
        for (const email of emails) {
          yield* FiberSet.run(inFlight, Effect.ensuring(deliver(email), release(1)))
        }
        return emails.length
      }, Effect.uninterruptible)

      yield* release(concurrency)
      return yield* Effect.forever(
        Effect.gen(function* () {
          const free = (yield* Queue.takeBetween(slots, 1, concurrency)).length
          const started = yield* persistently(start(free), interval)
          yield* release(free - started)
          if (started < free) yield* Effect.sleep(interval)
        })
      )
    }).pipe(Effect.scoped)

  return EmailDispatcher.of(
    mailer.isConfigured ? { dispatch, run } : { dispatch: Effect.succeed(0), run: () => Effect.never }
  )
})

/** The use case as a layer. Sends only when it is told to: see `layerWorker`. */
export const layer = Layer.effect(EmailDispatcher, make)

/**
 * Sends emails in the background for as long as the layer lives, and checks for new ones every `interval`: the
 * longest that an email waits while nothing else is queued. Releasing the layer ends its leases.
 */
export const layerWorker = (interval: Duration.DurationInput): Layer.Layer<never, never, EmailDispatcher> =>
  Layer.scopedDiscard(Effect.flatMap(EmailDispatcher, ({ run }) => Effect.forkScoped(run(interval))))
