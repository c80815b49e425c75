import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { createLocalJWKSet, errors, type JWK } from "jose"
import * as Verification from "../../src/access-token/internal/Verification.ts"

interface Vectors {
  readonly groups: ReadonlyArray<{
    readonly name: string
    readonly key: JWK
    readonly tests: ReadonlyArray<{
      readonly id: number
      readonly comment: string
      readonly jws: string
      readonly isValid: boolean
    }>
  }>
}

/** Returns why a token with a signature of published vectors is refused: none of them is an access token. */
const refusal = (key: JWK, token: string): Promise<string> => {
  const expected = { issuer: "joe", audience: "https://api.example.com", keys: createLocalJWKSet({ keys: [key] }) }
  return Verification.verify(expected, token, new Date(0)).then(
    () => "none",
    (error: unknown) => {
      assert.isFalse(Verification.isOutage(error), String(error))
      return error instanceof errors.JOSEError ? error.code : "unknown"
    }
  )
}

// The claims are looked at after the signature.
const ofClaims: ReadonlyArray<string> = [errors.JWTInvalid.code, errors.JWTClaimValidationFailed.code]

const { groups } = JSON.parse(readFileSync(new URL("wycheproof.json", import.meta.url), "utf8").toString()) as Vectors

describe("The signature of an access token", () => {
  const cases = groups.flatMap(({ key, name, tests }) => tests.map((test) => ({ ...test, key, name })))

  it("is checked against all vectors of Wycheproof for ES256", () => {
    assert.deepStrictEqual([cases.length, cases.filter(({ isValid }) => isValid).length], [42, 2])
  })

  it.each(cases)("$name $id, $comment: $isValid", async ({ isValid, jws, key }) => {
    assert.strictEqual(ofClaims.includes(await refusal(key, jws)), isValid)
  })

  // RFC 7515, A.3.
  const key = {
    kty: "EC",
    crv: "P-256",
    x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
  }
  const signed =
    "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"

  it("is right in the example of RFC 7515, A.3, which has another type", async () => {
    assert.strictEqual(await refusal(key, signed), errors.JWTClaimValidationFailed.code)
  })

  it("is wrong in it with any one bit of the signature changed", async () => {
    const at = signed.lastIndexOf(".") + 1
    const bytes = Buffer.from(signed.slice(at), "base64url")
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const token = `${signed.slice(0, at)}${changed.toString("base64url")}`
      assert.strictEqual(await refusal(key, token), errors.JWSSignatureVerificationFailed.code)
    }
  })
})
