/**
 * Bearer tokens from the operating system's random source, SHA-256, HMAC-SHA-256 and HMAC-SHA-1, all by `node:crypto`.
 */
import { createHmac, hash as digest, randomBytes } from "node:crypto"
import * as Token from "@latchkey/domain/core/Token"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

// The synchronous functions: 32 bytes take microseconds, and the asynchronous ones would wait in libuv's pool.
const generate = Effect.sync(() => Option.getOrThrow(Token.parse(randomBytes(32).toString("base64url"))))

// What the digest returns needs no validation, which takes longer than the digest.
const hash = (token: Token.Token): Token.TokenHash =>
  Token.TokenHash.make(digest("sha256", Redacted.value(token), "hex"), { disableValidation: true })

const mac = (key: Redacted.Redacted, text: string): string =>
  createHmac("sha256", Redacted.value(key)).update(text).digest("hex")

const counterMac = (key: Redacted.Redacted, counter: number): string => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(counter))
  return createHmac("sha1", Buffer.from(Redacted.value(key), "hex"))
    .update(bytes)
    .digest("hex")
}

const keyedHash = (key: Redacted.Redacted, token: Token.Token): Token.TokenHash =>
  Token.TokenHash.make(mac(key, Redacted.value(token)))

/**
 * The generator as a layer: 32 bytes from the operating system for each token. The calls are synchronous and take
 * microseconds.
 */
export const layer: Layer.Layer<TokenGenerator> = Layer.succeed(
  TokenGenerator,
  TokenGenerator.of({ counterMac, generate, hash, keyedHash, mac })
)
