import { assert, describe, it } from "@effect/vitest"
import * as SmtpMailer from "@latchkey/smtp/SmtpMailer"
import * as ScriptedServer from "@latchkey/test-support/smtp/ScriptedServer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { email, options, plainUrl } from "./support/samples.ts"

describe("By default, SmtpMailer", () => {
  it.scopedLive("waits ten seconds for a reply", () =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make({ end: ScriptedServer.silence })
      const mailer = yield* SmtpMailer.make(options(plainUrl(server)))
      const [duration] = yield* Effect.timed(Effect.flip(mailer.send(email)))
      assert.isAtLeast(Duration.toMillis(duration), 9_900)
      assert.isBelow(Duration.toMillis(duration), 13_000)
    })
  )
})
