import * as NodeTokenSigner from "@latchkey/crypto/NodeTokenSigner"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { calculateJwkThumbprint, decodeProtectedHeader, importJWK, jwtVerify } from "jose"
import { createPublicKey, verify } from "node:crypto"
import { expect, test } from "vitest"

const run = Effect.runPromise
const { signer } = NodeTokenSigner

test("makes keys on P-256, named by their thumbprint (RFC 7638), each another one", async () => {
  const { id, privateKey, publicKey } = await run(signer.generate)
  const jwk = JSON.parse(publicKey)
  expect(jwk).toEqual({
    kty: "EC",
    crv: "P-256",
    x: expect.any(String),
    y: expect.any(String),
    kid: id,
    use: "sig",
    alg: "ES256"
  })
  expect(await calculateJwkThumbprint(jwk)).toBe(id)
  expect(JSON.parse(Redacted.value(privateKey))).toMatchObject({ x: jwk.x, y: jwk.y, d: expect.any(String) })
  expect((await run(signer.generate)).id).not.toBe(id)
})

test("signs with ES256 what jose and node:crypto verify, and names key and type", async () => {
  const key = await run(signer.generate)
  const token = await run(signer.prepare(key)({ sub: "user_1", aud: "api", exp: 4_102_444_800 }))
  expect(decodeProtectedHeader(token)).toEqual({ alg: "ES256", typ: "at+jwt", kid: key.id })
  const jwk = JSON.parse(key.publicKey)
  const { payload } = await jwtVerify(token, await importJWK(jwk), { typ: "at+jwt", algorithms: ["ES256"] })
  expect(payload).toEqual({ sub: "user_1", aud: "api", exp: 4_102_444_800 })
  const [header = "", claims = "", signature = ""] = token.split(".")
  const publicKey = createPublicKey({ key: jwk, format: "jwk" })
  const isRight = (text: string) =>
    verify(
      "sha256",
      Buffer.from(text),
      { key: publicKey, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url")
    )
  expect([isRight(`${header}.${claims}`), isRight(`${header}.${claims}x`)]).toEqual([true, false])
})

test("signs with the key that it is given, also beside another one with more tokens", async () => {
  const [one, other] = [await run(signer.generate), await run(signer.generate)]
  for (const key of [one, other, one]) {
    const token = await run(signer.prepare(key)({}))
    expect(decodeProtectedHeader(token).kid).toBe(key.id)
    await jwtVerify(token, await importJWK(JSON.parse(key.publicKey)))
    const wrong = key === one ? other : one
    await expect(jwtVerify(token, await importJWK(JSON.parse(wrong.publicKey)))).rejects.toThrow("signature")
  }
})
