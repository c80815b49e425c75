import type { Server } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { Email } from "@latchkey/domain/core/Email"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import * as SesMailer from "@latchkey/ses/SesMailer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { awsEnvironment } from "./support/environment.ts"
import { mail, options } from "./support/samples.ts"

const sesLocal: typeof import("aws-ses-v2-local") = createRequire(import.meta.url)("aws-ses-v2-local")

interface Received {
  readonly from: string
  readonly replyTo: ReadonlyArray<string>
  readonly destination: Record<"to" | "cc" | "bcc", ReadonlyArray<string>>
  readonly subject: string
  readonly body: { readonly text: string; readonly html: string }
  readonly headers: ReadonlyArray<{ readonly name: string; readonly value: string }>
}

/** A local SES, empty at first. */
const ses = Effect.gen(function* () {
  const server: Server = yield* Effect.acquireRelease(
    Effect.promise(() => sesLocal.default({ host: "127.0.0.1", port: 0 })),
    (server) =>
      Effect.async<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  yield* Effect.promise(() => fetch(`${url}/clear-store`, { method: "POST" }))
  const received = Effect.promise(async (): Promise<ReadonlyArray<Received>> => {
    const response = await fetch(`${url}/store`)
    return (await response.json()).emails
  })
  return { url, received }
})

describe("SesMailer at a local SES", () => {
  it.scoped("delivers the subject, the text and the HTML to the one recipient, as an automatic mail", () =>
    Effect.gen(function* () {
      const { url, received } = yield* ses
      const mailer = yield* SesMailer.make(options(url, { from: "Example <no-reply@example.com>" }))
      assert.isTrue(mailer.isConfigured)
      yield* mailer.send(mail)

      const [first, ...others] = yield* received
      assert.lengthOf(others, 0)
      assert.strictEqual(first?.from, "Example <no-reply@example.com>")
      assert.deepStrictEqual(first?.destination, { to: ["ann@example.com"], cc: [], bcc: [] })
      assert.deepStrictEqual(first?.replyTo, [])
      assert.strictEqual(first?.subject, mail.subject)
      assert.deepStrictEqual(first?.body, { text: mail.text, html: mail.html })
      assert.deepStrictEqual(first?.headers, [{ name: "Auto-Submitted", value: "auto-generated" }])
    })
  )

  it.scoped("delivers one mail for each send, however many at once", () =>
    Effect.gen(function* () {
      const { url, received } = yield* ses
      const mailer = yield* SesMailer.make(options(url))
      const addresses = Array.from({ length: 30 }, (_, i) => Email.make(`user${i}@example.com`))
      yield* Effect.forEach(addresses, (to) => mailer.send({ ...mail, to }), { concurrency: "unbounded" })
      const to = (yield* received).map((mail) => mail.destination.to)
      assert.sameDeepMembers(
        to,
        addresses.map((address) => [address])
      )
    })
  )

  it.scoped("takes what the options leave open from the environment, as every AWS SDK does", () =>
    Effect.gen(function* () {
      const { url, received } = yield* ses
      yield* awsEnvironment({
        AWS_ENDPOINT_URL_SESV2: url,
        AWS_REGION: "eu-west-1",
        AWS_ACCESS_KEY_ID: "AKIDFROMENV",
        AWS_SECRET_ACCESS_KEY: "from-the-environment"
      })
      const nothing = { credentials: Option.none(), region: Option.none(), endpoint: Option.none() }
      const layer = SesMailer.layer({ from: "no-reply@example.com", ...nothing })
      yield* Effect.flatMap(Mailer, ({ send }) => send(mail)).pipe(Effect.provide(layer))
      assert.lengthOf(yield* received, 1)
    })
  )
})
