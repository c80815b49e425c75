import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import { Identifiers } from "@latchkey/domain/core/IdGenerator"
import { AuditId, ClientId, InstanceId, SessionId, UserId, WishId } from "@latchkey/domain/core/Ids"
import * as MemoryIdentifiers from "@latchkey/memory/MemoryIdGenerator"

describe("MemoryIdentifiers", () => {
  it.effect("makes an id of each kind", () =>
    Effect.gen(function* () {
      const identifiers = yield* Identifiers
      assert.isTrue(Schema.is(UserId)(yield* identifiers.user))
      assert.isTrue(Schema.is(SessionId)(yield* identifiers.session))
      assert.isTrue(Schema.is(ClientId)(yield* identifiers.client))
      assert.isTrue(Schema.is(WishId)(yield* identifiers.wish))
      assert.isTrue(Schema.is(AuditId)(yield* identifiers.audit))
      assert.isTrue(Schema.is(InstanceId)(yield* identifiers.instance))
    }).pipe(Effect.provide(MemoryIdentifiers.layer))
  )

  it.effect("begins with the milliseconds of the clock, so that later ids come later in the order", () =>
    Effect.gen(function* () {
      const identifiers = yield* Identifiers
      yield* TestClock.setTime(0x0123456789ab)
      const early = yield* identifiers.user
      assert.match(early, /^user_01234567-89ab-7/)
      yield* TestClock.adjust(1)
      const late = yield* identifiers.user
      assert.match(late, /^user_01234567-89ac-7/)
      assert.isTrue(early < late)
    }).pipe(Effect.provide(MemoryIdentifiers.layer))
  )

  it.effect("never makes one id twice, also within one millisecond", () =>
    Effect.gen(function* () {
      const { session } = yield* Identifiers
      const ids = yield* Effect.replicateEffect(session, 1000)
      assert.strictEqual(new Set(ids).size, 1000)
      assert.strictEqual(new Set(ids.map((id) => id.slice(-12))).size, 1000)
    }).pipe(Effect.provide(MemoryIdentifiers.layer))
  )

  it.effect("makes ids of the audit log that grow, within a millisecond and when the clock is set back", () =>
    Effect.gen(function* () {
      const { audit } = yield* Identifiers
      yield* TestClock.setTime(0x0123456789ab)
      const made = yield* Effect.replicateEffect(audit, 10_000)
      assert.match(made[0] ?? "", /^audit_01234567-89ab-7000-/)
      yield* TestClock.setTime(0x012345670000)
      const all = [...made, yield* audit]
      assert.isTrue(all.every(Schema.is(AuditId)))
      assert.strictEqual(new Set(all).size, 10_001)
      assert.deepStrictEqual(all, [...all].sort())
      yield* TestClock.setTime(0x0123456799ab)
      assert.match(yield* audit, /^audit_01234567-99ab-7000-/)
    }).pipe(Effect.provide(MemoryIdentifiers.layer))
  )
})
