/** What a provider says about a user, in the ID token and at the UserInfo endpoint. */
import { assert, describe } from "@effect/vitest"
import type { Connection, ProvidedUser } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import type * as HostileProvider from "@latchkey/test-support/oidc/HostileProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { JWTPayload } from "jose"
import { setUp } from "./hostile.ts"
import { failureOf, test } from "./support.ts"

const hostile = setUp()
const { attempt } = hostile

describe("What a provider says about a user", () => {
  const said = (claims: JWTPayload, kind: Connection["kind"] = "oidc") =>
    attempt({ claims: (told) => ({ ...told, ...claims }) }, { kind })

  test("is read as the provider has written it", () =>
    Effect.gen(function* () {
      const expected: Partial<ProvidedUser> = {
        email: Option.some("Ada@Example.com"),
        emailVerified: true,
        hostedDomain: Option.some("example.com"),
        isDomainVerified: false,
        label: Option.some("Ada@Example.com"),
        amr: ["pwd", "mfa"]
      }
      const { key: _, ...rest } = yield* said({ email: "Ada@Example.com", hd: "example.com", amr: ["pwd", "mfa"] })
      assert.deepStrictEqual(rest, expected as never)
    }))

  test("has a verified email address only if it is the boolean true", () =>
    Effect.gen(function* () {
      for (const value of ["true", "false", 1, "1", null, {}, ["true"], false]) {
        assert.isFalse((yield* said({ email_verified: value })).emailVerified, JSON.stringify(value))
      }
      assert.isTrue((yield* said({ email_verified: true })).emailVerified)
    }))

  test("has a verified domain in the forms that Microsoft writes", () =>
    Effect.gen(function* () {
      for (const value of [true, 1, "1", "true"]) assert.isTrue((yield* said({ xms_edov: value })).isDomainVerified)
      for (const value of [false, 0, "0", "false", "yes", [true], null, {}]) {
        assert.isFalse((yield* said({ xms_edov: value })).isDomainVerified, JSON.stringify(value))
      }
    }))

  test("has a Unicode email address unchanged, and none that is no text", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* said({ email: "zoë@bücher.example" })).email, Option.some("zoë@bücher.example"))
      hostile.provider.user = { sub: "user-1" }
      const lies: HostileProvider.Lies = {
        claims: (told) => ({ ...told, email: ["ada@example.com"] }),
        userInfo: () => ({ sub: "user-1" })
      }
      assert.isTrue(Option.isNone((yield* attempt(lies)).email))
    }))

  test("has a label without control characters, of at most 254", () =>
    Effect.gen(function* () {
      const labelled = (claims: JWTPayload) =>
        Effect.map(
          attempt({ claims: ({ email: _, ...told }) => ({ ...told, ...claims }), userInfo: () => ({ sub: "user-1" }) }),
          ({ label }) => Option.getOrNull(label)
        )
      assert.strictEqual(yield* labelled({ preferred_username: "ada", name: "Ada L." }), "ada")
      assert.strictEqual(yield* labelled({ name: "Ada\u0000\n\u202eL." }), "AdaL.")
      assert.strictEqual(yield* labelled({ name: "\u0007" }), null)
      assert.strictEqual(yield* labelled({ name: `${"a".repeat(253)}😀` }), "a".repeat(253))
      assert.strictEqual(yield* labelled({ name: 7 }), null)
    }))

  test("has no methods unless they are a list of texts", () =>
    Effect.gen(function* () {
      for (const amr of ["mfa", ["mfa", 1], { mfa: true }, null]) {
        assert.deepStrictEqual((yield* said({ amr })).amr, [], JSON.stringify(amr))
      }
    }))
})

describe("UserInfo", () => {
  const lies = (userInfo: HostileProvider.Lies["userInfo"]): HostileProvider.Lies => ({
    claims: ({ email: _, email_verified: __, ...told }) => told,
    ...(userInfo === undefined ? {} : { userInfo })
  })

  test("is read if the ID token has no email address", () =>
    Effect.gen(function* () {
      const { email, emailVerified } = yield* attempt(lies(undefined))
      assert.deepStrictEqual([email, emailVerified], [Option.some("ada@example.com"), true])
    }))

  test("is not read if the ID token has one, or there is no endpoint", () =>
    Effect.gen(function* () {
      const before = hostile.provider.requests.length
      yield* attempt()
      const { email } = yield* attempt({ ...lies(undefined), metadata: ({ userinfo_endpoint: _, ...told }) => told })
      assert.isTrue(Option.isNone(email))
      assert.notInclude(hostile.provider.requests.slice(before), "GET /userinfo")
    }))

  test("userinfo-invalid-sub: is rejected for another user", () =>
    Effect.gen(function* () {
      const other = lies((told) => ({ ...told, sub: "user-2" }))
      assert.strictEqual(yield* failureOf(attempt(other)), "not_verified sub")
      assert.strictEqual(yield* failureOf(attempt(lies(({ sub: _, ...told }) => told))), "not_verified sub")
    }))

  test("decides nothing but the contact: neither domain nor methods", () =>
    Effect.gen(function* () {
      const more = lies((told) => ({ ...told, hd: "example.com", xms_edov: true, amr: ["mfa"] }))
      const { amr, hostedDomain, isDomainVerified } = yield* attempt(more)
      assert.deepStrictEqual([amr, hostedDomain, isDomainVerified], [[], Option.none(), false])
    }))

  test("is rejected if it rejects the access token", () =>
    Effect.gen(function* () {
      const denied: HostileProvider.Lies = {
        ...lies(undefined),
        replies: (path) =>
          path === "/userinfo"
            ? { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' }, body: "" }
            : undefined
      }
      assert.strictEqual(yield* failureOf(attempt(denied)), "not_verified userinfo")
    }))
})
