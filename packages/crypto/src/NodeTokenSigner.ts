/** Access tokens as JSON Web Signatures (RFC 7515, 3.1) with ES256, by `node:crypto`. */
import { createPrivateKey, generateKeyPairSync, hash, type JsonWebKey, type KeyObject, sign } from "node:crypto"
import * as TokenSigner from "@latchkey/domain/access-token/TokenSigner"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

const algorithm = "ES256"

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

/** A key that signs, with the header of its tokens. */
interface Ready {
  readonly header: string
  readonly key: KeyObject
}

/** How many keys a process keeps ready: one for each instance that issues tokens. */
const capacity = 1000

const makeReady = () => {
  const known = new Map<string, Ready>()
  return ({ id, privateKey }: Pick<TokenSigner.KeyPair, "id" | "privateKey">): Ready => {
    const former = known.get(id)
    if (former !== undefined) return former
    if (known.size >= capacity) known.clear()
    const key = createPrivateKey({ key: JSON.parse(Redacted.value(privateKey)) as JsonWebKey, format: "jwk" })
    const ready = { header: encode({ alg: algorithm, kid: id, typ: "at+jwt" }), key }
    known.set(id, ready)
    return ready
  }
}

/** Makes the signer. */
export const make = (): TokenSigner.Signer => {
  const readyOf = makeReady()
  return {
    isAvailable: true,
    generate,
    sign: (pair, claims) =>
      // In libuv's pool a signature takes twice as long, and requests that come back one by one share no statement.
      Effect.sync(() => {
        const { header, key } = readyOf(pair)
        const text = `${header}.${encode(claims)}`
        const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" })
        return `${text}.${signature.toString("base64url")}`
      })
  }
}

/** Signs access tokens, in less than a tenth of a millisecond each. Provide the layer to `Domain.layer`. */
export const layer: Layer.Layer<TokenSigner.TokenSigner> = TokenSigner.layer(Effect.sync(make))
