import { assert, describe } from "@effect/vitest"
import { WebhookAdministration } from "@latchkey/domain/webhook/WebhookAdministration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  added,
  by,
  current,
  dispatch,
  failing,
  happened,
  instance,
  newUser,
  received,
  respond,
  test
} from "./support.ts"

const url = "https://app.example.com/other"

/** Changes the URL while a message is on its way to the one before, which responds with a status then. */
const changedBefore = (status: number, id: string) =>
  Effect.gen(function* () {
    const { update } = yield* WebhookAdministration
    const changed = update({ instance, by, id, patch: { url } })
    yield* respond((message) => (message.url === url ? Effect.succeed(204) : Effect.as(Effect.orDie(changed), status)))
  })

describe("A response to a message, if the URL of the webhook was changed meanwhile", () => {
  test(
    "does not disable it with 410: the event is sent to the new URL",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      yield* happened(yield* newUser, {})
      yield* changedBefore(410, webhook.id)
      yield* dispatch
      assert.deepStrictEqual((yield* current(webhook.id)).disabled, Option.none())
      yield* dispatch
      assert.deepStrictEqual(
        (yield* received).map((message) => message.url),
        [webhook.url, url]
      )
    })
  )

  test(
    "does not disable it after five days of failures, and is no failure of the new URL",
    Effect.gen(function* () {
      const webhook = yield* failing
      yield* TestClock.adjust("6 days")
      yield* changedBefore(500, webhook.id)
      yield* dispatch
      const { disabled, failingSince } = yield* current(webhook.id)
      assert.deepStrictEqual([disabled, failingSince], [Option.none(), Option.none()])
    })
  )
})

describe("A failing webhook that gets another URL", () => {
  test(
    "has five days again",
    Effect.gen(function* () {
      const webhook = yield* failing
      yield* TestClock.adjust("4 days")
      const { update } = yield* WebhookAdministration
      const same = yield* update({ instance, by, id: webhook.id, patch: { url: webhook.url } })
      assert.isTrue(Option.isSome(same.failingSince))
      const changed = yield* update({ instance, by, id: webhook.id, patch: { url } })
      assert.deepStrictEqual(changed.failingSince, Option.none())
      yield* dispatch
      yield* TestClock.adjust("4 days")
      yield* dispatch
      assert.deepStrictEqual((yield* current(webhook.id)).disabled, Option.none())
    })
  )
})
