/**
 * Checks whether emails would be sent, and whether they would arrive. A failure means that the provider rejects them; a
 * warning, that it may, or that receivers may.
 */
import * as SesIdentity from "@latchkey/ses/SesIdentity"
import type * as SesMailer from "@latchkey/ses/SesMailer"
import type * as SmtpMailer from "@latchkey/smtp/SmtpMailer"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Check from "../core/Check.ts"
import * as ConfiguredMailer from "./ConfiguredMailer.ts"
import * as Dns from "./Dns.ts"
import * as SenderCheck from "./SenderCheck.ts"
import * as SenderDomain from "./SenderDomain.ts"
import * as SesCheck from "./SesCheck.ts"
import * as SmtpCheck from "./SmtpCheck.ts"

type Checks = Effect.Effect<ReadonlyArray<Check.Check>>

const unconfigured = Check.warning("EMAIL_FROM is not set: magic links and password resets are turned off")

/** Queries Amazon SES once, for both checks. */
const runSes = (dns: Dns.Dns, options: SesMailer.Options): Checks =>
  Effect.gen(function* () {
    const report = yield* Effect.either(Effect.mapError(SesIdentity.inspect(options), ConfiguredMailer.toCommandError))
    const email = yield* Check.run(
      "email",
      Effect.map(report, (report) => SesCheck.judge(options.from, report))
    )
    if (Either.isLeft(report)) return [email]
    const signer = SenderDomain.Signer.Ses({ identity: report.right.identity })
    return [email, yield* SenderCheck.run(dns, options.from, signer)]
  })

const runSmtp = (dns: Dns.Dns, options: SmtpMailer.Options): Checks =>
  Effect.all(
    [
      Check.run("email", Effect.mapError(SmtpCheck.examine(options), ConfiguredMailer.toCommandError)),
      SenderCheck.run(dns, options.from, SenderDomain.Signer.Smtp())
    ],
    { concurrency: "unbounded" }
  )

/** Runs the checks `email`, and with a sender `sender`. Asks the provider and DNS, and sends nothing. */
export const run = (settings: ConfiguredMailer.EmailSettings, dns: Dns.Dns = Dns.make()): Checks =>
  Option.match(ConfiguredMailer.provider(settings), {
    onNone: () => Effect.all([Check.run("email", Effect.succeed(unconfigured))]),
    onSome: (provider) =>
      ConfiguredMailer.match(provider, {
        Ses: ({ options }) => runSes(dns, options),
        Smtp: ({ options }) => runSmtp(dns, options)
      })
  })
