import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import type { EmailMessage } from "@latchkey/domain/mail/Mailer"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { AuthTestError } from "../AuthTestError.ts"
import * as TestInput from "./TestInput.ts"

const explain = (address: string, emails: ReadonlyArray<EmailMessage>): AuthTestError => {
  const recipients = [...new Set(emails.map(({ to }) => to))]
  if (recipients.some((to) => to === address)) {
    return new AuthTestError({ message: `No email to ${address} contains a magic link` })
  }
  const others = recipients.length === 0 ? "No emails were sent" : `Emails were sent to ${recipients.join(", ")}`
  const hint = "Call requestMagicLink first; a request expires after 5 minutes"
  return new AuthTestError({ message: `No email was sent to ${address}. ${others}. ${hint}` })
}

export const make = Effect.gen(function* () {
  const dispatcher = yield* EmailDispatcher
  const { lastLinkTo, sent } = yield* Sent
  const sendQueued = Effect.repeat(Effect.orDie(dispatcher.dispatch), { until: (count) => count === 0 })
  const emails = Effect.zipRight(sendQueued, sent)

  return {
    emails,
    lastMagicLink: Effect.fnUntraced(function* (input: string) {
      const address = yield* TestInput.email(input)
      const all = yield* emails
      return yield* Option.match(yield* lastLinkTo(address), {
        onNone: () => Effect.fail(explain(address, all)),
        onSome: Effect.succeed
      })
    })
  }
})
