/** Keys that are derived from one secret of the server, by `node:crypto`. */
import { hkdfSync } from "node:crypto"
import * as SecretKeys from "@latchkey/domain/core/SecretKeys"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SecretBox from "./internal/SecretBox.ts"

/**
 * - `current`: the secret, such as 32 random bytes as base64url. Its length is not checked.
 * - `previous`: the secret that `current` has replaced. What was made with it still works.
 */
export interface Options {
  readonly current: Redacted.Redacted
  readonly previous?: Option.Option<Redacted.Redacted>
}

const deriveKey = (secret: Redacted.Redacted, use: string): Redacted.Redacted =>
  Redacted.make(Buffer.from(hkdfSync("sha256", Redacted.value(secret), "", `latchkey ${use}`, 32)).toString("hex"))

/** Returns the id of the key that is derived from a secret for a use, as in `SealedText`. */
export const keyId = (secret: Redacted.Redacted, use: string): string => SecretBox.keyIdOf(deriveKey(secret, use))

/**
 * The keys as a layer: 32 bytes for each use, by HKDF-SHA-256 (RFC 5869) without salt, and with `latchkey` and the use
 * as `info`. Texts are encrypted with AES-256-GCM. Provide it to `Domain.layer`; elsewhere it has no effect, and logs a
 * warning when the app starts.
 */
export const layer = ({ current, previous = Option.none() }: Options): Layer.Layer<SecretKeys.SecretKeys> => {
  const secrets = [current, ...Option.toArray(previous)]
  const derive = (use: string) => secrets.map((secret) => deriveKey(secret, use))
  return SecretKeys.layer(
    Effect.sync(() => ({
      isConfigured: true,
      derive,
      seal: ({ context, use }, text) => Option.map(Arr.head(derive(use)), (key) => SecretBox.seal(key, context, text)),
      open: ({ context, use }, sealed) =>
        Option.flatMap(
          Arr.findFirst(derive(use), (key) => SecretBox.keyIdOf(key) === sealed.keyId),
          (key) => SecretBox.open(key, context, sealed)
        ),
      currentKeyId: (use) => Option.map(Arr.head(derive(use)), SecretBox.keyIdOf)
    }))
  )
}
