/**
 * Turns the wishes of the outbox into mails, in any number of processes at once.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceRepository } from "../instance/InstanceRepository.ts"
import type { MagicLinkWish } from "./MagicLink.ts"
import * as MagicLinkDelivery from "./internal/MagicLinkDelivery.ts"
import { MagicLinkOutbox } from "./MagicLinkOutbox.ts"
import type { MagicLinkRepository } from "./MagicLinkRepository.ts"
import { Mailer } from "../mail/Mailer.ts"
import type { PublicUrls } from "../instance/PublicUrls.ts"
import type { RateLimitStore } from "../rate-limit/RateLimitStore.ts"
import * as Reason from "../core/internal/FailureReason.ts"
import type { Secrets } from "../core/TokenGenerator.ts"

/**
 * The use case that mails what `MagicLinks.request` has noted. An app needs it once or more: see `layerWorker`.
 *
 * @since 0.1.0
 */
export class MagicLinkDispatcher extends Context.Tag("@latchkey/domain/MagicLinkDispatcher")<
  MagicLinkDispatcher,
  {
    /**
     * Leases a batch of wishes, mails each on its own, and answers how many there were. Without a mail provider it
     * leases none: another process that has one will.
     */
    readonly dispatch: Effect.Effect<number, PersistenceError>

    /**
     * Dispatches for ever: at once while there is something to do, else every `interval`. A mail that takes long holds
     * up no other. While the store is down it waits and tries again. Interrupting it gives back what it has leased.
     */
    readonly run: (interval: Duration.DurationInput) => Effect.Effect<never>
  }
>() {}

const batch = 10
const lease = Duration.minutes(1)

/** How many mails one process has on their way at once. */
const capacity = 20

/** Runs `work` until it succeeds, and says once that it does not and once that it does again. */
const persistently = <A>(work: Effect.Effect<A, PersistenceError>, interval: Duration.DurationInput) =>
  Effect.catchAllCause(work, (cause) =>
    Effect.logWarning("The mail outbox cannot be read", Reason.ofCause(cause)).pipe(
      Effect.zipRight(Effect.eventually(Effect.sandbox(Effect.delay(work, interval)))),
      Effect.zipLeft(Effect.logInfo("The mail outbox can be read again"))
    )
  )

/** The use case over its ports, as an effect. @since 0.1.0 */
export const make: Effect.Effect<
  typeof MagicLinkDispatcher.Service,
  never,
  InstanceRepository | MagicLinkOutbox | MagicLinkRepository | Mailer | PublicUrls | RateLimitStore | Secrets
> = Effect.gen(function* () {
  const mailer = yield* Mailer
  const outbox = yield* MagicLinkOutbox
  const deliverLeased = yield* MagicLinkDelivery.make

  const leaseUpTo = Effect.fnUntraced(function* (limit: number) {
    const now = yield* DateTime.now
    return yield* outbox.lease({ now, until: DateTime.addDuration(now, lease), limit })
  })

  // One that fails keeps its lease until that runs out, and holds up no other.
  const deliver = (wish: MagicLinkWish) =>
    Effect.catchAllCause(deliverLeased(wish), (cause) =>
      Effect.logError("A link could not be mailed; it will be tried again", Reason.ofCause(cause))
    )

  const dispatch = Effect.gen(function* () {
    const wishes = yield* leaseUpTo(batch)
    yield* Effect.forEach(wishes, deliver, { concurrency: "unbounded", discard: true })
    return wishes.length
  })

  const run = (interval: Duration.DurationInput): Effect.Effect<never> =>
    Effect.gen(function* () {
      const free = yield* Queue.bounded<void>(capacity)
      const release = (count: number) => Queue.offerAll(free, new Array<void>(count).fill())
      const inFlight = yield* FiberSet.make()

      // Not to be interrupted between the lease and the start: what nobody has started nobody gives back.
      const start = Effect.fnUntraced(function* (room: number) {
        const wishes = yield* leaseUpTo(room)
        for (const wish of wishes) {
          yield* FiberSet.run(inFlight, Effect.ensuring(Effect.interruptible(deliver(wish)), release(1)))
        }
        return wishes.length
      }, Effect.uninterruptible)

      yield* release(capacity)
      return yield* Effect.forever(
        Effect.gen(function* () {
          const room = (yield* Queue.takeBetween(free, 1, capacity)).length
          const started = yield* persistently(start(room), interval)
          yield* release(room - started)
          if (started < room) yield* Effect.sleep(interval)
        })
      )
    }).pipe(Effect.scoped)

  // What others have accepted is theirs to send.
  return MagicLinkDispatcher.of(
    mailer.isConfigured ? { dispatch, run } : { dispatch: Effect.succeed(0), run: () => Effect.never }
  )
})

/** The use case over its ports. It mails when it is told to: see `layerWorker`. @since 0.1.0 */
export const layer: Layer.Layer<
  MagicLinkDispatcher,
  never,
  InstanceRepository | MagicLinkOutbox | MagicLinkRepository | Mailer | PublicUrls | RateLimitStore | Secrets
> = Layer.effect(MagicLinkDispatcher, make)

/**
 * Mails in the background for as long as the layer lives, and looks for new wishes every `interval`: the longest that
 * a mail waits while there is nothing else to do. Closing the layer gives back what it has leased.
 *
 * @since 0.1.0
 */
export const layerWorker = (interval: Duration.DurationInput): Layer.Layer<never, never, MagicLinkDispatcher> =>
  Layer.scopedDiscard(Effect.flatMap(MagicLinkDispatcher, ({ run }) => Effect.forkScoped(run(interval))))
