import { assert, describe, it } from "@effect/vitest"
import * as SesErrors from "@latchkey/ses/SesErrors"
import * as DnsServer from "@latchkey/test-support/DnsServer"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Dns from "../../src/mail/Dns.ts"
import * as SenderDomain from "../../src/mail/SenderDomain.ts"

const from = "Example <no-reply@mail.example.com>"
const smtp = SenderDomain.Signer.Smtp()

const cname = (selector: string) => ({
  name: `${selector}._domainkey.example.com`,
  type: "CNAME" as const,
  value: `${selector}.dkim.amazonses.com`
})
const identity = {
  name: "example.com",
  dkim: Option.some([cname("one"), cname("two")]),
  mailFrom: Option.some("bounce.example.com")
}
const ses = (fields: Partial<typeof identity> | Record<string, Option.Option<never>> = {}) =>
  SenderDomain.Signer.Ses({ identity: Either.right(Option.some({ ...identity, ...fields })) })

const examine = (replies: DnsServer.Replies, signer: SenderDomain.Signer) =>
  Effect.flatMap(DnsServer.make(replies), ({ address }) => SenderDomain.examine(Dns.make([address]), from, signer))

/** Returns what was found about one kind of record. */
const found = (kind: "SPF" | "DKIM" | "DMARC", replies: DnsServer.Replies, signer: SenderDomain.Signer) =>
  Effect.map(examine(replies, signer), (records) => {
    const record = records.find((record) => record.kind === kind)
    return [
      record?.state,
      record?.detail,
      ...(record?.toAdd ?? []).map(({ name, type, value }) => `${name} ${type} ${value}`)
    ]
  })

const spf = (...TXT: ReadonlyArray<string>): DnsServer.Zone => ({ "mail.example.com": { TXT } })

describe("The SPF record", () => {
  it.scopedLive.each([
    [
      "is there",
      spf("google-verification=1", "v=spf1 include:x.net ~all"),
      "ok",
      'mail.example.com has "v=spf1 include:x.net ~all"; whether that includes your mail server was not checked'
    ],
    ["has several parts", spf(`v=spf1 ${"ip4:192.0.2.1 ".repeat(30)}~all`), "ok", '~all"; whether'],
    [
      "is missing",
      spf("v=spf10", "spf1"),
      "problem",
      "mail.example.com has no record: add the TXT record that your provider names"
    ],
    ["is missing with its name", {}, "problem", "mail.example.com has no record"],
    ["is there twice", spf("v=spf1 -all", "v=spf1 ~all"), "problem", "has 2 records, which is an error: merge them"],
    ["lets every server send", spf("v=spf1 a +all"), "problem", "lets every server send"],
    ["lets every server send, in short", spf("v=spf1 all"), "problem", "lets every server send"],
    ["lets no server send", spf("v=spf1 -all"), "problem", "lets no server send"]
  ] as const)("of a mail server's sender %s", ([, zone, state, detail]) =>
    Effect.map(found("SPF", zone, smtp), (actual) => {
      assert.strictEqual(actual[0], state)
      assert.include(actual[1], detail)
      assert.lengthOf(actual, 2)
    })
  )

  it.scopedLive("of Amazon SES is that of Amazon's domain, or of the custom MAIL FROM domain", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* found("SPF", {}, ses({ mailFrom: Option.none() })), [
        "ok",
        "emails leave from a domain of Amazon, which has its own record"
      ])
      const at = (...TXT: ReadonlyArray<string>) => found("SPF", { "bounce.example.com": { TXT } }, ses())
      assert.deepStrictEqual(yield* at("v=spf1 include:amazonses.com ~all"), [
        "ok",
        'bounce.example.com has "v=spf1 include:amazonses.com ~all"'
      ])
      assert.deepStrictEqual(yield* at(), [
        "problem",
        "bounce.example.com has no record",
        "bounce.example.com TXT v=spf1 include:amazonses.com ~all"
      ])
      assert.deepStrictEqual(yield* at("v=spf1 include:notamazonses.com ~all"), [
        "problem",
        'bounce.example.com has "v=spf1 include:notamazonses.com ~all", without Amazon SES: add include:amazonses.com to it'
      ])
    })
  )
})

describe("The DKIM records", () => {
  const zone = {
    "one._domainkey.example.com": { CNAME: "one.dkim.amazonses.com" },
    "two._domainkey.example.com": { CNAME: "TWO.dkim.amazonses.com" }
  }

  it.scopedLive("of Amazon SES are all there", () =>
    Effect.map(found("DKIM", zone, ses()), (actual) =>
      assert.deepStrictEqual(actual, ["ok", "example.com has the 2 records of Amazon SES"])
    )
  )

  it.scopedLive.each([
    { "one._domainkey.example.com": zone["one._domainkey.example.com"] },
    { ...zone, "two._domainkey.example.com": { CNAME: "two.dkim.example.net" } }
  ])("of Amazon SES that are missing or wrong are named with their values", (zone) =>
    Effect.map(found("DKIM", zone, ses()), (actual) =>
      assert.deepStrictEqual(actual, [
        "problem",
        "example.com lacks 1 of the 2 records of Amazon SES",
        "two._domainkey.example.com CNAME two.dkim.amazonses.com"
      ])
    )
  )

  it.scopedLive("of a key of the operator's own are TXT records", () =>
    Effect.gen(function* () {
      const own = { name: "mine._domainkey.example.com", type: "TXT" as const, value: "p=<your public key>" }
      const signer = SenderDomain.Signer.Ses({
        identity: Either.right(Option.some({ ...identity, dkim: Option.some([own]) }))
      })
      const at = (...TXT: ReadonlyArray<string>) => found("DKIM", { [own.name]: { TXT } }, signer)
      assert.strictEqual((yield* at("v=DKIM1; k=rsa; p=MIGf"))[0], "ok")
      // Without a value, the key is revoked (RFC 6376, 3.6.1).
      assert.strictEqual((yield* at("v=DKIM1; p="))[0], "problem")
      assert.strictEqual((yield* at())[0], "problem")
    })
  )

  it.scopedLive("that Amazon SES does not use are a problem", () =>
    Effect.map(found("DKIM", {}, ses({ dkim: Option.none() })), (actual) =>
      assert.deepStrictEqual(actual, [
        "problem",
        "Amazon SES does not sign for example.com: turn on Easy DKIM for the domain"
      ])
    )
  )

  it.scopedLive("of a mail server cannot be checked", () =>
    Effect.map(found("DKIM", {}, smtp), ([state, detail]) => {
      assert.strictEqual(state, "unknown")
      assert.include(detail, "only your provider knows the name of the record")
    })
  )

  it.scopedLive("cannot be checked without the permission, or with a sender that is not verified", () =>
    Effect.gen(function* () {
      const failure = SesErrors.toFailure({ name: "AccessDeniedException" })
      const denied = SenderDomain.Signer.Ses({ identity: Either.left(failure) })
      for (const kind of ["SPF", "DKIM"] as const) {
        const [state, detail] = yield* found(kind, {}, denied)
        assert.strictEqual(state, "unknown")
        assert.include(detail, "the access key lacks ses:GetEmailIdentity")
      }
      const unverified = SenderDomain.Signer.Ses({ identity: Either.right(Option.none()) })
      assert.strictEqual((yield* found("DKIM", {}, unverified))[0], "unknown")
    })
  )
})

describe("The DMARC record", () => {
  const at = (name: string, ...TXT: ReadonlyArray<string>) => found("DMARC", { [name]: { TXT } }, smtp)
  const own = "_dmarc.mail.example.com"

  it.scopedLive("is that of the sender's domain, or of a parent", () =>
    Effect.gen(function* () {
      for (const name of [own, "_dmarc.example.com"]) {
        assert.deepStrictEqual(yield* at(name, "v=DMARC1; p=reject"), ["ok", `${name} has "v=DMARC1; p=reject"`])
      }
    })
  )

  it.scopedLive("is missing, and the record to add is named", () =>
    Effect.gen(function* () {
      const missing = ["problem", "mail.example.com has no record", `${own} TXT v=DMARC1; p=none`]
      assert.deepStrictEqual(yield* at("_dmarc.com", "v=DMARC1; p=none"), missing)
      assert.deepStrictEqual(yield* at(own, "v=DMARC12; p=none", "v=spf1"), missing)
    })
  )

  it.scopedLive("is there twice, or has no policy", () =>
    Effect.gen(function* () {
      const twice = yield* at(own, "v=DMARC1; p=none", "v=DMARC1; p=reject")
      assert.deepStrictEqual(twice, ["problem", `${own} has 2 records, so none counts: keep one`])
      for (const record of ["v=DMARC1; rua=mailto:a@example.com", "v=DMARC1; p=never", "v=DMARC1; sp=none"]) {
        assert.strictEqual((yield* at(own, record))[0], "problem")
      }
    })
  )
})

describe("DNS that does not work", () => {
  it.scopedLive.each([
    ["SERVFAIL", "ESERVFAIL"],
    ["silence", "ETIMEOUT"]
  ] as const)("is no missing record: %s", ([replies, code]) =>
    Effect.map(examine(replies, ses()), (records) =>
      assert.deepStrictEqual(
        records.map(({ detail, state, toAdd }) => [state, detail, toAdd.length]),
        Array.from({ length: 3 }, () => ["unknown", `could not be checked: no reply from DNS (${code})`, 0])
      )
    )
  )
})
