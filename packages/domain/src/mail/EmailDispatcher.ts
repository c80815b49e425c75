/** Sends the emails that the outbox holds, in any number of processes. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PersistenceError } from "../core/Errors.ts"
import * as FailureReason from "../core/FailureReason.ts"
import * as LeasingWorker from "../core/LeasingWorker.ts"
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

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const mailer = yield* Mailer
  const outbox = yield* EmailOutbox
  const { deliver, release } = yield* DeliverEmail.make
  const enqueueNotices = yield* FailedSignInNotices.make

  const lease = Effect.fnUntraced(function* (limit: number) {
    const now = yield* DateTime.now
    const tasks = yield* outbox.lease({ now, until: DateTime.addDuration(now, leaseDuration), limit })
    return { tasks, hasMore: tasks.length === limit }
  })

  const work: LeasingWorker.Work<QueuedEmail> = {
    store: "The email outbox",
    task: "An email",
    span: "DeliverEmail.deliver",
    annotations: ({ attempts, id, instanceId, kind }) => ({
      instance: instanceId,
      kind,
      request: id,
      attempt: attempts
    }),
    concurrency,
    isSerial: false,
    lease,
    perform: deliver,
    release
  }

  const dispatch = Effect.zipRight(
    enqueueNotices,
    Effect.map(LeasingWorker.once(work, batchSize), ({ tasks }) => tasks.length)
  )

  const keepEnqueuingNotices = enqueueNotices.pipe(
    Effect.catchAllCause((cause) =>
      Effect.logWarning("The notices of failed sign-ins could not be queued", FailureReason.ofCause(cause))
    ),
    Effect.zipRight(Effect.sleep(pauseBetweenNotices)),
    Effect.forever
  )

  const run = (interval: Duration.DurationInput): Effect.Effect<never> =>
    Effect.scoped(Effect.zipRight(Effect.forkScoped(keepEnqueuingNotices), LeasingWorker.run(work, interval)))

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
