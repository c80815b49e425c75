import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { Email } from "@latchkey/domain/core/Email"
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as MagicLinkDispatcher from "@latchkey/domain/magic-link/MagicLinkDispatcher"
import { MagicLinkOutbox, MagicLinkRequest } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import * as PublicUrls from "@latchkey/domain/instance/PublicUrls"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"

const layer = MagicLinkDispatcher.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      Memory.layer,
      MemoryIdGenerator.layer,
      MemoryMailer.layerUnconfigured,
      MemoryTokenGenerator.layer,
      PublicUrls.layer("https://auth.example.com")
    )
  )
)

describe("The dispatcher of a process without a mail provider", () => {
  it.effect("leaves what others have accepted for them to send", () =>
    Effect.gen(function* () {
      const outbox = yield* MagicLinkOutbox
      const now = yield* DateTime.now
      const request = new MagicLinkRequest({
        instanceId: defaultId,
        id: yield* (yield* IdGenerator).magicLinkRequest,
        email: Email.make("ada@example.com"),
        clientHash: Option.none(),
        requestedAt: now,
        attempts: 0
      })
      yield* outbox.enqueue(request)
      const dispatcher = yield* MagicLinkDispatcher.MagicLinkDispatcher
      assert.strictEqual(yield* dispatcher.dispatch, 0)
      yield* Effect.fork(dispatcher.run("1 second"))
      yield* TestClock.adjust("10 seconds")
      const waiting = yield* outbox.lease({ now, until: DateTime.add(now, { minutes: 1 }), limit: 10 })
      assert.deepStrictEqual(
        waiting.map(({ id, attempts }) => [id, attempts]),
        [[request.id, 1]]
      )
    }).pipe(Effect.provide(layer))
  )
})
