/** Signatures by the right key, in forms that are not those of the standards (RFC 7518). */
import { assert, describe } from "@effect/vitest"
import type * as HostileProvider from "@latchkey/test-support/oidc/HostileProvider"
import * as Effect from "effect/Effect"
import type { JWTPayload } from "jose"
import { constants, createHash, KeyObject, privateEncrypt, sign } from "node:crypto"
import { setUp } from "./hostile.ts"
import { failureOf, test } from "./support.ts"

const hostile = setUp()
const { attempt } = hostile

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** The order of P-256, and the prefix of a SHA-256 digest in PKCS #1. */
const order = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
const digestInfo = Buffer.from("3031300d060960864801650304020105000420", "hex")

const scalar = (value: bigint) => Buffer.from(value.toString(16).padStart(64, "0"), "hex")

/** Signs the claims with the provider's key, in a form of the signature that is not the one of the standard. */
const malformed = (alg: "RS256" | "ES256", signature: (content: Buffer, key: KeyObject) => Buffer) => ({
  idToken: (claims: JWTPayload) => {
    const { privateKey, publicJwk } = hostile.provider.keys[alg]
    const content = `${part({ alg, kid: publicJwk.kid })}.${part(claims)}`
    return `${content}.${signature(Buffer.from(content), KeyObject.from(privateKey as never)).toString("base64url")}`
  }
})

const ecdsa = (content: Buffer, key: KeyObject) => sign("sha256", content, { key, dsaEncoding: "ieee-p1363" })

/** Signs with RSA what stands behind 0x00 0x01, padded with 0xff to `padding` bytes. */
const rsa = (key: KeyObject, ending: Buffer, garbage = 0) => {
  const padding = Buffer.alloc(256 - 3 - ending.length - garbage, 0xff)
  const encoded = Buffer.concat([Buffer.from([0, 1]), padding, Buffer.from([0]), ending, Buffer.alloc(garbage, 0x41)])
  return privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, encoded)
}

const digest = (content: Buffer) => createHash("sha256").update(content).digest()

const malformedSignatures: ReadonlyArray<readonly [string, () => HostileProvider.Lies]> = [
  ...[0n, 1n, order - 1n, order].flatMap((r) =>
    [0n, 1n, order - 1n, order].map(
      (s) =>
        [
          `ES256 with r = ${name(r)} and s = ${name(s)}`,
          () => malformed("ES256", () => Buffer.concat([scalar(r), scalar(s)]))
        ] as const
    )
  ),
  ["ES256 in DER", () => malformed("ES256", (content, key) => sign("sha256", content, key))],
  [
    "ES256 with a byte more",
    () => malformed("ES256", (content, key) => Buffer.concat([ecdsa(content, key), Buffer.of(0)]))
  ],
  ["ES256 with a byte less", () => malformed("ES256", (content, key) => ecdsa(content, key).subarray(0, 63))],
  ["ES256 without a signature", () => malformed("ES256", () => Buffer.alloc(0))],
  [
    "RS256 with bytes after the digest",
    () => malformed("RS256", (content, key) => rsa(key, Buffer.concat([digestInfo, digest(content)]), 100))
  ],
  ["RS256 without the name of the digest", () => malformed("RS256", (content, key) => rsa(key, digest(content)))],
  ["RS256 with another digest", () => malformed("RS256", (content, key) => sign("sha512", content, key))],
  [
    "RS256 with PSS",
    () =>
      malformed("RS256", (content, key) => sign("sha256", content, { key, padding: constants.RSA_PKCS1_PSS_PADDING }))
  ],
  ["RS256 with a byte less", () => malformed("RS256", (content, key) => sign("sha256", content, key).subarray(1))]
]

function name(value: bigint) {
  return value > 1n ? (value === order ? "n" : "n - 1") : String(value)
}

describe("A signature", () => {
  for (const [title, lies] of malformedSignatures) {
    test(`is rejected: ${title}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* failureOf(attempt(lies())), "not_verified signature")
      }))
  }

  test("is accepted in the form of the standard, made in the same way", () =>
    Effect.gen(function* () {
      for (const alg of ["RS256", "ES256"] as const) {
        assert.strictEqual(yield* failureOf(attempt(malformed(alg, rightSignature[alg]))), "verified", alg)
      }
    }))
})

const rightSignature = {
  RS256: (content: Buffer, key: KeyObject) => rsa(key, Buffer.concat([digestInfo, digest(content)])),
  ES256: ecdsa
}
