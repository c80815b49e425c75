/**
 * Keys of a random secret that no one else has: for tests and prototypes in one process.
 *
 * @since 0.1.0
 */
import { createHmac, randomBytes } from "node:crypto"
import * as SecretKeys from "@latchkey/domain/core/SecretKeys"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** The keys as a layer. Each build has its own secret. @since 0.1.0 */
export const layer: Layer.Layer<SecretKeys.SecretKeys> = SecretKeys.layer(
  Effect.sync(() => {
    const secret = randomBytes(32)
    return {
      isConfigured: true,
      derive: (use: string) => [Redacted.make(createHmac("sha256", secret).update(use).digest("hex"))]
    }
  })
)
