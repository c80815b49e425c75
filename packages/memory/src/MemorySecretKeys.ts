/** Keys of a random secret that no one else has: for tests and prototypes in one process. */
import { createHmac, randomBytes } from "node:crypto"
import * as SecretKeys from "@latchkey/domain/core/SecretKeys"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** The keys as a layer. Each build has its own secret, and keeps in memory what it has sealed. */
export const layer: Layer.Layer<SecretKeys.SecretKeys> = SecretKeys.layer(
  Effect.sync(() => {
    const secret = randomBytes(32)
    const keyId = randomBytes(8).toString("hex")
    const sealed = new Map<string, { readonly seal: string; readonly text: Redacted.Redacted }>()
    const nameOf = ({ context, use }: SecretKeys.Seal) => JSON.stringify([use, context])
    return {
      isConfigured: true,
      derive: (use: string) => [Redacted.make(createHmac("sha256", secret).update(use).digest("hex"))],
      // A box is only the name of its text: the texts never leave this process.
      seal: (seal, text) => {
        const box = randomBytes(16).toString("base64url")
        sealed.set(box, { seal: nameOf(seal), text })
        return Option.some(new SecretKeys.SealedText({ keyId, box }))
      },
      open: (seal, { box }) =>
        Option.fromNullable(sealed.get(box)).pipe(
          Option.filter((stored) => stored.seal === nameOf(seal)),
          Option.map(({ text }) => text)
        ),
      currentKeyId: () => Option.some(keyId)
    }
  })
)
