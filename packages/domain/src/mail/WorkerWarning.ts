/**
 * Warns about a queued email that no worker takes: users would wait for their links, and nothing else would say why.
 * Judges by the stored email, because the worker may run in another process.
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import { EmailOutbox, type QueuedEmail } from "./EmailOutbox.ts"
import { MailDeliveryLog } from "./MailDeliveryLog.ts"

const patience = Duration.seconds(10)
const pauseAfterWarning = Duration.minutes(1)

const warn = ({ id, instanceId, kind }: QueuedEmail) =>
  Effect.logWarning(
    "An email has waited 10 seconds, and no worker has taken it",
    "Run EmailDispatcher.layerWorker in this app, or in another process on this store. If it runs, its interval is longer, or it is far behind"
  ).pipe(Effect.annotateLogs({ instance: instanceId, kind, request: id }))

/**
 * The outbox of the context, which looks after one email at a time: ten seconds after it was queued. Warns once a
 * minute at most.
 */
export const make = Effect.gen(function* () {
  const outbox = yield* EmailOutbox
  const deliveries = yield* MailDeliveryLog
  const watched = yield* Queue.dropping<QueuedEmail>(1)

  const isUntouched = ({ id, instanceId }: QueuedEmail) =>
    Effect.map(
      deliveries.find(instanceId, id),
      Option.exists(({ attempts, state }) => state === "queued" && attempts === 0)
    )

  const watch = Effect.fnUntraced(function* (email: QueuedEmail) {
    const waited = DateTime.distanceDuration(email.requestedAt, yield* DateTime.now)
    yield* Effect.sleep(Duration.subtract(patience, waited))
    if (yield* isUntouched(email)) yield* Effect.zipRight(warn(email), Effect.sleep(pauseAfterWarning))
  })

  // An outage of the store is in the log already.
  const watchOne = Effect.flatMap(Queue.take(watched), (email) => Effect.ignore(Effect.sandbox(watch(email))))
  yield* Effect.forkScoped(Effect.forever(watchOne))

  return EmailOutbox.of({
    ...outbox,
    enqueue: (email) => Effect.zipLeft(outbox.enqueue(email), Queue.offer(watched, email))
  })
})
