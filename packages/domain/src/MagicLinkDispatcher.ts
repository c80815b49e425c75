/**
 * Turns the wishes of the outbox into mails. The token is made here and stored only as a hash, so a crash at any moment
 * loses no mail and leaves no token behind: at worst the wish is leased again and a second mail goes out.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import type { MailerError, PersistenceError } from "./Errors.ts"
import type { Instance } from "./Instance.ts"
import { InstanceRepository } from "./InstanceRepository.ts"
import { lifetime, MagicLink, type MagicLinkWish } from "./MagicLink.ts"
import { MagicLinkMail } from "./MagicLinkMail.ts"
import { MagicLinkOutbox } from "./MagicLinkOutbox.ts"
import { MagicLinkRepository } from "./MagicLinkRepository.ts"
import { Mailer } from "./Mailer.ts"
import { PublicUrls } from "./PublicUrls.ts"
import { Secrets } from "./Secrets.ts"

/** @since 0.1.0 */
export class MagicLinkDispatcher extends Context.Tag("@latchkey/domain/MagicLinkDispatcher")<
  MagicLinkDispatcher,
  {
    /**
     * Leases a batch of wishes, mails each on its own, and answers how many there were. Without a mail provider it
     * leases none: another process that has one will.
     */
    readonly dispatch: Effect.Effect<number, PersistenceError>
  }
>() {}

const batch = 10
const lease = Duration.minutes(1)
const sendTimeout = Duration.seconds(20)

/** A link that comes later is of no use to anybody: such a wish is dropped. @since 0.1.0 */
export const maxAge = Duration.minutes(5)

/** 1, 2, 4, … at most 30 seconds, of which a random half is taken off. @since 0.1.0 */
export const backoff = (attempts: number, random: number): Duration.Duration =>
  Duration.millis(Math.min(30_000, 1000 * 2 ** Math.max(0, attempts - 1)) * (1 - random / 2))

/** @since 0.1.0 */
export const make = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const links = yield* MagicLinkRepository
  const mailer = yield* Mailer
  const { compose } = yield* MagicLinkMail
  const outbox = yield* MagicLinkOutbox
  const secrets = yield* Secrets
  const urls = yield* PublicUrls

  const mailLink = Effect.fnUntraced(function* (instance: Instance, wish: MagicLinkWish) {
    const token = yield* secrets.make
    yield* links.insert(
      new MagicLink({
        instanceId: wish.instanceId,
        tokenHash: secrets.hash(token),
        email: wish.email,
        clientHash: wish.clientHash,
        expiresAt: DateTime.addDuration(yield* DateTime.now, lifetime)
      })
    )
    const words = compose({
      instanceName: instance.name,
      host: urls.origin(instance).replace(/^https?:\/\//, ""),
      verifyUrl: urls.verify(instance, token),
      minutes: Duration.toMinutes(lifetime)
    })
    yield* Effect.timeout(mailer.send({ to: wish.email, ...words }), sendTimeout)
  })

  const retryLater = Effect.fnUntraced(function* (wish: MagicLinkWish) {
    const delay = backoff(wish.attempts, yield* Random.next)
    yield* outbox.retryAt(wish.instanceId, wish.id, DateTime.addDuration(yield* DateTime.now, delay))
  })

  const giveUp = (wish: MagicLinkWish, reason: string) =>
    Effect.zipRight(Effect.logWarning("magic_link_dropped", reason), outbox.settle(wish.instanceId, wish.id))

  const onMailerError = (wish: MagicLinkWish) => (error: MailerError) =>
    error.reason === "permanent"
      ? giveUp(wish, "refused")
      : Effect.zipRight(Effect.logWarning("magic_link_delayed"), retryLater(wish))

  const dispatchWish = Effect.fn("MagicLinkDispatcher.dispatchWish")(
    function* (wish: MagicLinkWish) {
      const tooOldAt = DateTime.addDuration(wish.requestedAt, maxAge)
      if (DateTime.greaterThanOrEqualTo(yield* DateTime.now, tooOldAt)) return yield* giveUp(wish, "too old")
      const instance = yield* instances.findById(wish.instanceId)
      if (Option.isNone(instance) || !instance.value.authConfig.magic_link) return yield* giveUp(wish, "switched off")
      yield* mailLink(instance.value, wish)
      yield* outbox.settle(wish.instanceId, wish.id)
    },
    (effect, wish) =>
      effect.pipe(
        Effect.catchTags({ MailerError: onMailerError(wish), TimeoutException: () => retryLater(wish) }),
        // A shutdown gives the lease back.
        Effect.onInterrupt(() => Effect.ignore(retryLater(wish))),
        Effect.annotateLogs({ instance: wish.instanceId, wish: wish.id, attempt: wish.attempts })
      )
  )

  const dispatch = Effect.gen(function* () {
    // What others have accepted is theirs to send.
    if (!mailer.isConfigured) return 0
    const now = yield* DateTime.now
    const wishes = yield* outbox.lease({ now, until: DateTime.addDuration(now, lease), limit: batch })
    // Each on its own: one that fails keeps its lease until that runs out, and holds up no other.
    yield* Effect.forEach(wishes, (wish) => Effect.catchAllCause(dispatchWish(wish), logFailure), {
      concurrency: "unbounded",
      discard: true
    })
    return wishes.length
  })

  return MagicLinkDispatcher.of({ dispatch })
})

const logFailure = () => Effect.logError("A magic link could not be dispatched; it will be tried again")

/** @since 0.1.0 */
export const layer: Layer.Layer<
  MagicLinkDispatcher,
  never,
  InstanceRepository | MagicLinkOutbox | MagicLinkRepository | Mailer | PublicUrls | Secrets
> = Layer.effect(MagicLinkDispatcher, make)

/**
 * Dispatches in the background for as long as the layer lives: at once while there is a full batch, else every
 * `interval`. While the store is down it waits and tries again.
 *
 * @since 0.1.0
 */
export const layerWorker = (interval: Duration.DurationInput): Layer.Layer<never, never, MagicLinkDispatcher> =>
  Layer.scopedDiscard(
    Effect.flatMap(MagicLinkDispatcher, ({ dispatch }) =>
      dispatch.pipe(
        Effect.catchAllCause(() => Effect.as(Effect.logWarning("The mail outbox cannot be read"), 0)),
        Effect.flatMap((count) => (count === batch ? Effect.void : Effect.sleep(interval))),
        Effect.forever,
        Effect.forkScoped
      )
    )
  )
