import { assert, it } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryDatabase from "@latchkey/memory/MemoryDatabase"
import { writeRowsOfInstance } from "@latchkey/test-support/rowsOfInstance"
import { inMemory } from "@latchkey/test-support/StoredContents"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const tablesNaming = (id: string) =>
  Effect.map(inMemory, (contents) =>
    Object.entries(contents)
      .flatMap(([table, rows]) => (rows.some((row) => row.includes(id)) ? [table] : []))
      .sort()
  )

it.effect(
  "MemoryUserRepository.delete leaves the id of the user only in tables without foreign keys on PostgreSQL",
  () =>
    Effect.gen(function* () {
      const { instanceId, user } = yield* writeRowsOfInstance
      assert.includeMembers(yield* tablesNaming(user.id), ["factor_recovery_links", "one_time_tokens", "user_handles"])
      yield* (yield* UserRepository).delete(instanceId, user.id)
      assert.deepStrictEqual(yield* tablesNaming(user.id), [
        "audit_log",
        "event_versions",
        "events",
        "expired_events",
        "rate_limits",
        "sign_in_failures",
        "webhook_deliveries",
        "webhooks"
      ])
    }).pipe(Effect.provide(Layer.merge(Memory.layer, MemoryDatabase.layer)))
)
