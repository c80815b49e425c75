import { assert, type Vitest } from "@effect/vitest"
import type { EventId } from "@latchkey/domain/event/Event"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Ports, result, setUp } from "./WebhookFixture.ts"

export const listing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns pages from the last one on, of all states or of one", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, instanceId, keyOf, newUser, queue } = yield* setUp
      const webhook = yield* hook()
      const newest = Arr.reverse(yield* append(yield* newUser(), {}, {}, {}, {}, {}))
      yield* distributed(webhook, 5)
      const failed = newest.filter((_, index) => index === 1 || index === 4)
      for (const id of failed) yield* queue.complete(keyOf(webhook, id), "failed", result(1))
      const list = (state: Option.Option<"failed" | "delivered">) =>
        Effect.gen(function* () {
          const pages: Array<ReadonlyArray<EventId>> = []
          let before: Parameters<typeof queue.list>[0]["before"] = Option.none()
          do {
            const page: Effect.Effect.Success<ReturnType<typeof queue.list>> = yield* queue.list({
              instanceId,
              webhookId: webhook.id,
              before,
              state,
              limit: 2
            })
            pages.push(page.map(({ delivery }) => delivery.eventId))
            before = Option.map(Arr.last(page), ({ at: place }) => place)
          } while (Option.isSome(before))
          return pages
        })
      assert.deepStrictEqual(yield* list(Option.none()), [...Arr.chunksOf(newest, 2), []])
      assert.deepStrictEqual(yield* list(Option.some("failed")), [failed, []])
      assert.deepStrictEqual(yield* list(Option.some("delivered")), [[]])
    })
  )
}
