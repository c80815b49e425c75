/** The emails about a recovery of lost factors: HTML, and the same as plain text. */
import {
  type FactorRecoveryEmail,
  FactorRecoveryTemplate
} from "@latchkey/domain/factor-recovery/FactorRecoveryTemplate"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as EmailFrame from "../core/EmailFrame.ts"
import { linkEmail } from "../core/LinkEmail.ts"
import type { Catalogue } from "../language/Catalogue.ts"
import { Catalogues } from "../language/Catalogues.ts"
import * as Sentence from "../language/Sentence.ts"
import type { RecoveryTexts } from "./EmailTexts.ts"

const recoveryEmail = (catalogue: Catalogue, texts: RecoveryTexts, email: FactorRecoveryEmail): EmailContent => {
  const { availableAt, expiresAt, recoveryUrl, requestedAt } = email
  const { time } = EmailFrame.valuesFor(catalogue)
  return linkEmail(catalogue, texts, {
    ...email,
    url: recoveryUrl,
    lifetime: Sentence.write(texts.period, { from: time(availableAt), until: time(expiresAt) }),
    at: requestedAt
  })
}

/** Makes the email at the request. The HTML escapes every value. */
export const render = (catalogue: Catalogue, email: FactorRecoveryEmail): EmailContent =>
  recoveryEmail(catalogue, catalogue.emails.factorRecovery, email)

/** Makes the email at the end of the waiting time. The HTML escapes every value. */
export const renderReady = (catalogue: Catalogue, email: FactorRecoveryEmail): EmailContent =>
  recoveryEmail(catalogue, catalogue.emails.factorRecoveryReady, email)

/** The emails as a template. */
export const layer: Layer.Layer<FactorRecoveryTemplate> = Layer.effect(
  FactorRecoveryTemplate,
  Effect.map(Catalogues, ({ best }) => ({
    render: (email) => render(best([email.language]), email),
    renderReady: (email) => renderReady(best([email.language]), email)
  }))
)
