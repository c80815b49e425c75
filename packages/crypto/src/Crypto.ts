/**
 * All ports that this package serves, in one layer.
 *
 * @since 0.1.0
 */
import type { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import type { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import type { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as Layer from "effect/Layer"
import * as Argon2PasswordHasher from "./Argon2PasswordHasher.ts"
import type { HasherOptionsRejected, HasherSelfTestFailed } from "./HasherErrors.ts"
import * as NodeIdGenerator from "./NodeIdGenerator.ts"
import * as NodeTokenGenerator from "./NodeTokenGenerator.ts"

/**
 * Argon2id with these options, and ids and secrets by `node:crypto`. Fails as `Argon2PasswordHasher.make` does.
 *
 * @since 0.1.0
 */
export const layerWith = (
  options: Argon2PasswordHasher.Options
): Layer.Layer<PasswordHasher | TokenGenerator | IdGenerator, HasherOptionsRejected | HasherSelfTestFailed> =>
  Layer.mergeAll(Argon2PasswordHasher.layerWith(options), NodeTokenGenerator.layer, NodeIdGenerator.layer)

/** Argon2id with OWASP's parameters on every core, and ids and secrets by `node:crypto`. @since 0.1.0 */
export const layer: Layer.Layer<PasswordHasher | TokenGenerator | IdGenerator, HasherOptionsRejected | HasherSelfTestFailed> =
  layerWith({})
