import * as HkdfSecretKeys from "@latchkey/crypto/HkdfSecretKeys"
import type { SecretKeys } from "@latchkey/domain/core/SecretKeys"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Settings } from "./Settings.ts"

/** The server key of the settings, with the one that it replaces. Without it, what needs a key is turned off. */
export const layer = ({
  secretKey,
  secretKeyPrevious
}: Pick<Settings, "secretKey" | "secretKeyPrevious">): Layer.Layer<SecretKeys> =>
  Option.match(secretKey, {
    onNone: () => Layer.empty as Layer.Layer<never>,
    onSome: (current) => HkdfSecretKeys.layer({ current, previous: secretKeyPrevious })
  }) as Layer.Layer<SecretKeys>
