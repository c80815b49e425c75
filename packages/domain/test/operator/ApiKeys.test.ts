import { assert, describe } from "@effect/vitest"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { CleanupJob } from "@latchkey/domain/CleanupJob"
import { ApiKeys, isKey } from "@latchkey/domain/operator/ApiKeys"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { justBefore, oneMilli, outage, outcome, test } from "../support.ts"
import { auditLog } from "../support/AuditTrail.ts"
import { argsOf, before, beforeNext, countOf } from "../support/Interception.ts"

const by = { actor: "dashboard", name: "Grace" } as const

const create = (expiresAt = Option.none<DateTime.Utc>(), role: "admin" | "viewer" = "viewer") =>
  Effect.flatMap(ApiKeys, (keys) => keys.create({ name: "Billing", role, expiresAt }, by))
const found = (secret: Redacted.Redacted) => Effect.flatMap(ApiKeys, (keys) => keys.authenticate(secret))
const isActive = (secret: Redacted.Redacted) => Effect.map(found(secret), Option.isSome)
const revoke = (id: Parameters<(typeof ApiKeys.Service)["revoke"]>[0]) =>
  Effect.flatMap(ApiKeys, (keys) => keys.revoke(id, by))

describe("ApiKeys", () => {
  test(
    "creates keys that are valid beside each other, and revokes one of them",
    Effect.gen(function* () {
      const [old, next] = [yield* create(), yield* create(Option.none(), "admin")]
      assert.notStrictEqual(Redacted.value(old.secret), Redacted.value(next.secret))
      assert.deepStrictEqual(
        [yield* found(old.secret), yield* found(next.secret)].map((key) =>
          Option.map(key, ({ id, role }) => [id, role])
        ),
        [Option.some([old.apiKey.id, "viewer"]), Option.some([next.apiKey.id, "admin"])]
      )
      yield* revoke(old.apiKey.id)
      assert.deepStrictEqual([yield* isActive(old.secret), yield* isActive(next.secret)], [false, true])
      assert.strictEqual(yield* outcome(revoke(old.apiKey.id)), "ApiKeyNotFound")
    })
  )

  test(
    "stores the SHA-256 of a key's token and nothing else of it",
    Effect.gen(function* () {
      const { secret } = yield* create()
      const text = Redacted.value(secret)
      assert.match(text, /^latchkey_[A-Za-z0-9_-]{43}$/)
      const printed = JSON.stringify(yield* argsOf("ApiKeyRepository.insert"))
      assert.notInclude(printed, text.slice("latchkey_".length))
      const { generate, hash } = yield* TokenGenerator
      assert.notInclude(printed, hash(yield* generate))
    })
  )

  test(
    "looks up only what has the form of a key",
    Effect.gen(function* () {
      const { secret } = yield* create()
      const text = Redacted.value(secret)
      const malformed = ["", "latchkey_", text.slice(9), `${text}A`, ` ${text}`, text.replace("latchkey", "LATCHKEY")]
      for (const other of malformed) {
        assert.isFalse(isKey(Redacted.make(other)), other)
        assert.isFalse(yield* isActive(Redacted.make(other)), other)
      }
      assert.strictEqual(yield* countOf("ApiKeyRepository.findActive"), 0)
      assert.isFalse(yield* isActive(Redacted.make(`latchkey_${"A".repeat(43)}`)))
      assert.strictEqual(yield* countOf("ApiKeyRepository.findActive"), 1)
    })
  )

  test(
    "accepts a key until it expires, to the millisecond; it is deleted thirty days later",
    Effect.gen(function* () {
      const expiresAt = DateTime.add(yield* DateTime.now, { hours: 1 })
      const [expiring, lasting] = [yield* create(Option.some(expiresAt)), yield* create()]
      yield* justBefore("1 hour")
      assert.isTrue(yield* isActive(expiring.secret))
      yield* oneMilli
      assert.deepStrictEqual([yield* isActive(expiring.secret), yield* isActive(lasting.secret)], [false, true])
      const ids = Effect.flatMap(ApiKeys, ({ list }) => Effect.map(list, (all) => all.map(({ id }) => id)))
      yield* TestClock.adjust("29 days")
      yield* (yield* CleanupJob).run
      assert.include(yield* ids, expiring.apiKey.id)
      yield* TestClock.adjust("25 hours")
      yield* (yield* CleanupJob).run
      assert.deepStrictEqual(yield* ids, [lasting.apiKey.id])
    })
  )

  test(
    "records the last use once a minute at most",
    Effect.gen(function* () {
      const { apiKey, secret } = yield* create()
      const last = Effect.flatMap(ApiKeys, ({ list }) =>
        Effect.map(list, ([key]) => Option.map(key?.lastUsedAt ?? Option.none(), ({ epochMillis }) => epochMillis))
      )
      assert.deepStrictEqual(yield* last, Option.none())
      for (const _ of [1, 2, 3]) yield* found(secret)
      assert.strictEqual(yield* countOf("ApiKeyRepository.touch"), 1)
      yield* justBefore("1 minute")
      yield* found(secret)
      assert.strictEqual(yield* countOf("ApiKeyRepository.touch"), 1)
      yield* oneMilli
      yield* found(secret)
      assert.strictEqual(yield* countOf("ApiKeyRepository.touch"), 2)
      assert.deepStrictEqual(yield* last, Option.some(60_000))
      assert.strictEqual(apiKey.name, "Billing")
    })
  )

  test(
    "writes who created and revoked a key to the audit log, without the key, or changes nothing",
    Effect.gen(function* () {
      const { apiKey, secret } = yield* create()
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(create()), "PersistenceError")
      assert.strictEqual(yield* outcome(revoke(apiKey.id)), "PersistenceError")
      assert.isTrue(yield* isActive(secret))
      assert.lengthOf(yield* (yield* ApiKeys).list, 1)
      const [entry, ...others] = yield* auditLog
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(
        [entry?.action, entry?.detail, entry?.name],
        ["api_key_created", `${apiKey.id} name="Billing" role=viewer`, Option.some("Grace")]
      )
    })
  )

  test(
    "fails in an outage, and never says that a key is wrong",
    Effect.gen(function* () {
      const { secret } = yield* create()
      yield* before("ApiKeyRepository.findActive", outage)
      assert.strictEqual(yield* outcome(found(secret)), "PersistenceError")
    })
  )
})

const usesOf = (key: string) =>
  Effect.map(Metric.snapshot, (pairs) => {
    const found = pairs.find(
      ({ metricKey }) =>
        metricKey.name === "latchkey_admin_key_uses_total" &&
        metricKey.tags.some(({ key: label, value }) => label === "key" && value === key)
    )
    return found === undefined ? 0 : (found.metricState as unknown as { readonly count: number }).count
  })

const previousKey = { actor: "admin_api", name: "ADMIN_API_KEY_PREVIOUS", ipAddress: "192.0.2.1" } as const
const recordUse = (by: Parameters<(typeof ApiKeys.Service)["recordUse"]>[0]) =>
  Effect.flatMap(ApiKeys, (keys) => keys.recordUse(by))

describe("ApiKeys.recordUse", () => {
  test(
    "counts each use of a key, by the name of the setting or the id of the key",
    Effect.gen(function* () {
      const { apiKey } = yield* create()
      const ofKey = { actor: "admin_api", apiKeyId: apiKey.id, name: apiKey.name, ipAddress: "192.0.2.1" } as const
      const current = { ...previousKey, name: "ADMIN_API_KEY" }
      const before = { current: yield* usesOf("ADMIN_API_KEY"), previous: yield* usesOf("ADMIN_API_KEY_PREVIOUS") }
      for (const by of [ofKey, current, previousKey, ofKey, previousKey, ofKey]) yield* recordUse(by)
      assert.strictEqual(yield* usesOf(apiKey.id), 3)
      assert.strictEqual((yield* usesOf("ADMIN_API_KEY")) - before.current, 1)
      assert.strictEqual((yield* usesOf("ADMIN_API_KEY_PREVIOUS")) - before.previous, 2)
    })
  )

  test(
    "writes the previous admin key to the audit log, once an hour for each IP address, and no other key",
    Effect.gen(function* () {
      const { apiKey } = yield* create()
      const other = { ...previousKey, ipAddress: "192.0.2.2" }
      const named = { actor: "admin_api", apiKeyId: apiKey.id, name: "ADMIN_API_KEY_PREVIOUS" } as const
      for (const by of [named, { ...previousKey, name: "ADMIN_API_KEY" }]) yield* recordUse(by)
      yield* Effect.all(
        Array.from({ length: 20 }, () => recordUse(previousKey)),
        { concurrency: "unbounded" }
      )
      yield* recordUse(other)
      yield* justBefore("1 hour")
      yield* recordUse(previousKey)
      yield* oneMilli
      yield* recordUse(previousKey)
      const entries = (yield* auditLog).filter(({ action }) => action === "previous_admin_key_used")
      assert.deepStrictEqual(
        entries.map(({ actor, ipAddress, name }) => [actor, Option.getOrNull(ipAddress), Option.getOrNull(name)]),
        ["192.0.2.1", "192.0.2.2", "192.0.2.1"].map((ip) => ["admin_api", ip, "ADMIN_API_KEY_PREVIOUS"])
      )
    })
  )

  test(
    "fails if the audit log does, and writes the next use",
    Effect.gen(function* () {
      yield* beforeNext("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(recordUse(previousKey)), "PersistenceError")
      yield* recordUse(previousKey)
      assert.deepStrictEqual(
        (yield* auditLog).map(({ action }) => action),
        ["previous_admin_key_used"]
      )
    })
  )
})
