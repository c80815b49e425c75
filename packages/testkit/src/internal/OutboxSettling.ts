import type { Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import * as Samples from "../Samples.ts"
import { same } from "./Assertions.ts"
import { counted, event, sent, setUp } from "./OutboxSamples.ts"

type Ports = InstanceRepository | MagicLinkOutbox

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  it.effect("never hands out a settled request again, and leaves the others", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, lease, outbox } = yield* setUp
      const settled = yield* enqueued(0)
      const other = yield* enqueued(1)
      yield* lease(1, 5000)
      yield* outbox.complete(instanceId, settled.id, sent())
      same(yield* lease(5000), [counted(other, 2)])
    })
  )

  it.effect("makes a request due again at the very millisecond that it is told, lease or not", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, lease, outbox } = yield* setUp
      const request = yield* enqueued(0)
      yield* lease(0, 5000)
      yield* outbox.reschedule(instanceId, request.id, event(2000))
      same(yield* lease(1999), [])
      same(yield* lease(2000, 3000), [counted(request, 2)])
      yield* outbox.reschedule(instanceId, request.id, event(7000))
      same(yield* lease(6999), [])
      same(yield* lease(7000), [counted(request, 3)])
    })
  )

  it.effect("does nothing to a request that is gone", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, lease, outbox } = yield* setUp
      const request = yield* enqueued(0)
      yield* outbox.complete(instanceId, request.id, sent())
      yield* outbox.complete(instanceId, request.id, sent())
      yield* outbox.reschedule(instanceId, request.id, event(0))
      same(yield* lease(1000), [])
    })
  )

  it.effect("settles and retries nothing by way of another instance", () =>
    Effect.gen(function* () {
      const { enqueued, lease, outbox } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const request = yield* enqueued(0)
      yield* lease(0, 5000)
      yield* outbox.complete(otherInstanceId, request.id, sent())
      yield* outbox.reschedule(otherInstanceId, request.id, event(1000))
      same(yield* lease(4999), [])
      same(yield* lease(5000), [counted(request, 2)])
    })
  )
}
