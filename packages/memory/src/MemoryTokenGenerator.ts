/**
 * Bearer tokens from the random source of Web Crypto (W3C Web Cryptography API, 10.1.1), SHA-256 (FIPS 180-4) and HMAC
 * (RFC 2104). Needs no native code.
 */
import { createHash, createHmac } from "node:crypto"
import * as Token from "@latchkey/domain/core/Token"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** The generator as a layer: 32 bytes from the system's random source for each token. */
export const layer: Layer.Layer<TokenGenerator> = Layer.succeed(
  TokenGenerator,
  TokenGenerator.of({
    generate: Effect.sync(() =>
      Option.getOrThrow(Token.parse(Encoding.encodeBase64Url(globalThis.crypto.getRandomValues(new Uint8Array(32)))))
    ),
    hash: (token) => Token.TokenHash.make(createHash("sha256").update(Redacted.value(token)).digest("hex")),
    keyedHash: (key, token) =>
      Token.TokenHash.make(createHmac("sha256", Redacted.value(key)).update(Redacted.value(token)).digest("hex")),
    mac: (key, text) => createHmac("sha256", Redacted.value(key)).update(text).digest("hex"),
    counterMac: (key, counter) =>
      createHmac("sha1", Buffer.from(Redacted.value(key), "hex"))
        .update(counter.toString(16).padStart(16, "0"), "hex")
        .digest("hex")
  })
)
