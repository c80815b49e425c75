import { assert, describe, it } from "@effect/vitest"
import type { Email } from "@latchkey/domain/core/Email"
import type { EmailMessage } from "@latchkey/domain/mail/Mailer"
import * as SesMailer from "@latchkey/ses/SesMailer"
import * as Effect from "effect/Effect"
import * as Endpoint from "@latchkey/test-support/ses/Endpoint"
import { email, options } from "./support/samples.ts"

/** Sends an email, and returns the one request that this makes. */
const requestOf = (message: EmailMessage, from = "no-reply@example.com") =>
  Effect.gen(function* () {
    const { requests, url } = yield* Endpoint.make(Endpoint.accept)
    const mailer = yield* SesMailer.make(options(url, { from }))
    yield* mailer.send(message)
    const [request, ...others] = requests
    assert.lengthOf(others, 0)
    if (request === undefined) return assert.fail("No request was received")
    return { ...request, json: JSON.parse(request.body) }
  }).pipe(Effect.scoped)

describe("The request to SES", () => {
  it.effect("is one SendEmail with simple content in UTF-8, without tracking or anything else", () =>
    Effect.gen(function* () {
      const { method, path, json } = yield* requestOf(email)
      assert.deepStrictEqual([method, path], ["POST", "/v2/email/outbound-emails"])
      assert.deepStrictEqual(json, {
        FromEmailAddress: "no-reply@example.com",
        Destination: { ToAddresses: ["ann@example.com"] },
        Content: {
          Simple: {
            Subject: { Data: email.subject, Charset: "UTF-8" },
            Body: {
              Text: { Data: email.text, Charset: "UTF-8" },
              Html: { Data: email.html, Charset: "UTF-8" }
            },
            Headers: [
              { Name: "Auto-Submitted", Value: "auto-generated" },
              { Name: "Latchkey-Email", Value: email.reference }
            ]
          }
        },
        ConfigurationOverrides: { Tracking: { ClickTrackingEnabled: "DISABLED", OpenTrackingEnabled: "DISABLED" } }
      })
    })
  )

  it.effect("contains the subject in one line", () =>
    Effect.gen(function* () {
      const { json } = yield* requestOf({ ...email, subject: "Sign in\r\nBcc: eve@example.com\n\n<p>\u0000Hi" })
      assert.strictEqual(json.Content.Simple.Subject.Data, "Sign in Bcc: eve@example.com <p> Hi")
      assert.lengthOf(json.Content.Simple.Headers, 2)
    })
  )

  it.effect("contains one recipient, whatever the address looks like", () =>
    Effect.gen(function* () {
      // The type excludes such an address. This is what happens if a cast lets one through.
      const forged = "ann@example.com\r\nBcc: eve@example.com, bob@example.com" as Email
      const { json, headers } = yield* requestOf({ ...email, to: forged })
      assert.deepStrictEqual(json.Destination, { ToAddresses: [forged] })
      assert.notProperty(headers, "bcc")
    })
  )

  const senders = [
    ["no-reply@example.com", "no-reply@example.com"],
    ["<no-reply@example.com>", "no-reply@example.com"],
    ["Example App <no-reply@example.com>", "Example App <no-reply@example.com>"],
    ["Example, Inc. <no-reply@example.com>", '"Example, Inc." <no-reply@example.com>'],
    ['"Example, Inc." <no-reply@example.com>', '"Example, Inc." <no-reply@example.com>'],
    ['The "Best" \\ App <no-reply@example.com>', '"The \\"Best\\" \\\\ App" <no-reply@example.com>'],
    ["Café Zoë <no-reply@example.com>", "=?UTF-8?B?Q2Fmw6kgWm/Dqw==?= <no-reply@example.com>"],
    ['"Café Zoë" <no-reply@example.com>', "=?UTF-8?B?Q2Fmw6kgWm/Dqw==?= <no-reply@example.com>"],
    ["=?UTF-8?B?Q2Fmw6k=?= <no-reply@example.com>", "=?UTF-8?B?Q2Fmw6k=?= <no-reply@example.com>"]
  ] as const

  for (const [from, expected] of senders) {
    it.effect(`writes the sender ${from} as email software reads it`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* requestOf(email, from)).json.FromEmailAddress, expected)
      })
    )
  }

  it.effect("splits a long sender name into encoded words of at most 75 characters, between letters", () =>
    Effect.gen(function* () {
      // Each start shifts the boundaries, so that they fall on every octet of a letter.
      for (const start of ["", "a", "aa", "aaa", "aaaa", "aaaaa"]) {
        const name = `${start}${"é😀".repeat(20)}`
        const { json } = yield* requestOf(email, `${name} <no-reply@example.com>`)
        const words = String(json.FromEmailAddress).replace(" <no-reply@example.com>", "").split(" ")
        assert.isAbove(words.length, 1)
        for (const word of words) assert.isAtMost(word.length, 75)
        const decoded = words.map((word) => Buffer.from(word.slice("=?UTF-8?B?".length, -2), "base64").toString("utf8"))
        assert.strictEqual(decoded.join(""), name)
      }
    })
  )

  it.effect("keeps line breaks in the sender name out of the header", () =>
    Effect.gen(function* () {
      const { json } = yield* requestOf(email, "Ann\r\nBcc: eve@example.com\r\n <no-reply@example.com>")
      assert.match(json.FromEmailAddress, /^=\?UTF-8\?B\?[A-Za-z0-9+/=]+\?= <no-reply@example\.com>$/)
    })
  )
})
