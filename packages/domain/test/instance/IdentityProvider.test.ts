import { assert, describe, it } from "@effect/vitest"
import { IdentityProviders, isAccepted, isIssuerOf, Issuer } from "@latchkey/domain/instance/IdentityProvider"
import * as Samples from "@latchkey/testkit/Samples"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

const shared = "https://login.microsoftonline.com/{tenantid}/v2.0"
const tenant = "0f8fad5b-d9cb-469f-a165-70867728950e"
const ofTenant = `https://login.microsoftonline.com/${tenant}/v2.0`

const withIssuers = (...issuers: ReadonlyArray<string>) =>
  issuers.map((issuer, at) => Samples.identityProvider({ id: `provider-${at}`, issuer }))

const validate = Schema.validateEither(IdentityProviders)
const areValid = (providers: IdentityProviders) => Either.isRight(validate(providers))

describe("The identity providers of an instance", () => {
  it("have different ids and issuers: no user belongs to two", () => {
    assert.isTrue(areValid(withIssuers("https://a.example", "https://a.example/", shared, "https://b.example")))
    const [one] = withIssuers("https://a.example")
    const same = { ...Samples.identityProvider({ issuer: "https://b.example" }), id: "provider-0" }
    assert.isDefined(one)
    if (one !== undefined) assert.isFalse(areValid([one, same]))
    assert.isFalse(areValid(withIssuers("https://a.example", "https://b.example", "https://a.example")))
  })

  it("have no tenant beside the provider that all tenants share, which is there once", () => {
    assert.isFalse(areValid(withIssuers(shared, ofTenant)))
    assert.isFalse(areValid(withIssuers(ofTenant, shared)))
    assert.isFalse(areValid(withIssuers(shared, shared)))
    assert.isTrue(areValid(withIssuers(ofTenant, ofTenant.replace("0f8f", "1f8f"))))
  })

  it("are at most twenty", () => {
    const many = Array.from({ length: 21 }, (_, at) => `https://${at}.example`)
    assert.isTrue(areValid(withIssuers(...many.slice(1))))
    assert.isFalse(areValid(withIssuers(...many)))
  })
})

describe("The issuer of a provider", () => {
  it("is compared exactly", () => {
    const [provider = Samples.identityProvider()] = withIssuers("https://a.example/realms/one")
    assert.isTrue(isIssuerOf(provider, "https://a.example/realms/one"))
    for (const other of [
      "https://a.example/realms/One",
      "https://a.example/realms/one/",
      "http://a.example/realms/one"
    ]) {
      assert.isFalse(isIssuerOf(provider, other))
    }
  })

  it("that tenants share is that of each tenant, by the id of the tenant and nothing else", () => {
    const [provider = Samples.identityProvider()] = withIssuers(shared)
    assert.isTrue(isIssuerOf(provider, ofTenant))
    for (const other of [
      shared,
      "https://login.microsoftonline.com/v2.0",
      "https://login.microsoftonline.com//v2.0",
      "https://login.microsoftonline.com/common/v2.0",
      `${ofTenant}/`,
      `https://login.microsoftonline.com/${tenant}/v1.0`,
      `https://login.microsoftonline.org/${tenant}/v2.0`,
      `https://login.microsoftonline.com.example/${tenant}/v2.0`,
      `https://login.microsoftonline.com/${tenant}/x/v2.0`,
      `https://login.microsoftonline.com/${"a".repeat(18)}/${"a".repeat(17)}/v2.0`,
      `https://login.microsoftonline.com/${tenant.toUpperCase()}/v2.0`,
      `https://login.microsoftonline.com/${tenant}\n/v2.0`
    ]) {
      assert.isFalse(isIssuerOf(provider, other), other)
    }
  })

  it("is accepted while the provider is turned on", () => {
    const providers = withIssuers("https://a.example", shared)
    assert.isTrue(isAccepted(providers, ofTenant))
    assert.isFalse(isAccepted(providers, "https://b.example"))
    assert.isFalse(
      isAccepted(
        providers.map((one) => ({ ...one, enabled: false })),
        ofTenant
      )
    )
  })

  it("is an absolute URL without a query, of at most 500 characters", () => {
    const isIssuer = Schema.is(Issuer)
    for (const issuer of ["https://a.example", "https://a.example:8443/realms/one/", shared]) {
      assert.isTrue(isIssuer(issuer), issuer)
    }
    for (const other of [
      "a.example",
      "ftp://a.example",
      "https://",
      "https://a.example?b",
      "https://a.example#b",
      "https://user:password@a.example",
      "https://a.example/ b",
      `https://a.example/${"b".repeat(500)}`
    ]) {
      assert.isFalse(isIssuer(other), other)
    }
  })
})
