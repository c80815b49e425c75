import { assert, type Vitest } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { same } from "./Assertions.ts"
import { atOnce, pause, rounds } from "./Concurrency.ts"
import { counted, sent, setUp } from "./OutboxSamples.ts"

type Ports = InstanceRepository | MagicLinkOutbox | Transaction

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  it.effect("hands different requests to workers who lease at once, and none is forgotten", () =>
    rounds(3, () =>
      Effect.gen(function* () {
        const { enqueued, lease } = yield* setUp
        const requests = yield* Effect.forEach(Arr.range(0, 19), (millis) => enqueued(millis))
        const leased = Arr.getRights(yield* atOnce(10, () => lease(100, 5000, 3)))
        assert.lengthOf(leased, 10)
        assert.isTrue(leased.every((batch) => batch.length <= 3))
        const ids = [...leased.flat(), ...(yield* lease(100, 5000))].map(({ id }) => id)
        assert.sameMembers(
          ids,
          requests.map(({ id }) => id)
        )
      })
    )
  )

  it.effect("keeps the requests that an open transaction has leased from others, and frees them when it fails", () =>
    Effect.gen(function* () {
      const { enqueued, lease } = yield* setUp
      const { run } = yield* Transaction
      const requests = [yield* enqueued(0), yield* enqueued(1), yield* enqueued(2)]
      const isLeased = yield* Effect.makeLatch()
      const leaseTwo = lease(10, 5000, 2).pipe(Effect.zipLeft(isLeased.open), Effect.zipLeft(pause(20)))
      const [first, second] = yield* Effect.all([run(leaseTwo), isLeased.whenOpen(lease(10, 5000))], {
        concurrency: "unbounded"
      })
      assert.sameMembers(
        [...first, ...second].map(({ id }) => id),
        requests.map(({ id }) => id)
      )
      yield* Effect.either(run(Effect.zipRight(lease(5000, 9000), Effect.fail("refused"))))
      same(
        yield* lease(5000),
        requests.map((request) => counted(request, 2))
      )
    })
  )

  it.effect("stores and settles nothing that a failing transaction around it would leave behind", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, lease, outbox } = yield* setUp
      const { run } = yield* Transaction
      const kept = yield* enqueued(0)
      const work = Effect.zipRight(enqueued(1), outbox.complete(instanceId, kept.id, sent()))
      yield* Effect.either(run(Effect.zipRight(work, Effect.fail("refused"))))
      same(yield* lease(10), [counted(kept)])
      assert.deepStrictEqual(
        (yield* outbox.records(instanceId, 10)).map(({ state }) => state),
        ["waiting"]
      )
    })
  )
}
