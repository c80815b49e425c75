import { Mailer } from "@latchkey/domain/mail/Mailer"
import * as SesErrors from "@latchkey/ses/SesErrors"
import * as SesMailer from "@latchkey/ses/SesMailer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Endpoint from "./support/Endpoint.ts"
import { awsEnvironment } from "./support/environment.ts"
import { mail, options } from "./support/samples.ts"

describe("SesMailer.layer", () => {
  it.scopedLive("keeps its connection for the next mail, and closes it with the scope", () =>
    Effect.gen(function* () {
      const { connections, seen, url } = yield* Endpoint.make(Endpoint.accept)
      yield* Effect.gen(function* () {
        const mailer = yield* Mailer
        yield* mailer.send(mail)
        yield* mailer.send(mail)
        assert.strictEqual(yield* connections, 1)
      }).pipe(Effect.provide(SesMailer.layer(options(url))))
      assert.lengthOf(seen, 2)
      yield* Effect.repeat(connections, {
        schedule: Schedule.spaced("10 millis"),
        until: (count) => count === 0
      }).pipe(Effect.timeout("2 seconds"))
    })
  )

  it.scoped("does not start without a region", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({})
      const layer = SesMailer.layer(options("http://127.0.0.1:1", { region: Option.none() }))
      const error = yield* Effect.flip(Effect.provide(Mailer, layer))
      assert.instanceOf(error, SesErrors.RegionRequired)
      assert.include(error.message, "AWS_REGION")
    })
  )

  it.scoped("does not start with something that is no region", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({ AWS_REGION: "eu central" })
      const layer = SesMailer.layer(options("http://127.0.0.1:1", { region: Option.none() }))
      assert.instanceOf(yield* Effect.flip(Effect.provide(Mailer, layer)), SesErrors.RegionRequired)
    })
  )

  it.scoped("needs neither SES nor credentials to start", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({ AWS_REGION: "eu-central-1" })
      const nothing = { credentials: Option.none(), region: Option.none() }
      const { isConfigured } = yield* Effect.provide(Mailer, SesMailer.layer(options("http://127.0.0.1:1", nothing)))
      assert.isTrue(isConfigured)
    })
  )
})
