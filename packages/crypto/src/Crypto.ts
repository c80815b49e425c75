/**
 * All ports that this package has adapters for, as one layer.
 *
 * @since 0.1.0
 */
import type { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import type { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import type { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Layer from "effect/Layer"
import * as Argon2PasswordHasher from "./Argon2PasswordHasher.ts"
import type { HasherOptionsRejected, HasherSelfTestFailed } from "./HasherErrors.ts"
import * as NodeIdGenerator from "./NodeIdGenerator.ts"
import * as NodeTokenGenerator from "./NodeTokenGenerator.ts"

/**
 * Argon2id with these options, and tokens and ids from `node:crypto`. Fails as `Argon2PasswordHasher.make` does.
 *
 * @since 0.1.0
 */
export const layerWith = (
  options: Argon2PasswordHasher.Options
): Layer.Layer<IdGenerator | PasswordHasher | TokenGenerator, HasherOptionsRejected | HasherSelfTestFailed> =>
  Layer.mergeAll(Argon2PasswordHasher.layerWith(options), NodeIdGenerator.layer, NodeTokenGenerator.layer)

/** Argon2id with OWASP's parameters on every core, and tokens and ids from `node:crypto`. @since 0.1.0 */
export const layer: Layer.Layer<
  IdGenerator | PasswordHasher | TokenGenerator,
  HasherOptionsRejected | HasherSelfTestFailed
> = layerWith({})
