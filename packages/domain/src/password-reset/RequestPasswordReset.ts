/**
 * Requesting a link to set a new password, for users who have forgotten theirs. `EmailDispatcher` sends it,
 * `ResetPassword` uses it.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Attempt from "../audit/Attempt.ts"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { PasswordDisabled, type PersistenceError } from "../core/Errors.ts"
import { MagicLinkDisabled } from "../magic-link/MagicLinkErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { traced } from "../core/Tracing.ts"
import type { Instance } from "../instance/Instance.ts"
import { maxAge } from "../magic-link/RequestMagicLink.ts"
import { QueuedEmailId } from "../core/Ids.ts"
import { EmailOutbox, QueuedEmail } from "../mail/EmailOutbox.ts"
import { requestedBy } from "../mail/Requester.ts"
import { EmailKind } from "../mail/MailDeliveryLog.ts"
import { Mailer } from "../mail/Mailer.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { perResetRequest } from "./PasswordResetLimits.ts"
import { attempts } from "./PasswordResetRecords.ts"

/** Who has forgotten the password of which address. */
export interface PasswordResetInput {
  readonly instance: Instance
  readonly caller: Caller
  readonly email: Email
}

/** The kind of an email with a link to set a new password. */
export const emailKind = EmailKind.make("password_reset")

/** The use case of requesting a link to set a new password. */
export class RequestPasswordReset extends Context.Tag("@latchkey/domain/RequestPasswordReset")<
  RequestPasswordReset,
  {
    /**
     * Returns `true` if the instance has passwords turned on and an email provider is configured. Instances with magic
     * links turned off have password resets, too.
     */
    readonly isAvailable: (instance: Instance) => boolean

    /**
     * Queues the request, in the same way for every address. The worker sends nothing to an address without an account,
     * or with a disabled one. Counts against the limit of magic links per IP address, and per exact address separately
     * from them. Fails with `RateLimited` first, with `PasswordDisabled` if the instance has passwords turned off, and
     * with `MagicLinkDisabled` without an email provider.
     */
    readonly request: (
      input: PasswordResetInput
    ) => Effect.Effect<void, RateLimited<"magic_link"> | PasswordDisabled | MagicLinkDisabled | PersistenceError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const record = yield* Attempt.makeRecorder(attempts)
  const ids = yield* IdGenerator
  const limiter = yield* RateLimiter
  const { isConfigured } = yield* Mailer
  const outbox = yield* EmailOutbox

  const request = Effect.fnUntraced(
    function* ({ instance, caller, email }: PasswordResetInput) {
      yield* limiter.consume(instance, perResetRequest(caller, email))
      if (!instance.authConfig.password) return yield* new PasswordDisabled()
      if (!isConfigured) return yield* new MagicLinkDisabled()
      const requestedAt = yield* DateTime.now
      yield* outbox.enqueue(
        new QueuedEmail({
          instanceId: instance.id,
          id: yield* ids.next(QueuedEmailId),
          kind: emailKind,
          email,
          clientHash: Option.none(),
          ...requestedBy(caller),
          requestedAt,
          expiresAt: DateTime.addDuration(requestedAt, maxAge),
          attempts: 0
        })
      )
    },
    (attempt, input) => record("password_reset_request", input)(attempt),
    traced("RequestPasswordReset.request")
  )

  return RequestPasswordReset.of({ isAvailable: ({ authConfig }) => authConfig.password && isConfigured, request })
})

/** The use case as a layer. The links are sent by an `EmailDispatcher`, of this process or another. */
export const layer = Layer.effect(RequestPasswordReset, make)
