import { SealedText } from "@latchkey/domain/core/SecretKeys"
import * as SecretKeys from "@latchkey/domain/core/SecretKeys"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** Keys that only mark which secret has sealed a text. */
export const keysOf = (...secrets: ReadonlyArray<string>) =>
  SecretKeys.layer(
    Effect.succeed({
      isConfigured: true,
      derive: (use: string) => secrets.map((secret) => Redacted.make(`${secret} ${use}`)),
      seal: (seal: SecretKeys.Seal, text: Redacted.Redacted) =>
        Option.map(Arr.head(secrets), (keyId) => {
          const box = Buffer.from(JSON.stringify([keyId, seal, Redacted.value(text)])).toString("base64url")
          return new SealedText({ keyId, box })
        }),
      open: (seal: SecretKeys.Seal, { box, keyId }: SealedText) => {
        const [key, sealed, text] = JSON.parse(Buffer.from(box, "base64url").toString()) as [string, object, string]
        const isRight = secrets.includes(keyId) && key === keyId && JSON.stringify(sealed) === JSON.stringify(seal)
        return isRight ? Option.some(Redacted.make(text)) : Option.none()
      },
      currentKeyId: () => Arr.head(secrets)
    })
  )
