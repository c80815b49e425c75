import { assert, describe, it } from "@effect/vitest"
import * as ConstantInstance from "@latchkey/domain/instance/ConstantInstance"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import * as Instances from "@latchkey/domain/instance/InstanceDirectory"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const notes = new Instance({
  ...defaultInstance,
  id: InstanceId.make("inst_01890000-0000-7000-8000-000000000001"),
  name: "Notes"
})

// Merged after a store that has an instance repository of its own.
const instances = Instances.layer.pipe(
  Layer.provide(Layer.merge(Memory.layer, ConstantInstance.layer(notes))),
  Layer.provide(MemoryIdGenerator.layer)
)

describe("An instance that is written in code", () => {
  it.effect("is the one at every host, and the only one", () =>
    Effect.gen(function* () {
      const { findByHost: byHost, get, list } = yield* Instances.Instances
      assert.strictEqual(yield* byHost("notes.example.com"), notes)
      assert.strictEqual(yield* byHost(""), notes)
      assert.strictEqual(yield* get(notes.id), notes)
      assert.deepStrictEqual(yield* list, [notes])
      assert.strictEqual((yield* Effect.flip(get(defaultInstance.id)))._tag, "InstanceNotFound")
    }).pipe(Effect.provide(instances))
  )

  it.effect("cannot be changed, and gets no company", () =>
    Effect.gen(function* () {
      const { findByHost: byHost, update: change, create } = yield* Instances.Instances
      assert.strictEqual((yield* Effect.flip(change(notes.id, { name: "Other" })))._tag, "PersistenceError")
      assert.strictEqual((yield* Effect.flip(create({ name: "Other" })))._tag, "PersistenceError")
      assert.strictEqual((yield* Effect.flip(change(defaultInstance.id, { name: "Other" })))._tag, "InstanceNotFound")
      assert.strictEqual((yield* byHost("any")).name, "Notes")
    }).pipe(Effect.provide(instances))
  )
})
