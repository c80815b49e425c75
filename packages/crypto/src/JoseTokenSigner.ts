/** Signs access tokens with `jose`. It is loaded at the first token, not when the module is imported. */
import type { CryptoKey, JWK } from "jose"
import * as TokenSigner from "@latchkey/domain/access-token/TokenSigner"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

const algorithm = "ES256"

const library = () => import("jose")

/** How many private keys a process keeps ready: one for each instance that issues tokens. */
const capacity = 1000

/** Makes the function that imports private keys, each once. */
const makeImport = () => {
  const imported = new Map<string, Promise<CryptoKey>>()
  const importKey = async (privateKey: string): Promise<CryptoKey> => {
    const { importJWK } = await library()
    // Only a symmetric key is imported as bytes.
    return (await importJWK(JSON.parse(privateKey) as JWK, algorithm)) as CryptoKey
  }
  return ({ id, privateKey }: Pick<TokenSigner.KeyPair, "id" | "privateKey">): Promise<CryptoKey> => {
    const known = imported.get(id)
    if (known !== undefined) return known
    if (imported.size >= capacity) imported.clear()
    const key = importKey(Redacted.value(privateKey))
    imported.set(id, key)
    return key
  }
}

const generate = async (): Promise<TokenSigner.KeyPair> => {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await library()
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
  const publicJwk = await exportJWK(publicKey)
  const id = await calculateJwkThumbprint(publicJwk)
  const described = { ...publicJwk, kid: id, use: "sig", alg: algorithm }
  return {
    id,
    publicKey: JSON.stringify(described),
    privateKey: Redacted.make(JSON.stringify(await exportJWK(privateKey)))
  }
}

/** Makes the signer. */
export const make = (): TokenSigner.Signer => {
  const importKey = makeImport()
  return {
    isAvailable: true,
    generate: Effect.promise(generate),
    sign: (key, claims) =>
      Effect.promise(async () => {
        const { SignJWT } = await library()
        const header = { alg: algorithm, kid: key.id, typ: "at+jwt" }
        return new SignJWT({ ...claims }).setProtectedHeader(header).sign(await importKey(key))
      })
  }
}

/** Signs access tokens. Provide the layer to `Domain.layer`. */
export const layer: Layer.Layer<TokenSigner.TokenSigner> = TokenSigner.layer(Effect.sync(make))
