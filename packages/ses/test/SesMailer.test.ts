import { assert, describe, it } from "@effect/vitest"
import { Email } from "@latchkey/domain/core/Email"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import * as SesErrors from "@latchkey/ses/SesErrors"
import * as SesMailer from "@latchkey/ses/SesMailer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Endpoint from "@latchkey/test-support/ses/Endpoint"
import { awsEnvironment } from "@latchkey/test-support/ses/environment"
import * as LocalSes from "./support/LocalSes.ts"
import { email, options } from "./support/samples.ts"

interface Delivered {
  readonly from: string
  readonly replyTo: ReadonlyArray<string>
  readonly destination: Record<"to" | "cc" | "bcc", ReadonlyArray<string>>
  readonly subject: string
  readonly body: { readonly text: string; readonly html: string }
  readonly headers: ReadonlyArray<{ readonly name: string; readonly value: string }>
}

/** Starts a local SES that has delivered nothing. */
const ses = Effect.gen(function* () {
  const url = yield* LocalSes.make
  yield* Effect.promise(() => fetch(`${url}/clear-store`, { method: "POST" }))
  const delivered = Effect.promise(async (): Promise<ReadonlyArray<Delivered>> => {
    const response = await fetch(`${url}/store`)
    return (await response.json()).emails
  })
  return { url, delivered }
})

describe("SesMailer with a local SES", () => {
  it.scoped("delivers subject, text and HTML to the one recipient, as an automatic email", () =>
    Effect.gen(function* () {
      const { url, delivered } = yield* ses
      const mailer = yield* SesMailer.make(options(url, { from: "Example <no-reply@example.com>" }))
      assert.isTrue(mailer.isConfigured)
      yield* mailer.send(email)

      const [first, ...others] = yield* delivered
      assert.lengthOf(others, 0)
      assert.strictEqual(first?.from, "Example <no-reply@example.com>")
      assert.deepStrictEqual(first?.destination, { to: ["ann@example.com"], cc: [], bcc: [] })
      assert.deepStrictEqual(first?.replyTo, [])
      assert.strictEqual(first?.subject, email.subject)
      assert.deepStrictEqual(first?.body, { text: email.text, html: email.html })
      assert.deepStrictEqual(first?.headers, [
        { name: "Auto-Submitted", value: "auto-generated" },
        { name: "Latchkey-Email", value: email.reference }
      ])
    })
  )

  it.scoped("delivers one email for each of thirty concurrent calls", () =>
    Effect.gen(function* () {
      const { url, delivered } = yield* ses
      const mailer = yield* SesMailer.make(options(url))
      const addresses = Array.from({ length: 30 }, (_, i) => Email.make(`user${i}@example.com`))
      yield* Effect.forEach(addresses, (to) => mailer.send({ ...email, to }), { concurrency: "unbounded" })
      assert.sameDeepMembers(
        (yield* delivered).map(({ destination }) => destination.to),
        addresses.map((address) => [address])
      )
    })
  )

  it.scoped("reads missing options from the environment, like every AWS SDK", () =>
    Effect.gen(function* () {
      const { url, delivered } = yield* ses
      yield* awsEnvironment({
        AWS_ENDPOINT_URL_SESV2: url,
        AWS_REGION: "eu-west-1",
        AWS_ACCESS_KEY_ID: "AKIDFROMENV",
        AWS_SECRET_ACCESS_KEY: "from-the-environment"
      })
      const nothing = { credentials: Option.none(), region: Option.none(), endpoint: Option.none() }
      const layer = SesMailer.layer({ from: "no-reply@example.com", ...nothing })
      yield* Effect.flatMap(Mailer, ({ send }) => send(email)).pipe(Effect.provide(layer))
      assert.lengthOf(yield* delivered, 1)
    })
  )
})

describe("SesMailer.layer", () => {
  it.scopedLive("keeps its connection for the next email, and closes it with the scope", () =>
    Effect.gen(function* () {
      const { connections, requests, url } = yield* Endpoint.make(Endpoint.accept)
      yield* Effect.gen(function* () {
        const mailer = yield* Mailer
        yield* mailer.send(email)
        yield* mailer.send(email)
        assert.strictEqual(yield* connections, 1)
      }).pipe(Effect.provide(SesMailer.layer(options(url))))
      assert.lengthOf(requests, 2)
      yield* Effect.repeat(connections, {
        schedule: Schedule.spaced("10 millis"),
        until: (count) => count === 0
      }).pipe(Effect.timeout("2 seconds"))
    })
  )

  it.effect.each(["", "Example", "Example <>", "no-reply@localhost", "a@example.com, b@example.com"])(
    "fails with InvalidSender for the sender %j",
    (from) =>
      Effect.gen(function* () {
        const layer = SesMailer.layer(options("http://127.0.0.1:1", { from }))
        const error = yield* Effect.flip(Effect.provide(Mailer, layer))
        assert.instanceOf(error, SesErrors.InvalidSender)
        assert.include(error.message, 'from: "')
      })
  )

  it.scoped("fails with RegionRequired without a region", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({})
      const layer = SesMailer.layer(options("http://127.0.0.1:1", { region: Option.none() }))
      const error = yield* Effect.flip(Effect.provide(Mailer, layer))
      assert.instanceOf(error, SesErrors.RegionRequired)
      assert.include(error.message, "AWS_REGION")
    })
  )

  it.scoped("fails with RegionRequired for an invalid region", () =>
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
