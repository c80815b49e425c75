/** Who writes the queued emails: one composer for each kind of email. The dispatcher knows none of them. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type { UserNotFound } from "../account/AccountErrors.ts"
import type { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { Language } from "../language/Language.ts"
import type { Instance } from "../instance/Instance.ts"
import type { Limit } from "../rate-limit/Limit.ts"
import type { ComposedEmail, CustomizableEmail } from "./CustomizableEmail.ts"
import type { QueuedEmail } from "./EmailOutbox.ts"
import type { DeliveryReason, EmailKind } from "./MailDeliveryLog.ts"

/**
 * Writes the emails of one kind.
 *
 * - `limit`: how many of them one address may get.
 * - `isForAnyone`: `true` if they may go to addresses that were never verified. An instance limits those.
 * - `needsAccount`: `true` if the instance sends them to the address only if it has an account that is not disabled.
 *   Otherwise it gets nothing. By default it is sent.
 * - `isEnabled`: `false` if the instance no longer sends them.
 * - `refuse`: why an email that is due must not be sent; `None` if it may be. Without it all may be.
 * - `customizable`: the emails that it writes and whose text operators can change.
 * - `compose`: writes an email that is about to be sent, in `language`, which is an available one. Called again for
 *   each attempt. Fails with `UserNotFound` if the address gets nothing.
 */
export interface EmailComposer {
  readonly kind: EmailKind
  readonly limit: Limit<Email>
  readonly isForAnyone: boolean
  readonly needsAccount?: (instance: Instance, email: Email) => Effect.Effect<boolean, PersistenceError>
  readonly isEnabled: (instance: Instance) => boolean
  readonly refuse?: (
    email: QueuedEmail,
    instance: Instance
  ) => Effect.Effect<Option.Option<DeliveryReason>, PersistenceError>
  readonly customizable?: ReadonlyArray<CustomizableEmail>
  readonly compose: (
    email: QueuedEmail,
    instance: Instance,
    language: Language
  ) => Effect.Effect<ComposedEmail, PersistenceError | UserNotFound>
}

/** The composers, by the kind of email that they write. */
export class EmailComposers extends Context.Tag("@latchkey/domain/EmailComposers")<
  EmailComposers,
  ReadonlyMap<EmailKind, EmailComposer>
>() {}

/**
 * Makes the registry of what `composers` makes. Each module makes a list, because one module may write several kinds.
 */
export const layer = <R>(
  composers: Effect.Effect<ReadonlyArray<ReadonlyArray<EmailComposer>>, never, R>
): Layer.Layer<EmailComposers, never, R> =>
  Layer.effect(
    EmailComposers,
    Effect.map(composers, (lists) => new Map(lists.flat().map((composer) => [composer.kind, composer])))
  )
