import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as AppPart from "../core/AppPart.ts"

/**
 * A new pair of keys. `id`: the SHA-256 thumbprint of the public key (RFC 7638). `publicKey`, `privateKey`: JSON Web
 * Keys (RFC 7517), as JSON.
 */
export interface KeyPair {
  readonly id: string
  readonly publicKey: string
  readonly privateKey: Redacted.Redacted
}

/** What an access token says (RFC 7519, 4; RFC 9068, 2.2). */
export type Claims = Readonly<Record<string, unknown>>

/** Returns a signed token of the type `at+jwt` (RFC 9068, 2.1), which names the key. */
export type Sign = (claims: Claims) => Effect.Effect<string>

/** Signs and verifies access tokens with ES256 (RFC 7518, 3.4): a computation, without any store. */
export interface Signer {
  /** `true` if it signs. */
  readonly isAvailable: boolean

  /** Returns a new pair of keys on the curve P-256. */
  readonly generate: Effect.Effect<KeyPair>

  /** Returns the function that signs with the key. */
  readonly prepare: (key: Pick<KeyPair, "id" | "privateKey">) => Sign

  /**
   * Returns the claims of a token, or `None` unless it is of that type, and signed with the key that it names, which
   * `find` returns. Says nothing about the claims.
   */
  readonly verify: <E>(
    find: (keyId: string) => Effect.Effect<Option.Option<Pick<KeyPair, "publicKey">>, E>,
    token: Redacted.Redacted
  ) => Effect.Effect<Option.Option<Claims>, E>
}

const unavailable = Effect.dieMessage("No adapter signs tokens")

/** Signs nothing. Access tokens are turned off. */
export const none: Signer = {
  isAvailable: false,
  generate: unavailable,
  prepare: () => () => unavailable,
  verify: () => Effect.succeedNone
}

/**
 * The port for signing access tokens: `none` by default. `@latchkey/crypto/NodeTokenSigner` is an adapter.
 * `Domain.layer` reads it when it is built.
 */
export class TokenSigner extends Context.Reference<TokenSigner>()("@latchkey/domain/TokenSigner", {
  defaultValue: () => none
}) {}

/**
 * Signs access tokens. Provide the layer to `Domain.layer`; elsewhere it has no effect, and logs a warning after ten
 * seconds.
 */
export const layer = <E, R>(make: Effect.Effect<Signer, E, R>): Layer.Layer<TokenSigner, E, R> =>
  AppPart.layer("TokenSigner.layer", TokenSigner, make)
