import type { Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import * as Samples from "../Samples.ts"
import { same } from "./Assertions.ts"
import { counted, setUp } from "./OutboxSamples.ts"

type Ports = InstanceRepository | MagicLinkOutbox

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  it.effect("hands out a request at once, as it was stored, with the attempt counted", () =>
    Effect.gen(function* () {
      const { enqueued, lease } = yield* setUp
      const plain = yield* enqueued(0)
      same(yield* lease(0), [counted(plain)])
      const bound = yield* enqueued(1, { clientHash: Option.some(Samples.tokenHash()) })
      same(yield* lease(1), [counted(bound)])
    })
  )

  it.effect("hands out the oldest requests first, and at most `limit`, of all instances", () =>
    Effect.gen(function* () {
      const { enqueued, lease } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const fifth = yield* enqueued(50)
      const second = yield* enqueued(20, { instanceId: otherInstanceId })
      const fourth = yield* enqueued(40)
      const first = yield* enqueued(10)
      const third = yield* enqueued(30, { instanceId: otherInstanceId })
      same(yield* lease(100, 1000, 3), [counted(first), counted(second), counted(third)])
      same(yield* lease(100, 1000, 3), [counted(fourth), counted(fifth)])
      same(yield* lease(100, 1000, 3), [])
    })
  )

  it.effect("keeps a leased request from others until the very millisecond at which the lease runs out", () =>
    Effect.gen(function* () {
      const { enqueued, lease } = yield* setUp
      const request = yield* enqueued(0)
      same(yield* lease(0, 5000), [counted(request)])
      same(yield* lease(0, 5000), [])
      same(yield* lease(4999), [])
      same(yield* lease(5000, 9000), [counted(request, 2)])
      same(yield* lease(8999), [])
      same(yield* lease(9000), [counted(request, 3)])
    })
  )

  it.effect("goes on counting from the attempts of the request", () =>
    Effect.gen(function* () {
      const { enqueued, lease } = yield* setUp
      const request = yield* enqueued(0, { attempts: 4 })
      same(yield* lease(0), [counted(request, 5)])
    })
  )
}
