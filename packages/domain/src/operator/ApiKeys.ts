/** API keys: what programs call the admin API with. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { ApiKeyNotFound } from "./OperatorErrors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { ApiKeyId } from "../core/Ids.ts"
import * as Metrics from "../core/Metrics.ts"
import { parse as parseToken, type Token } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { ApiKey, ApiKeyRepository } from "./ApiKeyRepository.ts"
import { auditActions } from "./OperatorRecords.ts"
import type { Role } from "./Role.ts"

/** What every key begins with, so that scanners for secrets find keys in code. */
export const prefix = "latchkey_"

/** Thirty days: how long a key stays listed after it has expired. */
export const retention = Duration.days(30)

/** The name of the key of the settings that is being replaced, in the audit log. */
export const previousAdminKeyName = "ADMIN_API_KEY_PREVIOUS"

/** One hour: how often the audit log records a use of that key from an IP address at most. */
const previousKeyInterval = Duration.hours(1)

/** One minute: how often the time of the last use is stored at most. */
const touchInterval = Duration.minutes(1)

const listLimit = 200

/** A new key. `expiresAt`: none if it works until it is revoked. */
export interface NewApiKey {
  readonly name: string
  readonly role: Role
  readonly expiresAt: Option.Option<DateTime.Utc>
}

/** A key that was just created. `secret` is the key itself, which is stored nowhere. */
export interface CreatedApiKey {
  readonly apiKey: ApiKey
  readonly secret: Redacted.Redacted
}

/** The use case of managing API keys. The audit log records every change. */
export class ApiKeys extends Context.Tag("@latchkey/domain/ApiKeys")<
  ApiKeys,
  {
    /** Returns the newest two hundred keys, expired ones too. */
    readonly list: Effect.Effect<ReadonlyArray<ApiKey>, PersistenceError>

    /** Creates a key. Others stay valid: to replace one, create another, and revoke the old one when it is unused. */
    readonly create: (key: NewApiKey, by: ActingOperator) => Effect.Effect<CreatedApiKey, PersistenceError>

    /** Revokes a key: from now on it does not work. */
    readonly revoke: (id: ApiKeyId, by: ActingOperator) => Effect.Effect<void, ApiKeyNotFound | PersistenceError>

    /**
     * Returns the presented key if it is active; `None` if it is malformed, unknown, revoked or expired. Costs one
     * query, and at most once a minute another one that records the use.
     */
    readonly authenticate: (presented: Redacted.Redacted) => Effect.Effect<Option.Option<ApiKey>, PersistenceError>

    /**
     * Counts the use of a key that is right, an API key or one of the settings, whatever it is used for. The audit log
     * records that the previous key of the settings was used, once an hour for each IP address: programs that only read
     * leave no other trace.
     */
    readonly recordUse: (by: ActingOperator) => Effect.Effect<void, PersistenceError>
  }
>() {}

/** Returns `true` for a text in the form of a key. Says nothing about whether there is such a key. */
export const isKey = (presented: Redacted.Redacted): boolean => Option.isSome(tokenOf(presented))

const tokenOf = (presented: Redacted.Redacted): Option.Option<Token> => {
  const text = Redacted.value(presented)
  return text.startsWith(prefix) ? parseToken(text.slice(prefix.length)) : Option.none()
}

const describe = ({ id, name, role }: ApiKey): string => `${id} name=${JSON.stringify(name)} role=${role}`

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const ids = yield* IdGenerator
  const keys = yield* ApiKeyRepository
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction

  const create: (typeof ApiKeys.Service)["create"] = Effect.fnUntraced(
    function* (fields, by) {
      const token = yield* tokens.generate
      const createdAt = yield* DateTime.now
      const apiKey = new ApiKey({ ...fields, id: yield* ids.next(ApiKeyId), createdAt, lastUsedAt: Option.none() })
      yield* keys.insert({ apiKey, tokenHash: tokens.hash(token) })
      yield* audit(by, "api_key_created", { detail: describe(apiKey) })
      return { apiKey, secret: Redacted.make(`${prefix}${Redacted.value(token)}`) }
    },
    transaction.run,
    traced("ApiKeys.create")
  )

  const revoke: (typeof ApiKeys.Service)["revoke"] = Effect.fnUntraced(
    function* (id, by) {
      const revoked = yield* keys.revoke(id)
      if (Option.isNone(revoked)) return yield* new ApiKeyNotFound()
      yield* audit(by, "api_key_revoked", { detail: describe(revoked.value) })
    },
    transaction.run,
    traced("ApiKeys.revoke")
  )

  const authenticate: (typeof ApiKeys.Service)["authenticate"] = Effect.fnUntraced(function* (presented) {
    const token = tokenOf(presented)
    if (Option.isNone(token)) return Option.none()
    const now = yield* DateTime.now
    const found = yield* keys.findActive(tokens.hash(token.value), now)
    if (Option.isNone(found)) return found
    const { id, lastUsedAt } = found.value
    const isRecent = Option.exists(lastUsedAt, (at) => DateTime.lessThan(now, DateTime.addDuration(at, touchInterval)))
    if (!isRecent) yield* keys.touch(id, now)
    return found
  }, traced("ApiKeys.authenticate"))

  const recorded = yield* Ref.make<ReadonlyMap<string, DateTime.Utc>>(new Map())

  /** Returns `true` to one of concurrent calls, once an hour. */
  const isDue = (ipAddress: string, now: DateTime.Utc) =>
    Ref.modify(recorded, (all) => {
      const isRecent = (at: DateTime.Utc) => DateTime.lessThan(now, DateTime.addDuration(at, previousKeyInterval))
      const recent = new Map([...all].filter(([, at]) => isRecent(at)))
      return recent.has(ipAddress) ? [false, recent] : [true, recent.set(ipAddress, now)]
    })

  const forget = (ipAddress: string) =>
    Ref.update(recorded, (all) => new Map([...all].filter(([other]) => other !== ipAddress)))

  const recordUse: (typeof ApiKeys.Service)["recordUse"] = Effect.fnUntraced(function* (by) {
    const { apiKeyId, ipAddress = "", name = "" } = by
    yield* Metrics.adminKeyUses({ key: apiKeyId ?? name })
    if (apiKeyId !== undefined || name !== previousAdminKeyName) return
    if (!(yield* isDue(ipAddress, yield* DateTime.now))) return
    yield* Effect.onError(audit(by, "previous_admin_key_used"), () => forget(ipAddress))
  }, traced("ApiKeys.recordUse"))

  return ApiKeys.of({ list: keys.list(listLimit), create, revoke, authenticate, recordUse })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(ApiKeys, make)
