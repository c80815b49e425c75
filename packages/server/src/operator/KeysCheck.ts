/** Whether keys of the settings that were replaced, and API keys, are still used: for `latchkey doctor`. */
import * as HkdfSecretKeys from "@latchkey/crypto/HkdfSecretKeys"
import { type ApiKey, ApiKeyRepository } from "@latchkey/domain/operator/ApiKeyRepository"
import { secrets } from "@latchkey/domain/rooms"
import * as KeyFacts from "@latchkey/postgres/KeyFacts"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { amount } from "../account/amount.ts"
import * as Check from "../core/Check.ts"
import type { Settings } from "../core/Settings.ts"
import { unusable } from "../passkey/RpIdCheck.ts"

// Programs that run once a month.
const previousKeyUnusedAfter = Duration.days(35)

// Programs that run once a quarter.
const apiKeyUnusedAfter = Duration.days(100)

const listLimit = 200

const isBefore = (at: DateTime.Utc, now: DateTime.Utc, age: Duration.Duration) =>
  DateTime.lessThan(DateTime.addDuration(at, age), now)

const previousAdminKey = Effect.gen(function* () {
  const now = yield* DateTime.now
  const lastUse = yield* KeyFacts.lastUseOfPreviousAdminKey
  const recent = Option.filter(lastUse, ({ at }) => !isBefore(at, now, previousKeyUnusedAfter))
  return Option.match(recent, {
    onNone: () =>
      Check.warning(
        `ADMIN_API_KEY_PREVIOUS was not used in the last ${Duration.toDays(previousKeyUnusedAfter)} days: remove it, ` +
          "unless you have set it since, and not every program that has it has run"
      ),
    onSome: ({ at, ipAddress }) => {
      const from = Option.match(ipAddress, { onNone: () => "", onSome: (address) => ` from ${address}` })
      return Check.ok(`ADMIN_API_KEY_PREVIOUS is still used, last at ${DateTime.formatIso(at)}${from}`)
    }
  })
})

const previousSecretKey = Effect.fnUntraced(function* (secret: Redacted.Redacted) {
  const needed = yield* Effect.forEach(yield* secrets, ({ count, name, use }) =>
    Effect.map(count(HkdfSecretKeys.keyId(secret, use)), (found) => ({ found, name }))
  )
  const kinds = needed.flatMap(({ found, name }) => (found === 0 ? [] : [amount(found, name)]))
  return kinds.length === 0
    ? Check.warning(
        "no secret is left under SECRET_KEY_PREVIOUS: remove it, ten minutes after the last replica has restarted with it"
      )
    : Check.ok(`SECRET_KEY_PREVIOUS is still needed for ${kinds.join(" and ")}`)
})

const describe = ({ createdAt, id, lastUsedAt, name }: ApiKey): string =>
  Option.match(lastUsedAt, {
    onNone: () => `${id} ${JSON.stringify(name)}, never used since ${DateTime.formatIsoDateUtc(createdAt)}`,
    onSome: (at) => `${id} ${JSON.stringify(name)}, last used ${DateTime.formatIsoDateUtc(at)}`
  })

const apiKeys = Effect.gen(function* () {
  const now = yield* DateTime.now
  const all = yield* Effect.flatMap(ApiKeyRepository, (keys) => keys.list(listLimit))
  const active = all.filter(({ expiresAt }) => !Option.exists(expiresAt, (at) => DateTime.lessThanOrEqualTo(at, now)))
  const unused = active.filter(({ createdAt, lastUsedAt }) =>
    isBefore(
      Option.getOrElse(lastUsedAt, () => createdAt),
      now,
      apiKeyUnusedAfter
    )
  )
  if (unused.length === 0) return Check.ok(`${amount(active.length, "API key")}, none unused`)
  const days = Duration.toDays(apiKeyUnusedAfter)
  return Check.warning(
    `${amount(unused.length, "API key")} not used in the last ${days} days, revoke what no program needs: ` +
      unused.map(describe).join("; ")
  )
})

/** Checks the keys. The migrations must be applied. */
export const run = ({
  adminApiKeyPrevious,
  secretKeyPrevious
}: Pick<Settings, "adminApiKeyPrevious" | "secretKeyPrevious">) =>
  Effect.all([
    ...Option.toArray(Option.as(adminApiKeyPrevious, previousAdminKey)),
    ...Option.toArray(Option.map(secretKeyPrevious, previousSecretKey)),
    apiKeys
  ]).pipe(Effect.map(Check.combine), Effect.provide(Postgres.layer), Effect.mapError(unusable))
