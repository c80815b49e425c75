/**
 * Delivers one leased email: its composer writes it, the mailer sends it, and the outbox completes it. A crash at any
 * moment loses no email. At worst it is leased again and sent a second time.
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import { isUsable, type User, UserRepository } from "../../account/UserRepository.ts"
import * as Attempt from "../../audit/Attempt.ts"
import type { MailerError } from "../MailErrors.ts"
import type { Language } from "../../language/Language.ts"
import * as FailureReason from "../../core/FailureReason.ts"
import type { Recording } from "../../core/LeasingWorker.ts"
import * as Metrics from "../../core/Metrics.ts"
import type { Instance } from "../../instance/Instance.ts"
import { InstanceRepository } from "../../instance/InstanceRepository.ts"
import { Languages } from "../../language/Languages.ts"
import { RateLimiter } from "../../rate-limit/RateLimiter.ts"
import { type EmailComposer, EmailComposers } from "../EmailComposers.ts"
import { magicLinkToUnknownPerInstance } from "../EmailLimits.ts"
import { EmailOutbox, type QueuedEmail } from "../EmailOutbox.ts"
import * as EmailReference from "../EmailReference.ts"
import { counted } from "../EmailCounts.ts"
import { EmailSuppression, EmailSuppressions } from "../EmailSuppressions.ts"
import type { DeliveryReason, DeliveryResult } from "../MailDeliveryLog.ts"
import { type EmailContent, Mailer } from "../Mailer.ts"
import * as ReputationAlert from "./ReputationAlert.ts"
import * as ApplyCustomEmail from "./ApplyCustomEmail.ts"

const sendTimeout = Duration.seconds(20)

/**
 * Returns 1, 2, 4, … seconds, at most a tenth of `lifetime` and fifteen minutes, reduced by a random part of up to a
 * half.
 */
export const backoff = (attempts: number, random: number, lifetime: Duration.Duration): Duration.Duration => {
  const longest = Math.min(Duration.toMillis(lifetime) / 10, Duration.toMillis("15 minutes"))
  return Duration.millis(Math.min(longest, 1000 * 2 ** Math.max(0, attempts - 1)) * (1 - random / 2))
}

interface Why {
  readonly reason: DeliveryReason
  readonly detail?: string | undefined
}

/** Makes the functions that deliver a leased email, and end its lease. */
export const make = Effect.gen(function* () {
  const applyCustom = yield* ApplyCustomEmail.make
  const composers = yield* EmailComposers
  const count = yield* Attempt.makeCounter
  const instances = yield* InstanceRepository
  const languages = yield* Languages
  const limiter = yield* RateLimiter
  const mailer = yield* Mailer
  const outbox = yield* EmailOutbox
  const poorReputation = yield* ReputationAlert.make
  const suppressions = yield* EmailSuppressions
  const users = yield* UserRepository

  const isWithoutAccount = Effect.fnUntraced(function* (
    { needsAccount }: EmailComposer,
    { email }: QueuedEmail,
    instance: Instance,
    user: Option.Option<User>
  ) {
    const now = yield* DateTime.now
    if (needsAccount === undefined || Option.exists(user, (found) => isUsable(found, now))) return false
    return yield* needsAccount(instance, email)
  })

  /**
   * Returns why an email to an unknown address must not be sent. Requesters see nothing of it. An address that is not
   * verified is unknown, too: anyone can sign up with it. The limit counts an email once, however often it is tried.
   */
  const refuseToUnknown = Effect.fnUntraced(function* (
    { isForAnyone }: EmailComposer,
    { attempts }: QueuedEmail,
    instance: Instance,
    user: Option.Option<User>
  ) {
    if (!isForAnyone) return Option.none<Why>()
    if (Option.exists(user, ({ emailVerifiedAt }) => Option.isSome(emailVerifiedAt))) return Option.none<Why>()
    const poor = yield* poorReputation(instance.id)
    if (Option.isSome(poor)) {
      const { report, scope } = poor.value
      return Option.some<Why>({ reason: "reputation", detail: `${report}s of the ${scope}` })
    }
    if (attempts > 1 || (yield* limiter.decide(instance, magicLinkToUnknownPerInstance.keys())).isAllowed)
      return Option.none<Why>()
    return Option.some<Why>({ reason: "rate_limited", detail: magicLinkToUnknownPerInstance.name })
  })

  const languageOf = (email: QueuedEmail, { defaultLanguage }: Instance, user: Option.Option<User>): Language => {
    const chosen = Option.flatMap(user, ({ language }) => language)
    return languages.best([...Option.toArray(chosen), ...email.languages, defaultLanguage])
  }

  const complete = Effect.fnUntraced(function* (email: QueuedEmail, state: DeliveryResult["state"], why?: Why) {
    const at = yield* DateTime.now
    const reason = Option.fromNullable(why?.reason)
    yield* outbox.complete(email.instanceId, email.id, {
      state,
      at,
      reason,
      detail: Option.fromNullable(why?.detail)
    })
    yield* Metrics.emails({ kind: email.kind, outcome: state, reason: Option.getOrElse(reason, () => "ok") })
    if (why?.reason !== "no_account") yield* count(email.instanceId, counted.email, state)
    yield* Metrics.emailAge({ kind: email.kind, outcome: state }, DateTime.distanceDuration(email.requestedAt, at))
  })

  const logged = (message: string, { detail, reason }: Why) =>
    Effect.annotateLogs(Effect.logWarning(message), detail === undefined ? { reason } : { reason, detail })

  const fail = (email: QueuedEmail, why: Why) =>
    Effect.zipRight(logged("email_failed", why), complete(email, "failed", why))

  const discard = (email: QueuedEmail, why: Why) =>
    Effect.zipRight(logged("email_discarded", why), complete(email, "discarded", why))

  const reschedule = (email: QueuedEmail, at: DateTime.Utc, why: Why) =>
    logged("email_rescheduled", why).pipe(
      Effect.zipRight(Metrics.emails({ kind: email.kind, outcome: "rescheduled", reason: why.reason })),
      Effect.zipRight(
        outbox.reschedule(email.instanceId, email.id, {
          at,
          reason: Option.some(why.reason),
          detail: Option.fromNullable(why.detail)
        })
      )
    )

  const retryLater = Effect.fnUntraced(function* (email: QueuedEmail, why: Why) {
    const lifetime = DateTime.distanceDuration(email.requestedAt, email.expiresAt)
    const delay = backoff(email.attempts, yield* Random.next, lifetime)
    yield* reschedule(email, DateTime.addDuration(yield* DateTime.now, delay), why)
  })

  const send = (email: QueuedEmail, content: EmailContent) =>
    Effect.timeout(
      mailer.send({
        to: email.email,
        reference: EmailReference.format({ instanceId: email.instanceId, emailId: email.id }),
        ...content
      }),
      sendTimeout
    )

  const suppress = Effect.fnUntraced(function* ({ email, id, instanceId }: QueuedEmail, detail: string) {
    const suppressedAt = yield* DateTime.now
    yield* suppressions.put(
      new EmailSuppression({ instanceId, email, emailId: id, reason: "bounce", detail, suppressedAt })
    )
  })

  const onMailerError = (email: QueuedEmail, error: MailerError): Recording => {
    const detail = FailureReason.ofError(error)
    if (error.reason === "transient") return retryLater(email, { reason: "unavailable", detail })
    const failed = fail(email, { reason: "rejected", detail })
    return error.reason === "no_mailbox" ? Effect.zipRight(suppress(email, detail ?? ""), failed) : failed
  }

  const deliver = Effect.fnUntraced(
    function* (email: QueuedEmail) {
      const isLate = DateTime.greaterThanOrEqualTo(yield* DateTime.now, email.expiresAt)
      if (isLate) return discard(email, { reason: "expired" })

      const composer = composers.get(email.kind)
      // A newer version has queued it, and sends it.
      if (composer === undefined) return retryLater(email, { reason: "unsupported" })

      const found = yield* instances.findById(email.instanceId)
      const instance = Option.filter(found, composer.isEnabled)
      if (Option.isNone(instance)) return discard(email, { reason: "disabled" })

      const user = yield* users.findByEmail(email.instanceId, email.email)
      const hasNoAccount = yield* isWithoutAccount(composer, email, instance.value, user)
      // Nothing is wrong: no line in the log.
      if (hasNoAccount) return complete(email, "discarded", { reason: "no_account" })

      const refusal = yield* composer.refuse?.(email, instance.value) ?? Effect.succeedNone
      if (Option.isSome(refusal)) return complete(email, "discarded", { reason: refusal.value })

      const suppression = yield* suppressions.find(email.instanceId, email.email)
      // Nothing is wrong: no line in the log.
      if (Option.isSome(suppression)) return complete(email, "discarded", { reason: "suppressed" })

      const refusalToUnknown = yield* refuseToUnknown(composer, email, instance.value, user)
      if (Option.isSome(refusalToUnknown)) return discard(email, refusalToUnknown.value)

      const decision = yield* limiter.decide(instance.value, composer.limit.keys(email.email))
      if (!decision.isAllowed) {
        return DateTime.lessThan(decision.retryAt, email.expiresAt)
          ? reschedule(email, decision.retryAt, { reason: "rate_limited" })
          : discard(email, { reason: "rate_limited" })
      }

      const language = languageOf(email, instance.value, user)
      const composed = yield* composer.compose(email, instance.value, language)
      yield* send(email, yield* applyCustom(composed, instance.value))
      return complete(email, "sent")
    },
    (effect, email) =>
      Effect.catchTags(effect, {
        MailerError: (error) => Effect.succeed(onMailerError(email, error)),
        TimeoutException: () => Effect.succeed(retryLater(email, { reason: "timeout" })),
        UserNotFound: () => Effect.succeed(complete(email, "discarded", { reason: "no_account" }))
      })
  )

  return { deliver, release: (email: QueuedEmail) => retryLater(email, { reason: "shutdown" }) }
})
