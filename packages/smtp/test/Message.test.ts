import { assert, describe, it } from "@effect/vitest"
import { Email } from "@latchkey/domain/core/Email"
import type { EmailMessage } from "@latchkey/domain/mail/Mailer"
import * as SmtpMailer from "@latchkey/smtp/SmtpMailer"
import * as MailServer from "@latchkey/test-support/smtp/MailServer"
import * as ScriptedServer from "@latchkey/test-support/smtp/ScriptedServer"
import * as Effect from "effect/Effect"
import { email, options, plainUrl } from "./support/samples.ts"

/** Sends an email, and returns the one that the server receives. */
const received = (message: EmailMessage, from = "no-reply@example.com") =>
  Effect.gen(function* () {
    const server = yield* MailServer.make()
    const mailer = yield* SmtpMailer.make(options(plainUrl(server), { from }))
    yield* mailer.send(message)
    const [first, ...others] = server.emails
    assert.isEmpty(others)
    return first ?? assert.fail("No email was received")
  }).pipe(Effect.scoped)

const headersOf = (source: string) => source.slice(0, source.indexOf("\r\n\r\n"))

describe("The email that SMTP sends", () => {
  it.live("has a sender, a recipient, a date, an id, text and HTML, as an automatic email, and nothing else", () =>
    Effect.gen(function* () {
      const { parsed, source } = yield* received(email, "Example <no-reply@example.com>")
      assert.sameMembers(
        [...parsed.headers.keys()],
        [
          "from",
          "to",
          "subject",
          "auto-submitted",
          "latchkey-email",
          "message-id",
          "date",
          "mime-version",
          "content-type"
        ]
      )
      assert.deepStrictEqual(parsed.from.value, [{ name: "Example", address: "no-reply@example.com" }])
      assert.strictEqual(parsed.to.text, "ann@example.com")
      assert.strictEqual(parsed.headers.get("auto-submitted"), "auto-generated")
      assert.strictEqual(parsed.headers.get("latchkey-email"), email.reference)
      assert.match(parsed.messageId, /^<[^@<>\s]+@example\.com>$/)
      assert.isBelow(Math.abs(Date.now() - parsed.date.getTime()), 60_000)
      assert.match(source, /^Content-Type: multipart\/alternative;/m)
      assert.deepInclude(parsed, { subject: email.subject, text: email.text, html: email.html })
    })
  )

  it.live("has another id each time", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* received(email), yield* received(email)]
      assert.notStrictEqual(first.parsed.messageId, second.parsed.messageId)
    })
  )

  it.live("contains ASCII only, in lines of at most 76 characters, whatever the template contains", () =>
    Effect.gen(function* () {
      const subject = "Ünï ".repeat(60)
      const text = `${"é☕".repeat(2000)}\n.\n..\nFrom me\n${"x".repeat(1500)}\n`
      const { parsed, source } = yield* received({ ...email, subject, text, html: `<p>${text}</p>` })
      assert.match(source, /^[\r\n\t -~]+$/)
      assert.lengthOf(source.match(/^Content-Transfer-Encoding: quoted-printable\r$/gm) ?? [], 2)
      assert.isAtMost(Math.max(...source.split("\r\n").map(({ length }) => length)), 78)
      assert.deepInclude(parsed, { subject, text, html: `<p>${text}</p>` })
    })
  )

  it.live("has the subject in one line, which cannot become a header", () =>
    Effect.gen(function* () {
      const subject = "Sign in\r\nBcc: eve@example.com\n\n<p>\u0000Hi"
      const { parsed, source, to } = yield* received({ ...email, subject })
      assert.strictEqual(parsed.subject, "Sign in Bcc: eve@example.com <p> Hi")
      assert.notMatch(headersOf(source), /^Bcc/im)
      assert.deepStrictEqual(to, ["ann@example.com"])
    })
  )

  it.live.each([
    "ann@example.com\r\nBcc: eve@example.com",
    "ann@example.com, eve@example.com",
    "<eve@example.com> ann@b.de"
  ])("is never sent to a second recipient, or by a second command: %j", (forged) =>
    Effect.gen(function* () {
      // The type excludes such an address. This is what happens if a cast lets one through.
      const server = yield* ScriptedServer.make()
      const mailer = yield* SmtpMailer.make(options(plainUrl(server)))
      yield* Effect.exit(mailer.send({ ...email, to: forged as Email }))
      const recipients = server.lines.filter((line) => line.startsWith("RCPT"))
      assert.isAtMost(recipients.length, 1)
      assert.notInclude(recipients, "RCPT TO:<eve@example.com>")
      for (const line of server.lines) assert.match(line, /^(EHLO|MAIL|RCPT|DATA|RSET)\b/)
    }).pipe(Effect.scoped)
  )

  it.live.each([
    ["no-reply@example.com", "", "no-reply@example.com"],
    ["<no-reply@example.com>", "", "no-reply@example.com"],
    ["Example App <no-reply@example.com>", "Example App", "no-reply@example.com"],
    ["Example, Inc. <no-reply@example.com>", "Example, Inc.", "no-reply@example.com"],
    ['"Example, Inc." <no-reply@example.com>', "Example, Inc.", "no-reply@example.com"],
    ['The "Best" \\ App <no-reply@example.com>', 'The "Best" \\ App', "no-reply@example.com"],
    ["Café Zoë <no-reply@example.com>", "Café Zoë", "no-reply@example.com"],
    ["Bücher <no-reply@bücher.example>", "Bücher", "no-reply@xn--bcher-kva.example"]
  ] as const)("has the sender %s as email software reads it", ([from, name, address]) =>
    Effect.gen(function* () {
      const { parsed, source } = yield* received(email, from)
      assert.strictEqual(parsed.from.value[0]?.name, name)
      assert.match(headersOf(source), new RegExp(`^From: (.*<)?${address.replaceAll(".", "\\.")}>?$`, "m"))
      assert.isTrue(parsed.messageId.endsWith(`@${address.split("@")[1]}>`))
    })
  )

  it.live("keeps line breaks in the sender name out of the header", () =>
    Effect.gen(function* () {
      const { source } = yield* received(email, "Ann\r\nBcc: eve@example.com\r\n <no-reply@example.com>")
      assert.notMatch(headersOf(source), /^Bcc/im)
    })
  )

  it.live("has internationalized domains in ASCII, in the commands too", () =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make()
      const mailer = yield* SmtpMailer.make(options(plainUrl(server), { from: "Bücher <no-reply@bücher.example>" }))
      yield* mailer.send({ ...email, to: Email.make("ann@xn--bcher-kva.example") })
      assert.includeMembers(
        [...server.lines],
        [
          "EHLO xn--bcher-kva.example",
          "MAIL FROM:<no-reply@xn--bcher-kva.example>",
          "RCPT TO:<ann@xn--bcher-kva.example>"
        ]
      )
    }).pipe(Effect.scoped)
  )
})
