/** All ports that this package has adapters for, as one layer. */
import type { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import type { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import type { PasswordBlocklist } from "@latchkey/domain/password/PasswordBlocklist"
import type { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Layer from "effect/Layer"
import * as Argon2PasswordHasher from "./Argon2PasswordHasher.ts"
import * as CommonPasswordBlocklist from "./CommonPasswordBlocklist.ts"
import type { HasherOptionsRejected, HasherSelfTestFailed } from "./HasherErrors.ts"
import * as NodeIdGenerator from "./NodeIdGenerator.ts"
import * as NodeTokenGenerator from "./NodeTokenGenerator.ts"

/**
 * Argon2id with these options, the common passwords, and tokens and ids from `node:crypto`. Fails as
 * `Argon2PasswordHasher.make` does.
 */
export const layerWith = (
  options: Argon2PasswordHasher.Options
): Layer.Layer<
  IdGenerator | PasswordBlocklist | PasswordHasher | TokenGenerator,
  HasherOptionsRejected | HasherSelfTestFailed
> =>
  Layer.mergeAll(
    Argon2PasswordHasher.layerWith(options),
    CommonPasswordBlocklist.layer,
    NodeIdGenerator.layer,
    NodeTokenGenerator.layer
  )

/** Argon2id with OWASP's parameters on every core, the common passwords, and tokens and ids from `node:crypto`. */
export const layer: Layer.Layer<
  IdGenerator | PasswordBlocklist | PasswordHasher | TokenGenerator,
  HasherOptionsRejected | HasherSelfTestFailed
> = layerWith({})
