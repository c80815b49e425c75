/** The text of every email, in every language. */
import type { EmailTemplates } from "@latchkey/domain/Domain"
import { rooms } from "@latchkey/domain/rooms"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { templates } from "./rooms.ts"

const warnIfHidden = Effect.flatMap(Effect.context<never>(), (context) => {
  const hidden = rooms
    .flatMap(({ templates = [] }) => templates)
    .flatMap(({ key }) => (context.unsafeMap.has(key) ? [key.slice(key.lastIndexOf("/") + 1)] : []))
  return hidden.length === 0
    ? Effect.void
    : Effect.logWarning(
        `EmailTemplates.layer hides the ${hidden.join(" and ")} provided outside of it, which has no effect. Use Layer.merge(EmailTemplates.layer, …) with yours`
      )
})

/**
 * Every template of an email, the languages that they are written in (those of `Catalogues`), and what custom emails
 * need of HTML. To replace one, use `Layer.merge(EmailTemplates.layer, MyEmail)`. Warns about a template that is
 * provided outside of this layer and therefore has no effect.
 */
export const layer: Layer.Layer<EmailTemplates> = Layer.merge(templates, Layer.effectDiscard(warnIfHidden))
