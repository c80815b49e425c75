/** The secrets that messages are signed with: `whsec_` and base64 of 32 bytes, encrypted in the store. */
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as AppPart from "../../core/AppPart.ts"
import { type SealedText, SecretKeys, type StoredSecrets } from "../../core/SecretKeys.ts"
import { TokenGenerator } from "../../core/TokenGenerator.ts"
import { Webhook } from "../Webhook.ts"
import { WebhookSecretImpossible } from "../WebhookErrors.ts"
import { listAll, WebhookRepository } from "../WebhookRepository.ts"

const use = "webhook"

type Owner = Pick<Webhook, "id" | "instanceId">

const sealOf = ({ id, instanceId }: Owner) => ({ use, context: `${instanceId} ${id}` })

const toBase64 = (base64Url: string): string => `${base64Url.replaceAll("-", "+").replaceAll("_", "/")}=`

const secretsOf = ({ previousSecret, secret }: Webhook): ReadonlyArray<SealedText> => [
  secret,
  ...Option.toArray(Option.map(previousSecret, ({ sealed }) => sealed))
]

/** What is stored encrypted. */
export const stored = Effect.map(
  WebhookRepository,
  (webhooks): StoredSecrets => ({
    use,
    name: "webhook",
    count: (keyId) =>
      listAll(webhooks).pipe(
        Stream.filter((webhook) => secretsOf(webhook).some((sealed) => sealed.keyId === keyId)),
        Stream.runCount
      )
  })
)

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const keys = yield* AppPart.read(SecretKeys)
  const tokens = yield* TokenGenerator

  /** Returns a new secret, also encrypted. Fails if there is no server key. */
  const generate = Effect.fnUntraced(function* (webhook: Owner) {
    const secret = Redacted.make(`whsec_${toBase64(Redacted.value(yield* tokens.generate))}`)
    const sealed = keys.seal(sealOf(webhook), secret)
    if (Option.isNone(sealed)) return yield* new WebhookSecretImpossible()
    return { secret, sealed: sealed.value }
  })

  /** Returns the secrets that a message is signed with now, the current one first. None if it cannot be decrypted. */
  const open = Effect.fnUntraced(function* (
    webhook: Owner & Pick<Webhook, "previousSecret" | "secret">
  ): Effect.fn.Return<Option.Option<Arr.NonEmptyReadonlyArray<Redacted.Redacted>>> {
    const now = yield* DateTime.now
    const decrypt = (sealed: SealedText) => keys.open(sealOf(webhook), sealed)
    const previous = webhook.previousSecret.pipe(
      Option.filter(({ until }) => DateTime.lessThan(now, until)),
      Option.flatMap(({ sealed }) => decrypt(sealed))
    )
    return Option.map(decrypt(webhook.secret), (secret) => [secret, ...Option.toArray(previous)] as const)
  })

  /** Encrypts a text under the current key, if another one that is configured has encrypted it. */
  const renew = (webhook: Owner, sealed: SealedText): SealedText => {
    if (Option.contains(keys.currentKeyId(use), sealed.keyId)) return sealed
    const seal = sealOf(webhook)
    const renewed = Option.flatMap(keys.open(seal, sealed), (secret) => keys.seal(seal, secret))
    return Option.getOrElse(renewed, () => sealed)
  }

  /** Returns a webhook with secrets under the current key, where that is possible; itself if there is nothing to do. */
  const renewed = (webhook: Webhook): Webhook => {
    const secret = renew(webhook, webhook.secret)
    const previousSecret = Option.map(webhook.previousSecret, ({ sealed, until }) => ({
      sealed: renew(webhook, sealed),
      until
    }))
    const isSame =
      secret === webhook.secret &&
      Option.getEquivalence<{ readonly sealed: SealedText }>((a, b) => a.sealed === b.sealed)(
        previousSecret,
        webhook.previousSecret
      )
    return isSame ? webhook : new Webhook({ ...webhook, secret, previousSecret })
  }

  return { generate, hasKey: keys.isConfigured, hasPreviousKey: keys.derive(use).length > 1, open, renewed }
})
