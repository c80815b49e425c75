/** Queues emails with magic links. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { QueuedEmailId } from "../core/Ids.ts"
import { EmailOutbox, QueuedEmail } from "../mail/EmailOutbox.ts"
import type { TokenHash } from "../core/Token.ts"
import type { Instance } from "../instance/Instance.ts"
import { requestedBy } from "../mail/Requester.ts"
import { EmailKind } from "../mail/MailDeliveryLog.ts"

/** The kind of these emails. */
export const emailKind = EmailKind.make("magic_link")

/** Five minutes: an email that could not be sent until then is discarded. */
export const maxAge = Duration.minutes(5)

/** The parameter of an email that contains a code. */
export const withCode = "withCode"

/** The parameter of an email whose link opens a native client: where. */
export const appLink = "appLink"

/**
 * The client that requested a link.
 *
 * - `appLink`: where a native client is opened; none for a browser.
 * - `codeId`: the id of the request if it has a code; none if it has not.
 */
interface Requester {
  readonly caller: Caller
  readonly appLink: string | undefined
  readonly clientHash: TokenHash
  readonly codeId: QueuedEmailId | undefined
}

/** Makes the function that queues an email. `requester`: none for an operator. */
export const makeEnqueue = Effect.gen(function* () {
  const ids = yield* IdGenerator
  const outbox = yield* EmailOutbox

  return Effect.fnUntraced(function* (instance: Instance, email: Email, requester?: Requester) {
    const requestedAt = yield* DateTime.now
    const { languages, parameters } = requestedBy(requester?.caller)
    yield* outbox.enqueue(
      new QueuedEmail({
        instanceId: instance.id,
        id: requester?.codeId ?? (yield* ids.next(QueuedEmailId)),
        kind: emailKind,
        email,
        clientHash: Option.fromNullable(requester?.clientHash),
        languages,
        parameters: {
          ...parameters,
          ...(requester?.codeId === undefined ? {} : { [withCode]: "true" }),
          ...(requester?.appLink === undefined ? {} : { [appLink]: requester.appLink })
        },
        requestedAt,
        expiresAt: DateTime.addDuration(requestedAt, maxAge),
        attempts: 0
      })
    )
  })
})
