/** The kinds of key of the test vectors of Web Authentication Level 3. */
import { createECDH, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto"
import * as Cbor from "./cbor.ts"

/** How the keys of an algorithm are made and written. */
export interface KeyKind {
  /** The hash of the signatures, or `null` if the algorithm implies it. */
  readonly hash: string | null
  /** The number of random bytes that a private key is made of. */
  readonly length: number
  readonly privateKey: (random: Buffer) => KeyObject
  /** Returns the public key as a map of CBOR (RFC 9053 and RFC 8230). */
  readonly publicKey: (privateKey: KeyObject) => Buffer
}

const encode = (data: Uint8Array) => Buffer.from(data).toString("base64url")
const hex = (text: string) => Buffer.from(text, "hex")

/** Returns a map of CBOR. It begins with `start`, in hexadecimal; then each label has its member of the JWK. */
const map =
  (start: string, members: ReadonlyArray<readonly [label: number, member: "e" | "n" | "x" | "y"]>) =>
  (privateKey: KeyObject): Buffer => {
    const jwk = createPublicKey(privateKey).export({ format: "jwk" })
    const value = (member: "e" | "n" | "x" | "y") => Cbor.bytes(Buffer.from(jwk[member] ?? "", "base64url"))
    return Buffer.concat([hex(start), ...members.flatMap(([label, member]) => [Buffer.of(label), value(member)])])
  }

const ofJwk = (key: JsonWebKey) => createPrivateKey({ key, format: "jwk" })

/** Returns a key on `curve`, whose coordinates have `size` bytes. A shorter private key is padded. */
const onCurve =
  ([curve, crv]: readonly [curve: string, crv: string], size: number) =>
  (random: Buffer): KeyObject => {
    const d = Buffer.concat([Buffer.alloc(size - random.length), random])
    const ecdh = createECDH(curve)
    ecdh.setPrivateKey(d)
    const point = ecdh.getPublicKey()
    const [x, y] = [point.subarray(1, 1 + size), point.subarray(1 + size)]
    return ofJwk({ kty: "EC", crv, d: encode(d), x: encode(x), y: encode(y) })
  }

/** Returns a key of RFC 8410. Node takes no JWK without its public key. */
const edwards = (start: string) => (random: Buffer) =>
  createPrivateKey({ key: Buffer.concat([hex(start), random]), format: "der", type: "pkcs8" })

const inverse = (value: bigint, modulus: bigint): bigint => {
  const step = (r0: bigint, r1: bigint, t0: bigint, t1: bigint): bigint =>
    r1 === 0n ? t0 : step(r1, r0 % r1, t1, t0 - (r0 / r1) * t1)
  const found = step(modulus, value % modulus, 0n, 1n)
  return found < 0n ? found + modulus : found
}

/** Returns the RSA key whose primes are the two smallest Mersenne primes of at least 1,024 bits. */
const mersenne = (): KeyObject => {
  const [p, q, e] = [2n ** 1279n - 1n, 2n ** 2203n - 1n, 65537n]
  const d = inverse(e, (p - 1n) * (q - 1n))
  const number = (value: bigint) => {
    const digits = value.toString(16)
    return encode(hex(digits.padStart(digits.length + (digits.length % 2), "0")))
  }
  const crt = { dp: number(d % (p - 1n)), dq: number(d % (q - 1n)), qi: number(inverse(q, p)) }
  return ofJwk({ kty: "RSA", n: number(p * q), e: number(e), d: number(d), p: number(p), q: number(q), ...crt })
}

const ec = [
  [0x21, "x"],
  [0x22, "y"]
] as const

export const es256: KeyKind = {
  hash: "sha256",
  length: 32,
  privateKey: onCurve(["prime256v1", "P-256"], 32),
  publicKey: map("a5010203262001", ec)
}

export const es384: KeyKind = {
  hash: "sha384",
  length: 48,
  privateKey: onCurve(["secp384r1", "P-384"], 48),
  publicKey: map("a501020338222002", ec)
}

/** Private keys have 65 random bytes: 66 could exceed the order of the curve. */
export const es512: KeyKind = {
  hash: "sha512",
  length: 65,
  privateKey: onCurve(["secp521r1", "P-521"], 66),
  publicKey: map("a501020338232003", ec)
}

export const rs256: KeyKind = {
  hash: "sha256",
  length: 0,
  privateKey: mersenne,
  publicKey: map("a4010303390100", [
    [0x20, "n"],
    [0x21, "e"]
  ])
}

export const ed25519: KeyKind = {
  hash: null,
  length: 32,
  privateKey: edwards("302e020100300506032b657004220420"),
  publicKey: map("a4010103272006", [[0x21, "x"]])
}

export const ed448: KeyKind = {
  hash: null,
  length: 57,
  privateKey: edwards("3047020100300506032b6571043b0439"),
  publicKey: map("a401010338342007", [[0x21, "x"]])
}
