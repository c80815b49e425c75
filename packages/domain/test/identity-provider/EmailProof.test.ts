import { assert, describe, it } from "@effect/vitest"
import * as EmailProof from "@latchkey/domain/identity-provider/EmailProof"
import type { EmailTrust, IdentityProvider } from "@latchkey/domain/instance/IdentityProvider"
import * as Option from "effect/Option"

const nothing = { emailVerified: false, hostedDomain: Option.none<string>(), isDomainVerified: false }

/** What the address of a user is worth at a provider that may be trusted with anything, unless `emailTrust` says less. */
const worth = (
  kind: IdentityProvider["kind"],
  address: string,
  claims: Partial<EmailProof.Claims> = {},
  emailTrust: EmailTrust = "authoritative"
) =>
  Option.match(EmailProof.of({ kind, emailTrust }, { ...nothing, email: Option.some(address), ...claims }), {
    onNone: () => "no address",
    onSome: ({ trust }) => trust
  })

const verified = { emailVerified: true }
const hosted = { emailVerified: true, hostedDomain: Option.some("example.com") }

describe("What an address is worth", () => {
  const cases = [
    ["of OpenID: verified", worth("oidc", "a@b.example", verified), "authoritative"],
    ["of OpenID: not verified", worth("oidc", "a@b.example"), "never"],
    ["of OpenID: Microsoft's claim alone", worth("oidc", "a@b.example", { isDomainVerified: true }), "never"],
    ["of Google: its own", worth("google", "ann@gmail.com", verified), "authoritative"],
    ["of Google: its own, not verified", worth("google", "ann@gmail.com"), "never"],
    ["of Google: of a hosted domain", worth("google", "ann@example.com", hosted), "authoritative"],
    [
      "of Google: hosted, not verified",
      worth("google", "ann@example.com", { ...hosted, emailVerified: false }),
      "never"
    ],
    ["of Google: someone else's, verified once", worth("google", "ann@example.com", verified), "never"],
    ["of Google: a domain that ends like its own", worth("google", "ann@notgmail.com", verified), "never"],
    ["of Google: a domain below its own", worth("google", "ann@gmail.com.example", verified), "never"],
    ["of Microsoft: verified by the user only", worth("microsoft", "ann@example.com", verified), "never"],
    [
      "of Microsoft: of a domain that the tenant owns",
      worth("microsoft", "ann@example.com", { isDomainVerified: true }),
      "authoritative"
    ],
    ["of Apple: its own", worth("apple", "ann@icloud.com", verified), "authoritative"],
    ["of Apple: a relay", worth("apple", "x1@privaterelay.appleid.com", verified), "authoritative"],
    ["of Apple: someone else's, verified once", worth("apple", "ann@example.com", verified), "claim"],
    ["of Apple: not verified", worth("apple", "ann@icloud.com"), "never"],
    ["of GitHub: verified once", worth("github", "ann@example.com", verified), "claim"],
    ["of GitHub: not verified", worth("github", "ann@example.com"), "never"]
  ] as const

  it.each(cases)("%s", (_, actual, expected) => {
    assert.strictEqual(actual, expected)
  })

  it("is never more than the operator trusts the provider with", () => {
    for (const kind of ["oidc", "google", "microsoft", "apple", "github"] as const) {
      const claims = { ...hosted, isDomainVerified: true }
      assert.strictEqual(worth(kind, "ann@gmail.com", claims, "never"), "never")
      assert.strictEqual(worth(kind, "ann@gmail.com", claims, "claim"), "claim")
    }
  })
})

describe("The address that a provider names", () => {
  const addressOf = (written: string) =>
    Option.getOrNull(
      Option.map(
        EmailProof.of({ kind: "oidc", emailTrust: "claim" }, { ...nothing, email: Option.some(written) }),
        ({ email }) => String(email)
      )
    )

  it("is compared in lower case", () => {
    assert.strictEqual(addressOf("Ann.B+tag@Example.COM"), "ann.b+tag@example.com")
  })

  it("is taken as it is written, and what users may type differently is no address", () => {
    for (const written of [
      " ann@example.com",
      "ann@example.com\n",
      "mailto:ann@example.com",
      "ann@example.com,ben@example.com",
      "ann@exаmple.com",
      "ann@bücher.example",
      "\u212aate@example.com",
      "ａnn@example.com",
      "ann@example.com\u200b",
      '"ann"@example.com',
      "ann",
      "",
      `${"a".repeat(65)}@example.com`
    ]) {
      assert.isNull(addressOf(written), written)
    }
    assert.isTrue(
      Option.isNone(EmailProof.of({ kind: "oidc", emailTrust: "claim" }, { ...nothing, email: Option.none() }))
    )
  })
})
