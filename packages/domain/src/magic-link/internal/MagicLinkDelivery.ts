/**
 * The way of one wish for a link that a worker has leased: a token is made, its hash stored, the mail sent, the wish
 * settled. The token is nowhere but in the mail, so a crash at any moment loses no mail and leaves no token behind: at
 * worst the wish is leased again and a second mail goes out.
 *
 * @since 0.1.0
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import type { MailerError, PersistenceError } from "../../core/Errors.ts"
import type { Instance } from "../../instance/Instance.ts"
import { InstanceRepository } from "../../instance/InstanceRepository.ts"
import { lifetime, MagicLink, type MagicLinkWish } from "../MagicLink.ts"
import { MagicLinkMail } from "../MagicLinkTemplate.ts"
import { MagicLinkOutbox } from "../MagicLinkOutbox.ts"
import { MagicLinkRepository } from "../MagicLinkRepository.ts"
import { Mailer } from "../../mail/Mailer.ts"
import type { MailEvent } from "../../mail/MailDeliveryLog.ts"
import * as Metrics from "../../core/Metrics.ts"
import { PublicUrls } from "../../instance/PublicUrls.ts"
import type { RateLimit } from "../../instance/RateLimits.ts"
import { RateLimitStore } from "../../rate-limit/RateLimitStore.ts"
import * as Reason from "../../core/internal/FailureReason.ts"
import { Secrets } from "../../core/TokenGenerator.ts"

const sendTimeout = Duration.seconds(20)

/** A link that comes later is of no use to anybody: such a wish is dropped. @since 0.1.0 */
export const maxAge = Duration.minutes(5)

/** 1, 2, 4, … at most 30 seconds, of which a random half is taken off. @since 0.1.0 */
export const backoff = (attempts: number, random: number): Duration.Duration =>
  Duration.millis(Math.min(30_000, 1000 * 2 ** Math.max(0, attempts - 1)) * (1 - random / 2))

/**
 * How many mails may go out to one address: ten more than may be asked for. A try that fails may have been delivered
 * all the same, and whatever goes wrong between here and the provider, nobody's mailbox is flooded. @since 0.1.0
 */
export const mailBudget = (instance: Instance): RateLimit => {
  const { limit, windowSeconds } = instance.rateLimits.magicLinkPerEmail
  return { limit: Math.min(1000, limit + 10), windowSeconds }
}

const because = (reason: string, detail?: string): Pick<MailEvent, "detail" | "reason"> => ({
  reason: Option.some(reason),
  detail: Option.fromNullable(detail)
})

/** Makes the function that delivers a leased wish. @since 0.1.0 */
export const make = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const limits = yield* RateLimitStore
  const links = yield* MagicLinkRepository
  const mailer = yield* Mailer
  const { compose } = yield* MagicLinkMail
  const outbox = yield* MagicLinkOutbox
  const secrets = yield* Secrets
  const urls = yield* PublicUrls

  const ended = Effect.fnUntraced(function* (
    wish: MagicLinkWish,
    state: "sent" | "dropped",
    why: Pick<MailEvent, "detail" | "reason">
  ) {
    const at = yield* DateTime.now
    yield* outbox.settle(wish.instanceId, wish.id, { state, at, ...why })
    yield* Metrics.mails({ outcome: state, reason: Option.getOrElse(why.reason, () => "ok") })
    yield* Metrics.mailAge({ outcome: state }, DateTime.distanceDuration(wish.requestedAt, at))
  })

  const drop = (wish: MagicLinkWish, reason: string, detail?: string) =>
    Effect.logWarning("magic_link_dropped").pipe(
      Effect.annotateLogs(detail === undefined ? { reason } : { reason, detail }),
      Effect.zipRight(ended(wish, "dropped", because(reason, detail)))
    )

  const retryAt = (wish: MagicLinkWish, at: DateTime.Utc, reason: string, detail?: string) =>
    Effect.logWarning("magic_link_delayed").pipe(
      Effect.annotateLogs(detail === undefined ? { reason } : { reason, detail }),
      Effect.zipRight(Metrics.mails({ outcome: "retried", reason })),
      Effect.zipRight(outbox.retryAt(wish.instanceId, wish.id, { at, ...because(reason, detail) }))
    )

  const retryLater = Effect.fnUntraced(function* (wish: MagicLinkWish, reason: string, detail?: string) {
    const delay = backoff(wish.attempts, yield* Random.next)
    yield* retryAt(wish, DateTime.addDuration(yield* DateTime.now, delay), reason, detail)
  })

  const takeFromBudget = Effect.fnUntraced(function* (instance: Instance, wish: MagicLinkWish) {
    const budget = { key: `magicLinkMailPerEmail:${wish.email}`, rate: mailBudget(instance) }
    return yield* limits.take(instance.id, [budget], yield* DateTime.now)
  })

  const sendLink = Effect.fnUntraced(function* (instance: Instance, wish: MagicLinkWish) {
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

  const onMailerError = (wish: MagicLinkWish) => (error: MailerError) =>
    error.reason === "permanent"
      ? drop(wish, "refused", Reason.ofError(error))
      : retryLater(wish, "unavailable", Reason.ofError(error))

  return Effect.fn("MagicLinkDelivery.deliver")(
    function* (wish: MagicLinkWish) {
      const tooOldAt = DateTime.addDuration(wish.requestedAt, maxAge)
      if (DateTime.greaterThanOrEqualTo(yield* DateTime.now, tooOldAt)) return yield* drop(wish, "too_old")
      const instance = yield* instances.findById(wish.instanceId)
      if (Option.isNone(instance) || !instance.value.authConfig.magic_link) return yield* drop(wish, "switched_off")
      const taking = yield* takeFromBudget(instance.value, wish)
      if (!taking.admitted) {
        return yield* DateTime.lessThan(taking.freeAt, tooOldAt)
          ? retryAt(wish, taking.freeAt, "over_budget")
          : drop(wish, "over_budget")
      }
      yield* sendLink(instance.value, wish)
      yield* ended(wish, "sent", { reason: Option.none(), detail: Option.none() })
    },
    (effect, wish): Effect.Effect<void, PersistenceError> =>
      effect.pipe(
        Effect.catchTags({
          MailerError: onMailerError(wish),
          TimeoutException: () => retryLater(wish, "no_answer")
        }),
        // A shutdown gives the lease back.
        Effect.onInterrupt(() => Effect.ignore(retryLater(wish, "shutdown"))),
        Effect.annotateLogs({ instance: wish.instanceId, wish: wish.id, attempt: wish.attempts })
      )
  )
})
