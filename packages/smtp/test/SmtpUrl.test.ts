import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { assertNone } from "@effect/vitest/utils"
import * as SmtpUrl from "@latchkey/smtp/SmtpUrl"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

const parse = (text: string) => SmtpUrl.parse(Redacted.make(text))

const parsed = (text: string) => {
  const { credentials, ...rest } = Option.getOrThrow(parse(text))
  const login = Option.map(credentials, ({ password, user }) => [Redacted.value(user), Redacted.value(password)])
  return { ...rest, login: Option.getOrNull(login) }
}

describe("SmtpUrl.parse", () => {
  it.each([
    ["smtps://mail.example.com", "mail.example.com", 465, "tls"],
    ["SMTPS://mail.example.com:2465/", "mail.example.com", 2465, "tls"],
    ["smtp://mail.example.com", "mail.example.com", 587, "starttls"],
    ["smtp://mail.example.com:25", "mail.example.com", 25, "starttls"],
    ["smtp://mail.example.com:443", "mail.example.com", 443, "starttls"],
    ["smtp://mail.example.com?tls=required", "mail.example.com", 587, "starttls"],
    ["smtp://relay.internal:25?tls=none", "relay.internal", 25, "none"],
    ["smtp://Mail.Bücher.example", "mail.xn--bcher-kva.example", 587, "starttls"],
    ["smtps://[2001:DB8:0::25]:465", "2001:db8::25", 465, "tls"],
    ["smtps://192.0.2.25", "192.0.2.25", 465, "tls"]
  ] as const)("reads host, port and encryption of %s", (url, host, port, encryption) => {
    assert.deepStrictEqual(parsed(url), { host, port, encryption, login: null })
  })

  it.each([
    ["smtp://localhost:1025", "localhost"],
    ["smtp://LOCALHOST:1025", "localhost"],
    ["smtp://127.0.0.1:1025", "127.0.0.1"],
    ["smtp://127.8.9.10:1025", "127.8.9.10"],
    ["smtp://[::1]:1025", "::1"]
  ])("requires no encryption on this machine: %s", (url, host) => {
    assert.deepStrictEqual(parsed(url), { host, port: 1025, encryption: "none", login: null })
    assert.strictEqual(parsed(`${url}?tls=required`).encryption, "starttls")
    assert.deepStrictEqual(parsed(url.replace("://", "://ann:secret@")).login, ["ann", "secret"])
  })

  it.each([
    "smtp://127.example.com",
    "smtp://localhost.example.com",
    "smtp://128.0.0.1",
    "smtp://[::2]",
    "smtp://0.0.0.0"
  ])("requires STARTTLS on other machines: %s", (url) => assert.strictEqual(parsed(url).encryption, "starttls"))

  it.each([
    ["smtps://ann:secret@mail.example.com", "ann", "secret"],
    ["smtps://ann%40example.com:p%40ss%2Fw%3Ard%25@mail.example.com", "ann@example.com", "p@ss/w:rd%"],
    ["smtps://ann:pässwörd@mail.example.com", "ann", "pässwörd"],
    ["smtps://apikey:SG.x-y_z~1!$&'()*+,;=@mail.example.com", "apikey", "SG.x-y_z~1!$&'()*+,;="],
    ["smtps://ann:a@b:c@mail.example.com", "ann", "a@b:c"]
  ])("decodes the credentials of %s", (url, user, password) => {
    assert.deepStrictEqual(parsed(url).login, [user, password])
  })

  it.each([
    ["another scheme", "https://mail.example.com"],
    ["a host alone", "mail.example.com:587"],
    ["no host", "smtp://:587"],
    ["no slashes", "smtp:mail.example.com"],
    ["a port that does not exist", "smtp://mail.example.com:65536"],
    ["port 0", "smtp://mail.example.com:0"],
    ["a path", "smtp://mail.example.com/inbox"],
    ["a fragment", "smtp://mail.example.com#tls"],
    ["an unknown parameter", "smtp://mail.example.com?pool=true"],
    ["another value of tls", "smtp://mail.example.com?tls=maybe"],
    ["a parameter twice", "smtp://mail.example.com?tls=required&tls=none"],
    ["a parameter that turns certificates off", "smtps://mail.example.com?tls.rejectUnauthorized=false"],
    ["a parameter with smtps", "smtps://mail.example.com?tls=none"],
    ["a user without a password", "smtps://ann@mail.example.com"],
    ["a password without a user", "smtps://:secret@mail.example.com"],
    ["a percent sign that is not encoded", "smtps://ann:100%@mail.example.com"],
    ["a NUL in the password", "smtps://ann:a%00b@mail.example.com"],
    ["a line break in the user", "smtps://ann%0D%0AQUIT:secret@mail.example.com"],
    ["a slash in the password that is not encoded", "smtps://ann:p/ss@mail.example.com"],
    ["an invalid host", "smtps://ann:secret@mail example.com"]
  ])("rejects %s", (_name, url) => assertNone(parse(url)))

  it("rejects a password that would leave this machine in plain text", () => {
    assertNone(parse("smtp://ann:secret@relay.internal:25?tls=none"))
    assert.isTrue(Option.isSome(parse("smtp://ann:secret@127.0.0.1:25?tls=none")))
  })

  it("prints neither the user nor the password", () => {
    const url = Option.getOrThrow(parse("smtps://postmark-key:hunter2@mail.example.com"))
    for (const text of [JSON.stringify(url), String(url), inspect(url, { depth: 9 })]) {
      assert.notMatch(text, /postmark-key|hunter2/)
    }
  })
})
