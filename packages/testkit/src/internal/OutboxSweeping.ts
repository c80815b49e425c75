import { assert, type Vitest } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import * as Samples from "../Samples.ts"
import { same } from "./Assertions.ts"
import { at, counted, setUp } from "./OutboxSamples.ts"

type Ports = InstanceRepository | MagicLinkOutbox

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  it.effect("sweeps requests that were made at a time or before, leased or not, of all instances", () =>
    Effect.gen(function* () {
      const { enqueued, lease, outbox } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      yield* enqueued(10)
      yield* lease(10, 5000)
      yield* enqueued(20, { instanceId: otherInstanceId })
      const younger = yield* enqueued(21)
      assert.strictEqual(yield* outbox.deleteExpired(at(9), 100), 0)
      assert.strictEqual(yield* outbox.deleteExpired(at(20), 100), 2)
      assert.strictEqual(yield* outbox.deleteExpired(at(20), 100), 0)
      same(yield* lease(5000), [counted(younger)])
    })
  )

  it.effect("sweeps at most `limit` at a time", () =>
    Effect.gen(function* () {
      const { enqueued, outbox } = yield* setUp
      yield* Effect.forEach(Arr.range(1, 5), (millis) => enqueued(millis))
      assert.strictEqual(yield* outbox.deleteExpired(at(10), 3), 3)
      assert.strictEqual(yield* outbox.deleteExpired(at(10), 3), 2)
      assert.strictEqual(yield* outbox.deleteExpired(at(10), 3), 0)
    })
  )
}
