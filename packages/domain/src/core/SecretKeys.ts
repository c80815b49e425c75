/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as AppPart from "./internal/AppPart.ts"

/** Keys that are in no store: what is derived from them cannot be computed from a dump. @since 0.1.0 */
export interface Keys {
  /** `true` if there is a key. */
  readonly isConfigured: boolean

  /**
   * Returns the keys for one use, each as 64 hexadecimal digits: the current key first, then the one that it replaces.
   * Keys for different uses are independent of each other (HKDF, RFC 5869). Empty if there is no key.
   */
  readonly derive: (use: string) => ReadonlyArray<Redacted.Redacted>
}

/** No keys. What requires one is turned off. @since 0.1.0 */
export const none: Keys = { isConfigured: false, derive: () => [] }

/**
 * The port for the keys of the server: `none` by default. `@latchkey/crypto/HkdfSecretKeys` is an adapter. `Domain.layer`
 * reads it when it is built.
 *
 * @since 0.1.0
 */
export class SecretKeys extends Context.Reference<SecretKeys>()("@latchkey/domain/SecretKeys", {
  defaultValue: () => none
}) {}

/**
 * Uses the keys. Provide the layer to `Domain.layer`; elsewhere it has no effect, and logs a warning after ten seconds.
 *
 * @since 0.1.0
 */
export const layer = <E, R>(make: Effect.Effect<Keys, E, R>): Layer.Layer<SecretKeys, E, R> =>
  AppPart.layer("SecretKeys.layer", SecretKeys, make)
