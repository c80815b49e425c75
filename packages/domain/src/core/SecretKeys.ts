import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as AppPart from "./AppPart.ts"
import type { PersistenceError } from "./Errors.ts"

/**
 * A text that was encrypted under a key of the server. `keyId`: names the key, and reveals nothing about it. `box`: the
 * nonce, the encrypted text and its authentication tag, as base64url.
 */
export class SealedText extends Schema.Class<SealedText>("@latchkey/domain/SealedText")({
  keyId: Schema.String,
  box: Schema.String
}) {}

/** What a text is encrypted for: only who names the same use and the same context can open it. */
export interface Seal {
  readonly use: string
  readonly context: string
}

/**
 * What a room keeps encrypted in its store.
 *
 * - `use`: what the keys are derived for.
 * - `name`: what has such a secret, for operators.
 * - `count`: returns how many have one under the key with that id.
 */
export interface StoredSecrets {
  readonly use: string
  readonly name: string
  readonly count: (keyId: string) => Effect.Effect<number, PersistenceError>
}

/** Keys that are in no store: what is derived from them cannot be computed from a dump. */
export interface Keys {
  /** `true` if there is a key. */
  readonly isConfigured: boolean

  /**
   * Returns the keys for one use, each as 64 hexadecimal digits: the current key first, then the one that it replaces.
   * Keys for different uses are independent of each other (HKDF, RFC 5869). Empty if there is no key.
   */
  readonly derive: (use: string) => ReadonlyArray<Redacted.Redacted>

  /**
   * Encrypts a text with the current key of the use (AES-256-GCM, NIST SP 800-38D), with the context as associated
   * data. Each call uses a new nonce. `None` if there is no key.
   */
  readonly seal: (seal: Seal, text: Redacted.Redacted) => Option.Option<SealedText>

  /**
   * Decrypts a text with the key that has encrypted it. `None` if that key is not there, the use or the context is
   * another one, or the text was changed.
   */
  readonly open: (seal: Seal, sealed: SealedText) => Option.Option<Redacted.Redacted>

  /** Returns the id of the key that `seal` uses. `None` if there is no key. */
  readonly currentKeyId: (use: string) => Option.Option<string>
}

/** No keys. What requires one is turned off. */
export const none: Keys = {
  isConfigured: false,
  derive: () => [],
  seal: () => Option.none(),
  open: () => Option.none(),
  currentKeyId: () => Option.none()
}

/**
 * The port for the keys of the server: `none` by default. `@latchkey/crypto/HkdfSecretKeys` is an adapter.
 * `Domain.layer` reads it when it is built.
 */
export class SecretKeys extends Context.Reference<SecretKeys>()("@latchkey/domain/SecretKeys", {
  defaultValue: () => none
}) {}

/**
 * Uses the keys. Provide the layer to `Domain.layer`; elsewhere it has no effect, and logs a warning when the app
 * starts.
 */
export const layer = <E, R>(make: Effect.Effect<Keys, E, R>): Layer.Layer<SecretKeys, E, R> =>
  AppPart.layer("SecretKeys.layer", SecretKeys, make)
