import * as NodeTokenSigner from "@latchkey/crypto/NodeTokenSigner"
import type { KeyPair } from "@latchkey/domain/access-token/TokenSigner"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { calculateJwkThumbprint, decodeProtectedHeader, importJWK, jwtVerify, SignJWT } from "jose"
import { createHmac, createPrivateKey, createPublicKey, sign, verify } from "node:crypto"
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

const among = (keys: ReadonlyArray<KeyPair>) => (keyId: string) =>
  Effect.succeed(Option.fromNullable(keys.find(({ id }) => id === keyId)))

test("verifies what it has signed with one of the keys, and what jose has", async () => {
  const [key, other] = [await run(signer.generate), await run(signer.generate)]
  const claims = { sub: "user_1", exp: 4_102_444_800 }
  const verify = (token: string, keys = [other, key]) => run(signer.verify(among(keys), Redacted.make(token)))
  expect(await verify(await run(signer.prepare(key)(claims)))).toEqual(Option.some(claims))
  const byJose = async (header: object) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: key.id, ...header })
      .sign(await importJWK(JSON.parse(Redacted.value(key.privateKey)), "ES256"))
  expect(await verify(await byJose({}))).toEqual(Option.some(claims))
  for (const header of [
    { typ: "JWT" },
    { typ: undefined },
    { kid: other.id },
    { kid: "../../dev/null" },
    { kid: undefined }
  ]) {
    expect([header, await verify(await byJose(header))]).toEqual([header, Option.none()])
  }
  expect(await verify(await byJose({}), [other])).toEqual(Option.none())
  expect(await verify(await byJose({}), [])).toEqual(Option.none())
})

test("verifies nothing that names another algorithm, although the signature is right", async () => {
  const key = await run(signer.generate)
  const privateKey = createPrivateKey({ key: JSON.parse(Redacted.value(key.privateKey)), format: "jwk" })
  const signedAs = (alg: unknown) => {
    const header = { alg, typ: "at+jwt", kid: key.id }
    const text = [header, {}].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")
    const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" })
    return Redacted.make(`${text}.${signature.toString("base64url")}`)
  }
  expect(await run(signer.verify(among([key]), signedAs("ES256")))).toEqual(Option.some({}))
  for (const alg of ["none", "HS256", "ES384", undefined]) {
    expect(await run(signer.verify(among([key]), signedAs(alg)))).toEqual(Option.none())
  }
})

test("verifies nothing that differs from what was signed", async () => {
  const key = await run(signer.generate)
  const token = await run(signer.prepare(key)({ sub: "user_1" }))
  const [head = "", body = "", signature = ""] = token.split(".")
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const hmac = `${encode({ alg: "HS256", typ: "at+jwt", kid: key.id })}.${body}`
  const flipped = Array.from({ length: 512 }, (_, bit) => {
    const bytes = Buffer.from(signature, "base64url")
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return `${head}.${body}.${bytes.toString("base64url")}`
  })
  const wrong = [
    "",
    "..",
    `${head}.${body}.`,
    `${head}.${body}.${"A".repeat(86)}`,
    `${token}A`,
    `${token}.x`,
    `${head}.${encode({ sub: "user_2" })}.${signature}`,
    `${encode({ alg: "none", typ: "at+jwt", kid: key.id })}.${body}.${signature}`,
    `${hmac}.${createHmac("sha256", key.publicKey).update(hmac).digest("base64url")}`,
    `${encode([])}.${body}.${signature}`,
    `bm90IEpTT04.${body}.${signature}`,
    ...flipped
  ]
  for (const text of wrong) {
    expect([text, await run(signer.verify(among([key]), Redacted.make(text)))]).toEqual([text, Option.none()])
  }
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
