/**
 * Delivers one leased request: generates a token, stores its hash, sends the email and completes the request. The token
 * exists in the email only, so a crash at any moment loses no email and leaves no token behind. At worst the request is
 * leased again and a second email is sent.
 *
 * @since 0.1.0
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import { UserRepository } from "../../account/UserRepository.ts"
import type { MailerError, PersistenceError } from "../../core/Errors.ts"
import * as FailureReason from "../../core/internal/FailureReason.ts"
import * as Metrics from "../../core/Metrics.ts"
import { TokenGenerator } from "../../core/TokenGenerator.ts"
import { traced } from "../../core/Tracing.ts"
import type { Instance } from "../../instance/Instance.ts"
import { InstanceRepository } from "../../instance/InstanceRepository.ts"
import { PublicUrls } from "../../instance/PublicUrls.ts"
import type { DeliveryReason, DeliveryResult } from "../../mail/MailDeliveryLog.ts"
import { Mailer } from "../../mail/Mailer.ts"
import * as LimitKey from "../../rate-limit/LimitKey.ts"
import { RateLimiter } from "../../rate-limit/RateLimiter.ts"
import { MagicLinkOutbox, type MagicLinkRequest } from "../MagicLinkOutbox.ts"
import { lifetime, MagicLink, MagicLinkRepository } from "../MagicLinkRepository.ts"
import { MagicLinkTemplate } from "../MagicLinkTemplate.ts"

const sendTimeout = Duration.seconds(20)

/** Five minutes: a request that is older is discarded, because the user no longer waits for the link. @since 0.1.0 */
export const maxAge = Duration.minutes(5)

/** Returns 1, 2, 4, … at most 30 seconds, reduced by a random part of up to a half. @since 0.1.0 */
export const backoff = (attempts: number, random: number): Duration.Duration =>
  Duration.millis(Math.min(30_000, 1000 * 2 ** Math.max(0, attempts - 1)) * (1 - random / 2))

interface Why {
  readonly reason: DeliveryReason
  readonly detail?: string | undefined
}

/** Makes the function that delivers a leased request. @since 0.1.0 */
export const make = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const limiter = yield* RateLimiter
  const links = yield* MagicLinkRepository
  const mailer = yield* Mailer
  const outbox = yield* MagicLinkOutbox
  const template = yield* MagicLinkTemplate
  const tokens = yield* TokenGenerator
  const urls = yield* PublicUrls
  const users = yield* UserRepository

  /** Counts a request once, however often its email is tried. Requesters see nothing of this limit. */
  const isTooManyToUnknown = Effect.fnUntraced(function* (instance: Instance, { attempts, email }: MagicLinkRequest) {
    if (attempts > 1 || Option.isSome(yield* users.findByEmail(instance.id, email))) return false
    return !(yield* limiter.decide(instance, [LimitKey.toUnknown])).isAllowed
  })

  const complete = Effect.fnUntraced(function* (request: MagicLinkRequest, state: DeliveryResult["state"], why?: Why) {
    const at = yield* DateTime.now
    const reason = Option.fromNullable(why?.reason)
    yield* outbox.complete(request.instanceId, request.id, {
      state,
      at,
      reason,
      detail: Option.fromNullable(why?.detail)
    })
    yield* Metrics.emails({ outcome: state, reason: Option.getOrElse(reason, () => "ok") })
    yield* Metrics.emailAge({ outcome: state }, DateTime.distanceDuration(request.requestedAt, at))
  })

  const logged = (message: string, { detail, reason }: Why) =>
    Effect.annotateLogs(Effect.logWarning(message), detail === undefined ? { reason } : { reason, detail })

  const fail = (request: MagicLinkRequest, why: Why) =>
    Effect.zipRight(logged("magic_link_failed", why), complete(request, "failed", why))

  const discard = (request: MagicLinkRequest, why: Why) =>
    Effect.zipRight(logged("magic_link_discarded", why), complete(request, "discarded", why))

  const reschedule = (request: MagicLinkRequest, at: DateTime.Utc, why: Why) =>
    logged("magic_link_rescheduled", why).pipe(
      Effect.zipRight(Metrics.emails({ outcome: "rescheduled", reason: why.reason })),
      Effect.zipRight(
        outbox.reschedule(request.instanceId, request.id, {
          at,
          reason: Option.some(why.reason),
          detail: Option.fromNullable(why.detail)
        })
      )
    )

  const retryLater = Effect.fnUntraced(function* (request: MagicLinkRequest, why: Why) {
    const delay = backoff(request.attempts, yield* Random.next)
    yield* reschedule(request, DateTime.addDuration(yield* DateTime.now, delay), why)
  })

  const send = Effect.fnUntraced(function* (instance: Instance, request: MagicLinkRequest) {
    const linkToken = yield* tokens.generate
    const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetime)
    yield* links.insert(
      new MagicLink({
        instanceId: request.instanceId,
        tokenHash: tokens.hash(linkToken),
        email: request.email,
        clientHash: request.clientHash,
        expiresAt
      })
    )
    const content = template.render({
      instanceName: instance.name,
      accentColor: instance.branding.accentColor,
      host: urls.origin(instance).replace(/^https?:\/\//, ""),
      verifyUrl: urls.magicLink(instance, linkToken),
      lifetimeMinutes: Duration.toMinutes(lifetime),
      requestedAt: request.requestedAt,
      expiresAt
    })
    yield* Effect.timeout(mailer.send({ to: request.email, ...content }), sendTimeout)
  })

  const onMailerError = (request: MagicLinkRequest) => (error: MailerError) => {
    const detail = FailureReason.ofError(error)
    return error.reason === "permanent"
      ? fail(request, { reason: "rejected", detail })
      : retryLater(request, { reason: "unavailable", detail })
  }

  return Effect.fnUntraced(
    function* (request: MagicLinkRequest) {
      const deadline = DateTime.addDuration(request.requestedAt, maxAge)
      const isLate = DateTime.greaterThanOrEqualTo(yield* DateTime.now, deadline)
      if (isLate) return yield* discard(request, { reason: "expired" })

      const instance = yield* instances.findById(request.instanceId)
      if (Option.isNone(instance) || !instance.value.authConfig.magic_link) {
        return yield* discard(request, { reason: "disabled" })
      }

      const isTooMany = yield* isTooManyToUnknown(instance.value, request)
      if (isTooMany) return yield* discard(request, { reason: "rate_limited", detail: LimitKey.toUnknown.limit })

      const key = LimitKey.perEmail("magicLinkEmailsPerEmail", request.email)
      const decision = yield* limiter.decide(instance.value, [key])
      if (!decision.isAllowed) {
        return yield* DateTime.lessThan(decision.retryAt, deadline)
          ? reschedule(request, decision.retryAt, { reason: "rate_limited" })
          : discard(request, { reason: "rate_limited" })
      }

      yield* send(instance.value, request)
      yield* complete(request, "sent")
    },
    (effect, request): Effect.Effect<void, PersistenceError> =>
      effect.pipe(
        Effect.catchTags({
          MailerError: onMailerError(request),
          TimeoutException: () => retryLater(request, { reason: "timeout" })
        }),
        // A shutdown ends the lease, also if it comes before the first step.
        Effect.interruptible,
        Effect.onInterrupt(() => Effect.ignore(retryLater(request, { reason: "shutdown" }))),
        Effect.annotateLogs({ instance: request.instanceId, request: request.id, attempt: request.attempts }),
        traced("MagicLinkDelivery.deliver")
      )
  )
})
