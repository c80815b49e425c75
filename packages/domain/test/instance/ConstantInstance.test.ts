import { assert, describe, it } from "@effect/vitest"
import { InstanceId } from "@latchkey/domain/core/Ids"
import * as ConstantInstance from "@latchkey/domain/instance/ConstantInstance"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory, layer } from "@latchkey/domain/instance/InstanceDirectory"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const notes = new Instance({
  ...defaultInstance,
  id: InstanceId.make("inst_01890000-0000-7000-8000-000000000001"),
  name: "Notes"
})

// Merged after a store that has an instance repository.
const instances = layer.pipe(
  Layer.provide(Layer.merge(Memory.layer, ConstantInstance.layer(notes))),
  Layer.provide(MemoryIdGenerator.layer)
)

describe("ConstantInstance", () => {
  it.effect("serves the instance at every host, and no other instance", () =>
    Effect.gen(function* () {
      const { findByHost, get, list } = yield* InstanceDirectory
      assert.strictEqual(yield* findByHost("notes.example.com"), notes)
      assert.strictEqual(yield* findByHost(""), notes)
      assert.strictEqual(yield* get(notes.id), notes)
      assert.deepStrictEqual(yield* list, [notes])
      assert.strictEqual((yield* Effect.flip(get(defaultInstance.id)))._tag, "InstanceNotFound")
    }).pipe(Effect.provide(instances))
  )

  it.effect("fails with PersistenceError to create and to change instances", () =>
    Effect.gen(function* () {
      const { findByHost, update, create } = yield* InstanceDirectory
      assert.strictEqual((yield* Effect.flip(update(notes.id, { name: "Other" })))._tag, "PersistenceError")
      assert.strictEqual((yield* Effect.flip(create({ name: "Other" })))._tag, "PersistenceError")
      assert.strictEqual((yield* Effect.flip(update(defaultInstance.id, { name: "Other" })))._tag, "InstanceNotFound")
      assert.strictEqual((yield* findByHost("any")).name, "Notes")
    }).pipe(Effect.provide(instances))
  )
})
