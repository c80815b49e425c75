import { assert, describe, it } from "@effect/vitest"
import { ClientId } from "@latchkey/domain/core/Ids"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import * as Option from "effect/Option"
import { ann, ben, limited } from "../support.ts"

const phone = ClientId.make("client_01890a5d-ac96-774b-bcce-b302099a8057")
const laptop = ClientId.make("client_01890a5d-ac96-774b-bcce-b302099a8058")

const ipLimits: ReadonlyArray<LimitKey.IpLimitName> = [
  "signUpPerIp",
  "signInPerIp",
  "magicLinkPerIp",
  "magicLinkVerifyPerIp",
  "adminKeyPerIp",
  "invitationPerIp"
]
const emailLimits: ReadonlyArray<LimitKey.EmailLimitName> = [
  "signInPerEmail",
  "magicLinkPerEmail",
  "magicLinkEmailsPerEmail"
]
const limits: ReadonlyArray<LimitKey.LimitName> = [...ipLimits, ...emailLimits, "signInPerKnownClient"]

describe("LimitKey.encode", () => {
  it("returns a different text for every limit, IP address, email address and client", () => {
    const keys = [
      ...ipLimits.flatMap((limit) => [
        LimitKey.perIp(limit, { ipAddress: "192.0.2.1" }),
        LimitKey.perIp(limit, { ipAddress: "2001:db8::/64" })
      ]),
      ...emailLimits.flatMap((limit) => [LimitKey.perEmail(limit, ann), LimitKey.perEmail(limit, ben)]),
      ...[ann, ben].flatMap((email) => [
        LimitKey.perAccount(email, Option.some(phone)),
        LimitKey.perAccount(email, Option.some(laptop))
      ])
    ]
    assert.lengthOf(keys, 22)
    assert.strictEqual(new Set(keys.map(LimitKey.encode)).size, keys.length)
  })

  it("returns the same text for the same limit and subject", () => {
    const key = () => LimitKey.perAccount(ann, Option.some(phone))
    assert.strictEqual(LimitKey.encode(key()), LimitKey.encode(key()))
  })
})

describe("LimitKey.perAccount", () => {
  it("counts unknown clients per email address, and a known client separately", () => {
    assert.deepStrictEqual(LimitKey.perAccount(ann, Option.none()), LimitKey.perEmail("signInPerEmail", ann))
    assert.strictEqual(LimitKey.perAccount(ann, Option.some(phone)).limit, "signInPerKnownClient")
  })
})

describe("LimitKey.rateOf", () => {
  const instance = limited({
    signInPerIp: { limit: 7, windowSeconds: 70 },
    magicLinkPerEmail: { limit: 3, windowSeconds: 30 }
  })

  it("returns the configured limits of the instance", () => {
    for (const limit of Object.keys(defaultInstance.rateLimits) as ReadonlyArray<
      keyof typeof defaultInstance.rateLimits
    >) {
      assert.deepStrictEqual(LimitKey.rateOf(defaultInstance, limit), defaultInstance.rateLimits[limit])
    }
    assert.deepStrictEqual(LimitKey.rateOf(instance, "signInPerIp"), { limit: 7, windowSeconds: 70 })
  })

  it("derives the limits of admin keys and invitations from signInPerIp", () => {
    assert.deepStrictEqual(LimitKey.rateOf(instance, "adminKeyPerIp"), { limit: 7, windowSeconds: 70 })
    assert.deepStrictEqual(LimitKey.rateOf(instance, "invitationPerIp"), { limit: 7, windowSeconds: 70 })
  })

  it("derives the limit of emails from magicLinkPerEmail: ten more, and at most 1,000", () => {
    assert.deepStrictEqual(LimitKey.rateOf(instance, "magicLinkEmailsPerEmail"), { limit: 13, windowSeconds: 30 })
    for (const [limit, expected] of [
      [989, 999],
      [990, 1000],
      [1000, 1000]
    ] as const) {
      const wide = limited({ magicLinkPerEmail: { limit, windowSeconds: 60 } })
      assert.strictEqual(LimitKey.rateOf(wide, "magicLinkEmailsPerEmail").limit, expected)
    }
  })
})

describe("LimitKey.actionOf", () => {
  it("returns the action that each limit restricts", () => {
    const byAction = (action: string) => limits.filter((limit) => LimitKey.actionOf(limit) === action)
    assert.deepStrictEqual(byAction("sign_up"), ["signUpPerIp"])
    assert.deepStrictEqual(byAction("sign_in"), [
      "signInPerIp",
      "adminKeyPerIp",
      "invitationPerIp",
      "signInPerEmail",
      "signInPerKnownClient"
    ])
    assert.deepStrictEqual(byAction("magic_link"), [
      "magicLinkPerIp",
      "magicLinkVerifyPerIp",
      "magicLinkPerEmail",
      "magicLinkEmailsPerEmail"
    ])
  })
})
