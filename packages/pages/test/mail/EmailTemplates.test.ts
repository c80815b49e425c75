import { assert, describe, it } from "@effect/vitest"
import { MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import * as AccountNotice from "@latchkey/pages/mail/AccountNotice"
import * as EmailTemplates from "@latchkey/pages/EmailTemplates"
import * as PasswordResetEmail from "@latchkey/pages/password-reset/PasswordResetEmail"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"

const mine = Layer.succeed(MagicLinkTemplate, { render: () => ({ subject: "Mine", text: "", html: "" }) })

/** Returns what is logged while a layer is built. */
const logged = (layer: Layer.Layer<never>) => {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => lines.push(String(message)))
  return Layer.build(layer).pipe(
    Effect.scoped,
    Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
    Effect.as(lines)
  )
}

describe("EmailTemplates.layer", () => {
  it.effect("warns about a template that is provided outside of it, and names it", () =>
    Effect.map(logged(Layer.provide(EmailTemplates.layer, mine)), (lines) => {
      assert.lengthOf(lines, 1)
      assert.include(lines[0], "EmailTemplates.layer hides the MagicLinkTemplate provided outside of it")
    })
  )

  it.effect("is silent alone, and so are the layers of single emails beside a template of the app", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* logged(EmailTemplates.layer), [])
      assert.deepStrictEqual(yield* logged(Layer.mergeAll(mine, AccountNotice.layer, PasswordResetEmail.layer)), [])
    })
  )
})
