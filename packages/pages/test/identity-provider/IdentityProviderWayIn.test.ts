import type { Instance } from "@latchkey/domain/instance/Instance"
import { IdentityProviderKind } from "@latchkey/domain/instance/IdentityProvider"
import { html } from "@latchkey/http/core/Page"
import { methods } from "@latchkey/domain/identity-provider/Room"
import { IdentityRepository } from "@latchkey/domain/account/IdentityRepository"
import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"
import * as IdentityProviderWayIn from "../../src/identity-provider/IdentityProviderWayIn.ts"
import * as ProviderMark from "../../src/core/ProviderMark.ts"
import { english } from "../../src/language/PageLanguage.ts"
import { acme } from "../support/samples.ts"

const ofSeveralFactors = Effect.runSync(
  IdentityProviderWayIn.makeOfSeveralFactors({} as never) as Effect.Effect<{
    readonly id: string
    readonly isOffered: (instance: Instance | undefined) => boolean
    readonly signedIn?: typeof IdentityProviderWayIn.account.signedIn
  }>
)

describe("The ways in of identity providers", () => {
  test("name the methods of the domain, so that every session of them has its words on the account page", () => {
    const ids = Effect.runSync(Effect.provideService(methods, IdentityRepository, {} as never)).map(({ id }) => id)
    expect([IdentityProviderWayIn.account.id, ofSeveralFactors.id]).toEqual(ids)
    for (const { signedIn } of [IdentityProviderWayIn.account, ofSeveralFactors]) {
      expect(signedIn?.(english, html`today`).source).toBe("Signed in with a connected account today")
    }
  })

  test("have one part of the pages between them", () => {
    expect(ofSeveralFactors.isOffered(acme)).toBe(false)
  })
})

describe("The buttons of identity providers", () => {
  const form = { language: english, prefix: "", returnUrl: "", instance: acme, lastWay: undefined }
  const buttonsOf = (names: ReadonlyArray<string>) => {
    const providers = names.map((name) => ({ id: name.toLowerCase(), kind: "oidc", name }) as const)
    return IdentityProviderWayIn.makeSignIn(() => providers).aboveForm?.(form as never, "sign-in", { isMain: false })
      .source
  }

  test("have a line each, and stand side by side from three on, with the same names for screen readers", () => {
    expect(buttonsOf(["Acme", "Bolt"])).toContain('<div class="ways"><a class="button provider"')
    const three = ["Acme", "Bolt", "Core"]
    expect(buttonsOf(three)).toContain('<div class="ways tiles"><a class="button provider"')
    for (const name of three) {
      const label = `<span class="unseen">Continue with ${name}</span><span aria-hidden="true">${name}</span>`
      expect(buttonsOf(three)).toContain(label)
    }
  })
})

describe("The mark of a provider", () => {
  test.each(IdentityProviderKind.literals)(
    "of the kind %s is decoration, in a form that the policy of the pages allows",
    (kind) => {
      const { source } = ProviderMark.of(kind)
      expect(source).toMatch(/^<svg viewBox="0 0 \d+ \d+" aria-hidden="true"><path /)
      expect(source).not.toMatch(/style|href|script|url\(|<image/)
    }
  )

  test("is another one for each kind", () => {
    expect(new Set(IdentityProviderKind.literals.map((kind) => ProviderMark.of(kind).source)).size).toBe(5)
  })
})
