import { assert, describe, it } from "vitest"
import { type SourceName, sources, toRecord } from "../../src/account/ImportSources.ts"

const record = (from: SourceName, value: unknown) => toRecord(from, value)

describe("The record of a user of another system", () => {
  it.each(sources)("is no JSON list, text or null: %s", (from) => {
    for (const value of [[], "text", null, 7, true]) assert.isUndefined(record(from, value))
  })

  it.each(sources.filter((from) => from !== "latchkey"))("of an empty object has nothing but flags: %s", (from) => {
    const { disabled = false, emailVerified = false, ...rest } = record(from, {}) ?? {}
    assert.deepStrictEqual([rest, disabled, emailVerified], [{}, false, false])
  })

  it.each([
    [
      "better-auth",
      { id: "u1", email: "a@example.com", emailVerified: 1, createdAt: 1_700_000_000_000, password: null }
    ],
    ["better-auth", { id: "u1", email: "a@example.com", emailVerified: true, createdAt: 1_700_000_000, password: "" }],
    ["better-auth", { id: "u1", email: "a@example.com", emailVerified: 1, createdAt: "2023-11-14T22:13:20.000Z" }],
    ["firebase", { localId: "u1", email: "a@example.com", emailVerified: true, createdAt: "1700000000000" }]
  ] as const)("has booleans of numbers, times of numbers, and no empty texts: %s %o", (from, value) => {
    assert.deepStrictEqual(record(from, value), {
      email: "a@example.com",
      emailVerified: true,
      externalId: "u1",
      disabled: false,
      createdAt: "2023-11-14T22:13:20.000Z"
    })
  })

  it.each([
    [
      "auth0",
      {
        identities: [
          { provider: "google-oauth2", user_id: "1001" },
          { provider: "auth0", user_id: "5dea" }
        ]
      }
    ],
    ["better-auth", { accounts: [{ providerId: "google", accountId: "1001" }, { providerId: "credential" }] }],
    ["firebase", { providerUserInfo: [{ providerId: "google.com", rawId: "1001" }, { providerId: "password" }] }],
    [
      "supabase",
      {
        identities: [
          { provider: "google", provider_id: "1001" },
          { provider: "email", provider_id: "1" }
        ]
      }
    ]
  ] as const)("has the accounts at providers whose users have the same id here: %s", (from, value) => {
    assert.deepStrictEqual(record(from, value)?.["identities"], [
      { issuer: "https://accounts.google.com", subject: "1001", label: undefined }
    ])
  })

  it("has the number of an account at GitHub as a text, and none of a provider that is not known", () => {
    const accounts = [
      { providerId: "github", accountId: 583231 },
      { providerId: "microsoft", accountId: "1" },
      { providerId: "toString", accountId: "1" },
      { providerId: "apple" },
      null
    ]
    assert.deepStrictEqual(record("better-auth", { accounts })?.["identities"], [
      { issuer: "https://github.com", subject: "583231", label: undefined }
    ])
    assert.notProperty(record("better-auth", { accounts: "none" }), "identities")
  })

  it("keeps a flag that is no boolean, so that it is refused and not guessed", () => {
    assert.strictEqual(record("better-auth", { emailVerified: "yes" })?.["emailVerified"], "yes")
    assert.strictEqual(record("firebase", { disabled: "no" })?.["disabled"], "no")
  })

  it.each([
    ["a@example.com", true],
    ["other@example.com, A@example.com", true],
    ["other@example.com|a@example.com", true],
    ["ba@example.com", false],
    ["", false]
  ])("of Clerk is verified if its address is among the verified ones: %s", (verified, expected) => {
    const user = { primary_email_address: "a@example.com", verified_email_addresses: verified }
    assert.strictEqual(record("clerk", user)?.["emailVerified"], expected)
  })

  it("has no byte order mark in its first name, which the converter of a CSV leaves there", () => {
    assert.strictEqual(record("clerk", { "\ufeffid": "user_1", primary_email_address: "a" })?.["externalId"], "user_1")
  })

  it.each([
    [{ _id: { $oid: "5dea9f9c" } }, "auth0|5dea9f9c"],
    [{ _id: { $oid: "5dea9f9c" }, alt_id: "euclid" }, "auth0|euclid"],
    [{ _id: { $oid: "5dea9f9c" }, user_id: "google-oauth2|1" }, "google-oauth2|1"],
    [{}, undefined]
  ])("of Auth0 has the whole id: %o", (user, externalId) => {
    assert.strictEqual(record("auth0", user)?.["externalId"], externalId)
  })

  it("of Auth0 has the address of its identifiers if it has no other", () => {
    const identifiers = [
      { type: "phone_number", value: "+1", verified: true },
      { type: "email", value: "a@example.com", verified: true }
    ]
    assert.deepInclude(record("auth0", { identifiers }), { email: "a@example.com", emailVerified: true })
    assert.deepInclude(record("auth0", { identifiers, email: "b@example.com", email_verified: false }), {
      email: "b@example.com",
      emailVerified: false
    })
  })

  it("of Auth0 is not verified by another of its addresses", () => {
    const identifiers = [{ type: "email", value: "b@example.com", verified: true }]
    assert.deepInclude(record("auth0", { identifiers, email: "a@example.com" }), {
      email: "a@example.com",
      emailVerified: false
    })
  })

  it.each([
    ["2999-01-01T00:00:00+00:00", true],
    ["infinity", true],
    ["2001-01-01T00:00:00+00:00", false],
    [null, false]
  ])("of Supabase is disabled while it is banned: %s", (banned_until, disabled) => {
    assert.strictEqual(record("supabase", { banned_until })?.["disabled"], disabled)
  })

  it("of Django has no hash for a password that cannot be used", () => {
    const fields = { email: "a@example.com", password: "!dsSLKEr", is_active: false }
    assert.deepStrictEqual(record("django", { pk: 7, fields }), {
      email: "a@example.com",
      emailVerified: false,
      externalId: "7",
      disabled: true
    })
  })

  it("of Latchkey stays as it is", () => {
    const user = { email: "a@example.com", disabled: 1, unknown: null }
    assert.deepStrictEqual(record("latchkey", user), user)
  })
})
