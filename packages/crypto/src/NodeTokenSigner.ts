/** Access tokens as JSON Web Signatures (RFC 7515, 3.1) with ES256, by `node:crypto`. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type JsonWebKey,
  sign,
  verify as verifySignature
} from "node:crypto"
import * as TokenSigner from "@latchkey/domain/access-token/TokenSigner"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

const algorithm = "ES256"
const type = "at+jwt"

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Returns the thumbprint of a public key: the hash of its required members, in lexicographic order (RFC 7638, 3). */
const thumbprint = ({ crv, kty, x, y }: JsonWebKey): string =>
  hash("sha256", JSON.stringify({ crv, kty, x, y }), "base64url")

const generate = Effect.sync((): TokenSigner.KeyPair => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const jwk = publicKey.export({ format: "jwk" })
  const id = thumbprint(jwk)
  return {
    id,
    publicKey: JSON.stringify({ ...jwk, kid: id, use: "sig", alg: algorithm }),
    privateKey: Redacted.make(JSON.stringify(privateKey.export({ format: "jwk" })))
  }
})

const prepare: TokenSigner.Signer["prepare"] = ({ id, privateKey }) => {
  const header = encode({ alg: algorithm, kid: id, typ: type })
  const key = createPrivateKey({ key: JSON.parse(Redacted.value(privateKey)) as JsonWebKey, format: "jwk" })
  // In libuv's pool a signature takes twice as long, and requests that come back one by one share fewer statements.
  return (claims) =>
    Effect.sync(() => {
      const text = `${header}.${encode(claims)}`
      const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" })
      return `${text}.${signature.toString("base64url")}`
    })
}

// A signature of ES256 has 64 bytes: 86 characters.
const form = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/

const decode = (part: string): Option.Option<Readonly<Record<string, unknown>>> =>
  Option.filter(
    Option.liftThrowable((): unknown => JSON.parse(Buffer.from(part, "base64url").toString()))(),
    Predicate.isReadonlyRecord
  )

const isSigned = (signed: string, signature: string, publicKey: string): boolean => {
  const key = createPublicKey({ key: JSON.parse(publicKey) as JsonWebKey, format: "jwk" })
  const bytes = Buffer.from(signature, "base64url")
  return verifySignature("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }, bytes)
}

const verify: TokenSigner.Signer["verify"] = Effect.fnUntraced(function* (find, token) {
  const [, head = "", body = "", signature = ""] = form.exec(Redacted.value(token)) ?? []
  const { alg, kid, typ } = Option.getOrElse(decode(head), () => ({}) as Readonly<Record<string, unknown>>)
  if (alg !== algorithm || typ !== type || typeof kid !== "string") return Option.none()
  const key = yield* find(kid)
  return Option.flatMap(key, ({ publicKey }) =>
    isSigned(`${head}.${body}`, signature, publicKey) ? decode(body) : Option.none()
  )
})

/** Signs with ES256, in less than a tenth of a millisecond. */
export const signer: TokenSigner.Signer = { isAvailable: true, generate, prepare, verify }

/** Signs access tokens. Provide the layer to `Domain.layer`. */
export const layer: Layer.Layer<TokenSigner.TokenSigner> = TokenSigner.layer(Effect.succeed(signer))
