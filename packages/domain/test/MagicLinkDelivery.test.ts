import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as TestClock from "effect/TestClock"
import { MailerError } from "@latchkey/domain/Errors"
import { MagicLinkDispatcher, backoff } from "@latchkey/domain/MagicLinkDispatcher"
import type { Mail } from "@latchkey/domain/Mailer"
import { Sent } from "@latchkey/memory/MemoryMailer"
import { almost, ann, ben, linkFor, mailedToken, oneMilli, outage, outcome, test, tokenOf } from "./support.ts"
import * as Browser from "./support/Browser.ts"
import { argsOf, before, beforeNext, countOf, release } from "./support/Interception.ts"

const dispatch = Effect.flatMap(MagicLinkDispatcher, (dispatcher) => dispatcher.dispatch)
const sent = Effect.flatMap(Sent, (mailbox) => mailbox.sent)
const recipients = Effect.map(sent, (mails) => mails.map(({ to }) => to))
const transient = new MailerError({ reason: "transient", cause: new Error("busy") })
const permanent = new MailerError({ reason: "permanent", cause: new Error("no such mailbox") })

/** Without the random part: the delays are 1, 2, 4… seconds. */
const exactly = Effect.withRandom(Random.fixed([0]))

const asked = Effect.gen(function* () {
  const browser = yield* Browser.make
  yield* browser.askForLink(ann)
  return browser
})
