import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import * as SettingCodecs from "../../src/core/SettingCodecs.ts"

const read = <A>({ parse }: SettingCodecs.SettingCodec<A>, text: string): unknown =>
  Option.getOrUndefined(
    Option.map(parse(text), (value) => (Redacted.isRedacted(value) ? Redacted.value(value) : value))
  )

const origins: ReadonlyArray<readonly [text: string, expected: string | undefined]> = [
  ["https://auth.example.com", "https://auth.example.com"],
  ["https://Auth.Example.com:443/", "https://auth.example.com"],
  ["https://auth.example.com:8443", "https://auth.example.com:8443"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["http://tenant.localhost:3000", "http://tenant.localhost:3000"],
  ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
  ["http://[::1]:3000", "http://[::1]:3000"],
  ["http://auth.example.com", undefined],
  ["http://localhost.example.com", undefined],
  ["http://127.0.0.1.example.com", undefined],
  ["https://auth.example.com/path", undefined],
  ["https://auth.example.com/?a=b", undefined],
  ["https://user:pw@auth.example.com", undefined],
  ["ftp://auth.example.com", undefined],
  ["auth.example.com", undefined]
]

describe("The codec of the public origin", () => {
  it.each(origins)("decodes %s to %s", (text, expected) => {
    assert.strictEqual(read(SettingCodecs.publicOrigin, text), expected)
  })
})

const topic = "arn:aws:sns:eu-central-1:123456789012:latchkey-emails"

const accepted: ReadonlyArray<
  readonly [name: string, codec: SettingCodecs.SettingCodec<unknown>, text: string, value: unknown]
> = [
  ["a whole number", SettingCodecs.wholeNumber(1, 10, 1), "10", 10],
  ["a word in any case", SettingCodecs.oneOf("lax", "none"), "NONE", "none"],
  ["true", SettingCodecs.boolean, "true", true],
  ["false in any case", SettingCodecs.boolean, "False", false],
  [
    "a list with spaces",
    SettingCodecs.listOf(SettingCodecs.cidr, ""),
    "10.0.0.0/8, ::1/128",
    ["10.0.0.0/8", "::1/128"]
  ],
  ["a database URL", SettingCodecs.databaseUrl, "postgres://localhost/latchkey", "postgres://localhost/latchkey"],
  [
    "a database on a Unix socket",
    SettingCodecs.databaseUrl,
    "postgresql:///db?host=/run",
    "postgresql:///db?host=/run"
  ],
  ["an IPv6 address", SettingCodecs.listenHost, "::", "::"],
  ["a host name", SettingCodecs.listenHost, "localhost", "localhost"],
  ["a cookie domain with a leading dot", SettingCodecs.cookieDomain, ".Example.com", "example.com"],
  ["a sender", SettingCodecs.sender, "no-reply@example.com", "no-reply@example.com"],
  ["a sender with a name", SettingCodecs.sender, "Ada's app <a@example.com>", "Ada's app <a@example.com>"],
  ["the topic of SNS", SettingCodecs.topicArn, topic, topic],
  ["an admin key", SettingCodecs.adminKey, "0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdef"]
]

const rejected: ReadonlyArray<readonly [name: string, codec: SettingCodecs.SettingCodec<unknown>, text: string]> = [
  ["a number that is too large", SettingCodecs.wholeNumber(1, 10, 1), "11"],
  ["a number with a sign", SettingCodecs.wholeNumber(0, 10, 1), "-1"],
  ["a fraction", SettingCodecs.wholeNumber(1, 10, 1), "1.5"],
  ["a number in hexadecimal", SettingCodecs.wholeNumber(1, 100, 1), "0x10"],
  ["an unknown word", SettingCodecs.oneOf("lax", "none"), "loose"],
  ["a list with an empty entry", SettingCodecs.listOf(SettingCodecs.cidr, ""), "10.0.0.0/8,,::1/128"],
  ["an IP address instead of a range", SettingCodecs.cidr, "10.0.0.1"],
  ["a range with a prefix that is too long", SettingCodecs.cidr, "10.0.0.0/33"],
  ["the URL of another kind of database", SettingCodecs.databaseUrl, "mysql://localhost/latchkey"],
  ["a host with a port", SettingCodecs.listenHost, "localhost:3000"],
  ["a top-level domain as cookie domain", SettingCodecs.cookieDomain, "com"],
  ["an IP address as cookie domain", SettingCodecs.cookieDomain, "127.0.0.1"],
  ["two senders", SettingCodecs.sender, "a@example.com, b@example.com"],
  ["a sender with a line break", SettingCodecs.sender, "Ada\nBcc: b@example.com <a@example.com>"],
  ["an email provider's key without a colon", SettingCodecs.providerKey, "only-one-half"],
  ["a header with a line break", SettingCodecs.otlpHeaders, "authorization=a%0Ab"],
  ["a header without a value", SettingCodecs.otlpHeaders, "authorization="],
  ["a header with an invalid name", SettingCodecs.otlpHeaders, "x team=identity"],
  ["a header with invalid percent-encoding", SettingCodecs.otlpHeaders, "authorization=%"],
  ["the name of a topic without its ARN", SettingCodecs.topicArn, "latchkey-emails"],
  ["a FIFO topic", SettingCodecs.topicArn, `${topic}.fifo`],
  ["a mirror with a password", SettingCodecs.pwnedPasswordsUrl, "https://ann:hunter2@mirror.example.com"],
  ["a mirror with a query", SettingCodecs.pwnedPasswordsUrl, "https://mirror.example.com/?key=1"],
  ["a mirror with a fragment", SettingCodecs.pwnedPasswordsUrl, "https://mirror.example.com/#range"],
  ["an admin key of 31 characters", SettingCodecs.adminKey, "0123456789abcdef0123456789abcde"],
  ["an admin key with a space", SettingCodecs.adminKey, "0123456789abcdef 123456789abcdef"]
]

describe("A codec", () => {
  it.each(accepted)("accepts %s", (_name, codec, text, value) => {
    assert.deepStrictEqual(read(codec, text), value)
  })

  it.each(rejected)("rejects %s", (_name, codec, text) => {
    assert.isUndefined(read(codec, text))
  })

  it("never prints a secret", () => {
    assert.notInclude(String(Option.getOrThrow(SettingCodecs.adminKey.parse("k".repeat(40)))), "kkk")
  })
})
