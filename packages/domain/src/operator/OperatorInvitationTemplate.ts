import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as AppPart from "../core/AppPart.ts"
import type { Token } from "../core/Token.ts"
import type { EmailContent } from "../mail/Mailer.ts"
import type { Role } from "./Role.ts"

/**
 * What the email that invites an operator says.
 *
 * - `name`, `role`: those of the operator.
 * - `invitedBy`: the name of the operator who invites them; `undefined` if someone else does.
 * - `url`: the link. It contains the token: never log it or put it anywhere else.
 * - `expiresAt`: when the link stops working.
 */
export interface OperatorInvitationEmail {
  readonly name: string
  readonly role: Role
  readonly invitedBy: string | undefined
  readonly url: Redacted.Redacted
  readonly expiresAt: DateTime.Utc
}

/** What invitations need of the dashboard. */
export interface OperatorInvitations {
  /** Whether there is a dashboard. If not, the functions are never called. */
  readonly isAvailable: boolean

  /** Returns the link of an invitation. It contains the token: treat it as a secret. */
  readonly url: (token: Token) => Redacted.Redacted

  /** Returns subject, plain text and HTML. The HTML must escape every value it quotes. */
  readonly render: (email: OperatorInvitationEmail) => EmailContent
}

/** No dashboard: operators cannot be invited. */
export const none: OperatorInvitations = {
  isAvailable: false,
  url: () => Redacted.make(""),
  render: () => ({ subject: "", text: "", html: "" })
}

/**
 * The port for links to the dashboard, and for the text of the email with one: `none` by default.
 * `@latchkey/pages/dashboard/operator/OperatorInvitationEmail` is an adapter. `Domain.layer` reads it when it is built.
 */
export class OperatorInvitationTemplate extends Context.Reference<OperatorInvitationTemplate>()(
  "@latchkey/domain/OperatorInvitationTemplate",
  { defaultValue: () => none }
) {}

/**
 * Lets operators be invited. Provide the layer to `Domain.layer`; elsewhere it has no effect, and logs a warning when
 * the app starts.
 */
export const layer = <E, R>(
  make: Effect.Effect<OperatorInvitations, E, R>
): Layer.Layer<OperatorInvitationTemplate, E, R> =>
  AppPart.layer("OperatorInvitationTemplate.layer", OperatorInvitationTemplate, make)
