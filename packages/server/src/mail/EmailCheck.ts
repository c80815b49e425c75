/** Checks whether emails would be sent. A failure means that the provider rejects them; a warning, that it may. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Check from "../core/Check.ts"
import type { CommandError } from "../core/CommandError.ts"
import * as ConfiguredMailer from "./ConfiguredMailer.ts"
import * as SesCheck from "./SesCheck.ts"
import * as SmtpCheck from "./SmtpCheck.ts"

const examine = (settings: ConfiguredMailer.EmailSettings): Effect.Effect<Check.Finding, CommandError> =>
  Option.match(ConfiguredMailer.provider(settings), {
    onNone: () =>
      Effect.succeed(Check.warning("EMAIL_FROM is not set: magic links and password resets are turned off")),
    onSome: (provider) =>
      ConfiguredMailer.match(provider, {
        Ses: ({ options }) => Effect.mapError(SesCheck.examine(options), ConfiguredMailer.toCommandError),
        Smtp: ({ options }) => Effect.mapError(SmtpCheck.examine(options), ConfiguredMailer.toCommandError)
      })
  })

/** Runs the check `email`. Asks the provider, and sends nothing. */
export const run = (settings: ConfiguredMailer.EmailSettings): Effect.Effect<Check.Check> =>
  Check.run("email", examine(settings))
