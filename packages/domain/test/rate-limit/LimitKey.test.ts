import { assert, describe, it } from "@effect/vitest"
import type { Email } from "@latchkey/domain/core/Email"
import { ClientId, UserId } from "@latchkey/domain/core/Ids"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import type { RateLimits } from "@latchkey/domain/instance/RateLimits"
import * as Limit from "@latchkey/domain/rate-limit/Limit"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ann, ben, email, limited } from "../support.ts"
import { perSignUpRequest } from "@latchkey/domain/pending-sign-up/PendingSignUpLimits"
import { magicLinkToUnknownPerInstance } from "@latchkey/domain/mail/EmailLimits"
import { accountExportPerAccount } from "@latchkey/domain/personal-data/PersonalDataLimits"
import { factorRecoveryPerAccountPerDay } from "@latchkey/domain/factor-recovery/FactorRecoveryLimits"
import { userCodePerUser } from "@latchkey/domain/device-sign-in/DeviceSignInLimits"
import { perSecondFactor } from "@latchkey/domain/second-factor/SecondFactorLimits"
import { limits } from "@latchkey/domain/rooms"
import { perEmailChange } from "@latchkey/domain/email-change/EmailChangeLimits"
import { perResetRequest } from "@latchkey/domain/password-reset/PasswordResetLimits"
import { magicLinkPerEmail, perLinkRequest, perCode } from "@latchkey/domain/magic-link/MagicLinkLimits"
import { signInPerIp, signInPerEmail, perAccount } from "@latchkey/domain/session/SignInLimits"

const annsId = UserId.make("user_01890a5d-ac96-774b-bcce-b302099a8057")
const bensId = UserId.make("user_01890a5d-ac96-774b-bcce-b302099a8058")
const phone = ClientId.make("client_01890a5d-ac96-774b-bcce-b302099a8057")
const laptop = ClientId.make("client_01890a5d-ac96-774b-bcce-b302099a8058")

const counting = <L extends Limit.Limit>(counts: Limit.Counted) =>
  limits.filter((limit): limit is L => limit.counts === counts)
const ipLimits = counting<Limit.IpLimit>("ip_address")
const emailLimits = counting<Limit.Limit<Email>>("mailbox")

/** Returns the limit with that name. */
const named = (name: string): Limit.Limit =>
  [...limits, ...ipLimits.map(({ ofNetworks }) => ofNetworks)].find((limit) => limit.name === name) ??
  assert.fail(`There is no limit ${name}`)

const subscriber = { ipAddress: "2001:db8::/64", widerNetworks: ["2001:db8::/56", "2001:db8::/48"] }

describe("LimitKey.format", () => {
  it("returns a different text for every limit, IP address, network, email address and client", () => {
    const keys = [
      ...ipLimits.flatMap((limit) => [...limit.keys({ ipAddress: "192.0.2.1" }), ...limit.keys(subscriber)]),
      ...emailLimits.flatMap((limit) => [...limit.keys(ann), ...limit.keys(ben)]),
      ...perAccount(ann, Option.some(phone)),
      ...perAccount(ben, Option.some(phone)),
      ...[ann, ben].flatMap((email) => perAccount(email, Option.some(laptop)).slice(0, 1)),
      ...[ann, ben].flatMap((email) => perResetRequest(subscriber, email).slice(3)),
      ...[annsId, bensId].flatMap((userId) => perEmailChange(subscriber, userId, ann).slice(3, 5)),
      ...magicLinkToUnknownPerInstance.keys()
    ]
    assert.strictEqual(new Set(keys.map(LimitKey.format)).size, keys.length)
  })

  it("returns the texts that stores have, which only a migration may change", () => {
    const subject = {
      ip_address: { ipAddress: "192.0.2.1" },
      network: "2001:db8::/48",
      mailbox: email("ann+a@example.com"),
      email: email("ann+a@example.com"),
      subject: "google",
      known_client: { email: email("ann+a@example.com"), clientId: phone },
      user: annsId,
      instance: undefined
    }
    const suffix = {
      ip_address: "192.0.2.1",
      network: "2001:db8::/48",
      mailbox: "ann@example.com",
      email: "ann+a@example.com",
      subject: "google",
      known_client: `ann+a@example.com:${phone}`,
      user: annsId,
      instance: ""
    }
    for (const limit of [...limits, ...ipLimits.map(({ ofNetworks }) => ofNetworks)]) {
      const [key] = limit.keys(subject[limit.counts] as never)
      assert.strictEqual(LimitKey.format(key), `${limit.name}:${suffix[limit.counts]}`)
    }
  })

  it("returns the same text for the same limit and subject", () => {
    const keys = () => perAccount(ann, Option.some(phone))
    assert.deepStrictEqual(keys().map(LimitKey.format), keys().map(LimitKey.format))
  })
})

const { mac } = Effect.runSync(Effect.provide(TokenGenerator, MemoryTokenGenerator.layer))
const encode = LimitKey.makeEncode({ mac })

describe("LimitKey.makeEncode", () => {
  const address = email("ann.lee+news@gmail.com")
  const keys: ReadonlyArray<Limit.LimitKey> = [
    ...emailLimits.flatMap((limit) => limit.keys(address)),
    ...perAccount(address, Option.some(phone)),
    ...perResetRequest(subscriber, address),
    ...perEmailChange(subscriber, annsId, address),
    ...perLinkRequest(subscriber, address),
    ...perSignUpRequest(address),
    ...perCode(address)
  ]

  it("puts no part of an address into the text that a store gets", () => {
    for (const key of keys) assert.notMatch(encode(key), /ann|lee|news|gmail|@/, key.limit.name)
  })

  it("returns different texts where the addresses, mailboxes, clients or limits are different, and else the same", () => {
    const texts = (of: LimitKey.Encode) => new Set([...keys, ...keys].map(of)).size
    assert.strictEqual(texts(encode), texts(LimitKey.format))
    const [other] = signInPerEmail.keys(email("annlee@gmail.com"))
    assert.strictEqual(encode(other), encode(signInPerEmail.keys(address)[0]))
    assert.notStrictEqual(encode(other), encode(signInPerEmail.keys(ben)[0]))
  })
})

describe("LimitKey.ofEmail", () => {
  const namesOf = (address: string) => LimitKey.ofEmail(limits, email(address), [phone]).map(LimitKey.format)

  it("returns every key that counts the address itself", () => {
    const all = [
      ...emailLimits.flatMap((limit) => limit.keys(ann)),
      ...perAccount(ann, Option.some(phone)),
      ...perResetRequest(subscriber, ann).slice(3)
    ]
    assert.includeMembers(namesOf("ann@example.com"), all.map(LimitKey.format))
  })

  it.each(["ann+b@example.com", "a.nn@gmail.com", "ann@googlemail.com"])(
    "returns none of the mailbox for %s: on some servers it is someone else's",
    (address) => {
      const own = namesOf(address)
      assert.isNotEmpty(own)
      for (const text of own) assert.include(text, address)
    }
  )
})

describe("LimitKey.ofUser", () => {
  it("returns the keys of the user, and none of an address", () => {
    for (const key of LimitKey.ofUser(limits, annsId)) assert.include(LimitKey.format(key), annsId)
    const keys = [
      ...perEmailChange(subscriber, annsId, ann).slice(3, 5),
      ...perSecondFactor(annsId),
      ...userCodePerUser.keys(annsId),
      ...factorRecoveryPerAccountPerDay.keys(annsId),
      ...accountExportPerAccount.keys(annsId)
    ]
    assert.sameMembers(LimitKey.ofUser(limits, annsId).map(LimitKey.format), keys.map(LimitKey.format))
  })
})

describe("LimitKey.perIp", () => {
  it("counts IPv6 per /64, and in wider limits per /56 and per /48", () => {
    assert.deepStrictEqual(signInPerIp.keys(subscriber).map(LimitKey.format), [
      "signInPerIp:2001:db8::/64",
      "signInPerNetwork:2001:db8::/56",
      "signInPerNetwork:2001:db8::/48"
    ])
    for (const limit of ipLimits) {
      assert.strictEqual(limit.keys(subscriber)[1]?.limit.name, limit.name.replace("PerIp", "PerNetwork"))
    }
  })
})

describe("LimitKey.perEmail", () => {
  const keyOf = (address: string) => LimitKey.format(magicLinkPerEmail.keys(email(address))[0])

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
  const limitsOf = (client: Option.Option<ClientId>) => perAccount(ann, client).map(({ limit }) => limit.name)

  it("counts unknown clients per email address, and each known client separately and all of them together", () => {
    assert.deepStrictEqual(perAccount(ann, Option.none()), signInPerEmail.keys(ann))
    assert.deepStrictEqual(limitsOf(Option.some(phone)), ["signInPerKnownClient", "signInKnownClientsPerAccount"])
  })

  it("counts known clients by the exact address: a client known to another spelling is no threat", () => {
    const keysOf = (address: string) => perAccount(email(address), Option.some(phone)).map(LimitKey.format)
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
      assert.deepStrictEqual(named(limit).rateOf(defaultInstance), defaultInstance.rateLimits[limit])
    }
    assert.deepStrictEqual(named("signInPerIp").rateOf(instance), { limit: 7, windowSeconds: 70 })
  })

  it("allows 5 codes in 15 minutes and 20 a day, whatever the instance has configured", () => {
    assert.deepStrictEqual(named("magicLinkCodePerEmail").rateOf(instance), { limit: 5, windowSeconds: 900 })
    assert.deepStrictEqual(named("magicLinkCodePerEmailPerDay").rateOf(instance), {
      limit: 20,
      windowSeconds: 86_400
    })
  })

  it("derives the limits of admin keys, invitations and challenges for passkeys from signInPerIp", () => {
    for (const name of ["adminKeyPerIp", "invitationPerIp"] as const) {
      assert.deepStrictEqual(named(name).rateOf(instance), { limit: 7, windowSeconds: 70 })
    }
    assert.deepStrictEqual(named("passkeyChallengePerIp").rateOf(instance), { limit: 28, windowSeconds: 70 })
  })

  it("derives the limit of emails from magicLinkPerEmail: ten more, and at most 1,000", () => {
    assert.deepStrictEqual(named("magicLinkEmailsPerEmail").rateOf(instance), { limit: 13, windowSeconds: 30 })
    for (const [limit, expected] of [
      [989, 999],
      [990, 1000],
      [1000, 1000]
    ] as const) {
      const wide = limited({ magicLinkPerEmail: { limit, windowSeconds: 60 } })
      assert.strictEqual(named("magicLinkEmailsPerEmail").rateOf(wide).limit, expected)
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
    ["signInPerIp", "passkeyChallengePerNetwork", 32],
    ["magicLinkPerIp", "magicLinkPerNetwork", 8],
    ["magicLinkVerifyPerIp", "magicLinkVerifyPerNetwork", 8],
    ["signInPerKnownClient", "signInKnownClientsPerAccount", 5]
  ] as const)("multiplies %s for %s by %s, to at most 1,000", (name, derived, factor) => {
    assert.deepStrictEqual(named(derived).rateOf(capped(name, 3)), { limit: 3 * factor, windowSeconds: 60 })
    assert.strictEqual(named(derived).rateOf(capped(name, 900)).limit, 1000)
  })
})

describe("The limits of the rooms", () => {
  it("have different names, and those that operators configure are among them", () => {
    const names = limits.map(({ name }) => name)
    assert.strictEqual(new Set(names).size, names.length)
    assert.includeMembers(names, Object.keys(defaultInstance.rateLimits))
  })

  it("restrict sign-ups, sign-ins or links", () => {
    const byAction = (action: string) => limits.flatMap((limit) => (limit.action === action ? limit.name : []))
    assert.sameMembers(byAction("sign_up"), [
      "signUpPerIp",
      "signUpPerInstance",
      "signUpPerEmail",
      "signUpPerEmailPerDay"
    ])
    assert.sameMembers(byAction("sign_in"), [
      "signInPerIp",
      "signInPerEmail",
      "signInPerKnownClient",
      "signInKnownClientsPerAccount",
      "accountExportPerAccount",
      "accountNoticesPerEmail",
      "adminKeyPerIp",
      "deviceCodePerIp",
      "devicePollPerCode",
      "devicePollPerIp",
      "identityProviderVisitPerIp",
      "signInPerIdentityProvider",
      "invitationPerIp",
      "passkeyChallengePerIp",
      "personalTokenPerIp",
      "refreshTokenPerIp",
      "secondFactorPerAccount",
      "secondFactorPerAccountPerDay",
      "userCodePerIp",
      "userCodePerUser"
    ])
    for (const { action, ofNetworks } of ipLimits) assert.strictEqual(ofNetworks.action, action)
  })
})
