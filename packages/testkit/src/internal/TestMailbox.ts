import { MagicLinkDispatcher } from "@latchkey/domain/magic-link/MagicLinkDispatcher"
import type { Mail } from "@latchkey/domain/mail/Mailer"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { AuthTestError } from "../AuthTestError.ts"
import * as TestInput from "./TestInput.ts"

const explain = (email: string, mails: ReadonlyArray<Mail>): AuthTestError => {
  const recipients = [...new Set(mails.map(({ to }) => to))]
  if (recipients.some((to) => to === email)) {
    return new AuthTestError({ message: `There is no link to Latchkey in the newest mail to ${email}` })
  }
  const others = recipients.length === 0 ? "No mail was sent at all" : `Mail was sent to ${recipients.join(", ")}`
  const hint = "A link is sent to whoever has asked for one within the last 5 minutes"
  return new AuthTestError({ message: `No mail was sent to ${email}. ${others}. ${hint}` })
}

export const make = Effect.gen(function* () {
  const dispatcher = yield* MagicLinkDispatcher
  const { lastLinkTo, sent } = yield* Sent
  const sendAll = Effect.repeat(Effect.orDie(dispatcher.dispatch), { until: (count) => count === 0 })
  const mails = Effect.zipRight(sendAll, sent)

  return {
    mails,
    lastLink: Effect.fnUntraced(function* (input: string) {
      const email = yield* TestInput.email(input)
      const all = yield* mails
      return yield* Option.match(yield* lastLinkTo(email), {
        onNone: () => Effect.fail(explain(email, all)),
        onSome: Effect.succeed
      })
    })
  }
})
