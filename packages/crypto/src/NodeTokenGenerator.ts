/**
 * Bearer secrets from the operating system's random source, and SHA-256, both by `node:crypto`.
 *
 * @since 0.1.0
 */
import { hash as digest, randomBytes } from "node:crypto"
import * as Token from "@latchkey/domain/core/Token"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

// The synchronous forms: 32 bytes take microseconds, and the asynchronous ones wait in libuv's pool.
const make = Effect.sync(() => Option.getOrThrow(Token.parse(randomBytes(32).toString("base64url"))))

const hash = (secret: Token.Token): Token.TokenHash =>
  Token.TokenHash.make(digest("sha256", Redacted.value(secret), "hex"))

/**
 * 32 bytes from the operating system for each secret. The calls are synchronous: they take microseconds.
 *
 * @since 0.1.0
 */
export const layer: Layer.Layer<TokenGenerator> = Layer.succeed(TokenGenerator, TokenGenerator.of({ generate: make, hash }))
