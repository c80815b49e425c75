import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import type { EmailMessage } from "@latchkey/domain/mail/Mailer"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import { AuthTestError } from "../AuthTestError.ts"
import * as TestInput from "./TestInput.ts"

/** A kind of link, and what sends one. */
interface Kind {
  readonly link: string
  readonly hint: string
}

const magicLink: Kind = {
  link: "a magic link",
  hint: "Call requestMagicLink first; a request expires after 5 minutes"
}

const code: Kind = {
  link: "a code",
  hint: "Call requestMagicLink first, on an instance with emailConfig.magicLinkCodes; a request expires after 5 minutes"
}

const resetLink: Kind = {
  link: "a link to set a new password",
  hint: "Call requestPasswordReset first, for an address with an account; a request expires after 5 minutes"
}

const signUpLink: Kind = {
  link: "a link to complete a sign-up",
  hint: "Call requestSignUp first, for an address without a verified account; a request expires after 15 minutes"
}

const emailChangeLink: Kind = {
  link: "a link that changes the address",
  hint: "Call requestEmailChange first, for an address that is free; a request expires after 5 minutes"
}

const emailRestoreLink: Kind = {
  link: "a link that restores the address",
  hint: "Change an address that was verified first, with confirmEmailChange"
}

const explain = (address: string, { hint, link }: Kind, emails: ReadonlyArray<EmailMessage>): AuthTestError => {
  const recipients = [...new Set(emails.map(({ to }) => to))]
  if (recipients.some((to) => to === address)) {
    return new AuthTestError({ message: `No email to ${address} contains ${link}` })
  }
  const others = recipients.length === 0 ? "No emails were sent" : `Emails were sent to ${recipients.join(", ")}`
  return new AuthTestError({ message: `No email was sent to ${address}. ${others}. ${hint}` })
}

export const make = Effect.gen(function* () {
  const dispatcher = yield* EmailDispatcher
  const { lastCodeTo, lastEmailChangeTo, lastEmailRestoreTo, lastLinkTo, lastResetLinkTo, lastSignUpLinkTo, sent } =
    yield* Sent
  const sendQueued = Effect.repeat(Effect.orDie(dispatcher.dispatch), { until: (count) => count === 0 })
  const emails = Effect.zipRight(sendQueued, sent)

  const lastLink = (kind: Kind, find: typeof lastLinkTo) =>
    Effect.fnUntraced(function* (input: string) {
      const address = yield* TestInput.email(input)
      const all = yield* emails
      return yield* Effect.mapError(yield* find(address), () => explain(address, kind, all))
    })

  return {
    emails,
    lastEmailChangeLink: lastLink(emailChangeLink, lastEmailChangeTo),
    lastEmailRestoreLink: lastLink(emailRestoreLink, lastEmailRestoreTo),
    lastMagicLink: lastLink(magicLink, lastLinkTo),
    lastMagicLinkCode: lastLink(code, lastCodeTo),
    lastPasswordResetLink: lastLink(resetLink, lastResetLinkTo),
    lastSignUpLink: lastLink(signUpLink, lastSignUpLinkTo)
  }
})
