import { assert, describe, it } from "@effect/vitest"
import { ClientId, UserId } from "@latchkey/domain/core/Ids"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import type { RateLimits } from "@latchkey/domain/instance/RateLimits"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ann, ben, email, limited } from "../support.ts"

const annsId = UserId.make("user_01890a5d-ac96-774b-bcce-b302099a8057")
const bensId = UserId.make("user_01890a5d-ac96-774b-bcce-b302099a8058")
const phone = ClientId.make("client_01890a5d-ac96-774b-bcce-b302099a8057")
const laptop = ClientId.make("client_01890a5d-ac96-774b-bcce-b302099a8058")

const ipLimits: ReadonlyArray<LimitKey.IpLimitName> = [
  "signUpPerIp",
  "signInPerIp",
  "magicLinkPerIp",
  "magicLinkVerifyPerIp",
  "adminKeyPerIp",
  "invitationPerIp",
  "operatorChallengePerIp",
  "operatorPasskeyPerIp"
]
const networkLimits: ReadonlyArray<LimitKey.NetworkLimitName> = [
  "signUpPerNetwork",
  "signInPerNetwork",
  "magicLinkPerNetwork",
  "magicLinkVerifyPerNetwork",
  "adminKeyPerNetwork",
  "invitationPerNetwork",
  "operatorChallengePerNetwork",
  "operatorPasskeyPerNetwork"
]
const emailLimits: ReadonlyArray<LimitKey.EmailLimitName> = [
  "signInPerEmail",
  "magicLinkPerEmail",
  "magicLinkPerEmailPerDay",
  "emailChangePerEmail",
  "emailChangePerEmailPerDay",
  "magicLinkCodePerEmail",
  "magicLinkCodePerEmailPerDay",
  "magicLinkEmailsPerEmail"
]
const limits: ReadonlyArray<LimitKey.LimitName> = [
  ...ipLimits,
  ...networkLimits,
  ...emailLimits,
  "signInPerKnownClient",
  "signInKnownClientsPerAccount",
  "passwordResetPerEmail",
  "emailChangePerAccount",
  "emailChangePerAccountPerDay",
  "passwordResetPerEmailPerDay",
  "magicLinkToUnknownPerInstance",
  "magicLinkCodePerInstance",
  "signUpPerInstance"
]

const subscriber = { ipAddress: "2001:db8::/64", widerNetworks: ["2001:db8::/56", "2001:db8::/48"] }

describe("LimitKey.format", () => {
  it("returns a different text for every limit, IP address, network, email address and client", () => {
    const keys = [
      ...ipLimits.flatMap((limit) => [
        ...LimitKey.perIp(limit, { ipAddress: "192.0.2.1" }),
        ...LimitKey.perIp(limit, subscriber)
      ]),
      ...emailLimits.flatMap((limit) => [LimitKey.perEmail(limit, ann), LimitKey.perEmail(limit, ben)]),
      ...LimitKey.perAccount(ann, Option.some(phone)),
      ...LimitKey.perAccount(ben, Option.some(phone)),
      ...[ann, ben].flatMap((email) => LimitKey.perAccount(email, Option.some(laptop)).slice(0, 1)),
      ...[ann, ben].flatMap((email) => LimitKey.perResetRequest(subscriber, email).slice(3)),
      ...[annsId, bensId].flatMap((userId) => LimitKey.perEmailChange(subscriber, userId, ann).slice(3, 5)),
      LimitKey.toUnknown
    ]
    assert.lengthOf(keys, 63)
    assert.strictEqual(new Set(keys.map(LimitKey.format)).size, keys.length)
  })

  it("returns the same text for the same limit and subject", () => {
    const keys = () => LimitKey.perAccount(ann, Option.some(phone))
    assert.deepStrictEqual(keys().map(LimitKey.format), keys().map(LimitKey.format))
  })
})

const { mac } = Effect.runSync(Effect.provide(TokenGenerator, MemoryTokenGenerator.layer))
const encode = LimitKey.makeEncode({ mac })

describe("LimitKey.makeEncode", () => {
  const address = email("ann.lee+news@gmail.com")
  const keys: ReadonlyArray<LimitKey.LimitKey> = [
    ...emailLimits.map((limit) => LimitKey.perEmail(limit, address)),
    ...LimitKey.perAccount(address, Option.some(phone)),
    ...LimitKey.perResetRequest(subscriber, address),
    ...LimitKey.perEmailChange(subscriber, annsId, address),
    ...LimitKey.perLinkRequest(subscriber, address),
    ...LimitKey.perSignUpRequest(address),
    ...LimitKey.perCode(address)
  ]

  it("puts no part of an address into the text that a store gets", () => {
    for (const key of keys) assert.notMatch(encode(key), /ann|lee|news|gmail|@/, key.limit)
  })

  it("returns different texts where the addresses, mailboxes, clients or limits are different, and else the same", () => {
    const texts = (of: LimitKey.Encode) => new Set([...keys, ...keys].map(of)).size
    assert.strictEqual(texts(encode), texts(LimitKey.format))
    const other = LimitKey.perEmail("signInPerEmail", email("annlee@gmail.com"))
    assert.strictEqual(encode(other), encode(LimitKey.perEmail("signInPerEmail", address)))
    assert.notStrictEqual(encode(other), encode(LimitKey.perEmail("signInPerEmail", ben)))
  })
})

describe("LimitKey.ofEmail", () => {
  const named = (address: string) => LimitKey.ofEmail(email(address), [phone]).map(LimitKey.format)

  it("returns every key that counts the address itself", () => {
    const all = [
      ...emailLimits.map((limit) => LimitKey.perEmail(limit, ann)),
      ...LimitKey.perAccount(ann, Option.some(phone)),
      ...LimitKey.perResetRequest(subscriber, ann).slice(3)
    ]
    assert.includeMembers(named("ann@example.com"), all.map(LimitKey.format))
  })

  it.each(["ann+b@example.com", "a.nn@gmail.com", "ann@googlemail.com"])(
    "returns none of the mailbox for %s: on some servers it is someone else's",
    (address) => {
      const own = named(address)
      assert.isNotEmpty(own)
      for (const text of own) assert.include(text, address)
    }
  )
})

describe("LimitKey.ofUser", () => {
  it("returns the keys of the user, and none of an address", () => {
    for (const key of LimitKey.ofUser(annsId)) assert.include(LimitKey.format(key), annsId)
    const keys = [
      ...LimitKey.perEmailChange(subscriber, annsId, ann).slice(3, 5),
      ...LimitKey.perSecondFactor(annsId),
      ...LimitKey.perFactorRecovery(annsId),
      ...LimitKey.perAccountExport(annsId)
    ]
    assert.sameMembers(LimitKey.ofUser(annsId).map(LimitKey.format), keys.map(LimitKey.format))
  })
})

describe("LimitKey.perIp", () => {
  it("counts IPv6 per /64, and in wider limits per /56 and per /48", () => {
    assert.deepStrictEqual(LimitKey.perIp("signInPerIp", subscriber), [
      { limit: "signInPerIp", ipAddress: "2001:db8::/64" },
      { limit: "signInPerNetwork", network: "2001:db8::/56" },
      { limit: "signInPerNetwork", network: "2001:db8::/48" }
    ])
    const names = ipLimits.map((limit) => LimitKey.perIp(limit, subscriber)[1]?.limit)
    assert.sameMembers(names, [...networkLimits])
  })
})

describe("LimitKey.perEmail", () => {
  const keyOf = (address: string) => LimitKey.format(LimitKey.perEmail("magicLinkPerEmail", email(address)))

  it.each([
    ["ann+news@example.com", "ann@example.com"],
    ["ann+a+b@example.com", "ann@example.com"],
    ["ann+@example.com", "ann@example.com"],
    ["a.n.n@gmail.com", "ann@gmail.com"],
    ["an.n+news@googlemail.com", "ann@gmail.com"]
  ])("counts all spellings of one mailbox together: %s", (spelling, mailbox) => {
    assert.strictEqual(keyOf(spelling), keyOf(mailbox))
  })

  it.each([
    ["a.nn@example.com", "ann@example.com"],
    ["+ann@example.com", "+ben@example.com"],
    ["ann@gmail.com", "ann@example.com"],
    ["ann@mail.gmail.com", "ann@gmail.com"]
  ])("keeps mailboxes apart: %s, %s", (one, other) => {
    assert.notStrictEqual(keyOf(one), keyOf(other))
  })
})

describe("LimitKey.perAccount", () => {
  const limitsOf = (client: Option.Option<ClientId>) => LimitKey.perAccount(ann, client).map(({ limit }) => limit)

  it("counts unknown clients per email address, and each known client separately and all of them together", () => {
    assert.deepStrictEqual(LimitKey.perAccount(ann, Option.none()), [LimitKey.perEmail("signInPerEmail", ann)])
    assert.deepStrictEqual(limitsOf(Option.some(phone)), ["signInPerKnownClient", "signInKnownClientsPerAccount"])
  })

  it("counts known clients by the exact address: a client known to another spelling is no threat", () => {
    const keysOf = (address: string) => LimitKey.perAccount(email(address), Option.some(phone)).map(LimitKey.format)
    const others = keysOf("ann+other@example.com")
    assert.deepStrictEqual(
      keysOf("ann@example.com").filter((key) => others.includes(key)),
      []
    )
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

  it("allows 5 codes in 15 minutes and 20 a day, whatever the instance has configured", () => {
    assert.deepStrictEqual(LimitKey.rateOf(instance, "magicLinkCodePerEmail"), { limit: 5, windowSeconds: 900 })
    assert.deepStrictEqual(LimitKey.rateOf(instance, "magicLinkCodePerEmailPerDay"), {
      limit: 20,
      windowSeconds: 86_400
    })
  })

  it("derives the limits of admin keys, invitations and passkeys of operators from signInPerIp", () => {
    for (const name of ["adminKeyPerIp", "invitationPerIp", "operatorPasskeyPerIp"] as const) {
      assert.deepStrictEqual(LimitKey.rateOf(instance, name), { limit: 7, windowSeconds: 70 })
    }
    assert.deepStrictEqual(LimitKey.rateOf(instance, "operatorChallengePerIp"), { limit: 28, windowSeconds: 70 })
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

describe("LimitKey.rateOf a derived limit", () => {
  const capped = (name: keyof RateLimits, limit: number) => limited({ [name]: { limit, windowSeconds: 60 } })

  it.each([
    ["signUpPerIp", "signUpPerNetwork", 8],
    ["signInPerIp", "signInPerNetwork", 8],
    ["signInPerIp", "adminKeyPerNetwork", 8],
    ["signInPerIp", "invitationPerNetwork", 8],
    ["signInPerIp", "operatorPasskeyPerNetwork", 8],
    ["signInPerIp", "operatorChallengePerNetwork", 32],
    ["magicLinkPerIp", "magicLinkPerNetwork", 8],
    ["magicLinkVerifyPerIp", "magicLinkVerifyPerNetwork", 8],
    ["signInPerKnownClient", "signInKnownClientsPerAccount", 5]
  ] as const)("multiplies %s for %s by %s, to at most 1,000", (name, derived, factor) => {
    assert.deepStrictEqual(LimitKey.rateOf(capped(name, 3), derived), { limit: 3 * factor, windowSeconds: 60 })
    assert.strictEqual(LimitKey.rateOf(capped(name, 900), derived).limit, 1000)
  })
})

describe("LimitKey.actionOf", () => {
  it("returns the action that each limit restricts", () => {
    const byAction = (action: string) => limits.filter((limit) => LimitKey.actionOf(limit) === action)
    assert.sameMembers(byAction("sign_up"), ["signUpPerIp", "signUpPerInstance", "signUpPerNetwork"])
    assert.sameMembers(byAction("sign_in"), [
      "signInPerIp",
      "signInPerNetwork",
      "adminKeyPerIp",
      "adminKeyPerNetwork",
      "invitationPerIp",
      "invitationPerNetwork",
      "operatorChallengePerIp",
      "operatorChallengePerNetwork",
      "operatorPasskeyPerIp",
      "operatorPasskeyPerNetwork",
      "signInPerEmail",
      "signInPerKnownClient",
      "signInKnownClientsPerAccount"
    ])
    assert.sameMembers(byAction("magic_link"), [
      "magicLinkPerIp",
      "magicLinkPerNetwork",
      "magicLinkVerifyPerIp",
      "magicLinkVerifyPerNetwork",
      "magicLinkCodePerEmail",
      "magicLinkCodePerEmailPerDay",
      "magicLinkPerEmail",
      "magicLinkPerEmailPerDay",
      "magicLinkEmailsPerEmail",
      "magicLinkToUnknownPerInstance",
      "magicLinkCodePerInstance",
      "passwordResetPerEmail",
      "passwordResetPerEmailPerDay",
      "emailChangePerAccount",
      "emailChangePerAccountPerDay",
      "emailChangePerEmail",
      "emailChangePerEmailPerDay"
    ])
  })
})
