import { assert, describe, it } from "@effect/vitest"
import { CleanupJob } from "@latchkey/domain/CleanupJob"
import { WebhookRepository } from "@latchkey/domain/webhook/WebhookRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Duration from "effect/Duration"
import { WebhookAdministration } from "@latchkey/domain/webhook/WebhookAdministration"
import * as TestClock from "effect/TestClock"
import { justBefore, oneMilli } from "../support.ts"
import * as CapturedLogs from "../support/CapturedLogs.ts"
import {
  added,
  by,
  current,
  deliveriesOf,
  dispatch,
  happened,
  instance,
  newUser,
  received,
  shared,
  withKeys
} from "./support.ts"

/** How many deliveries were postponed. The registry is shared by all tests of the process. */
const postponed = Effect.map(Metric.snapshot, (pairs) => {
  const found = pairs.find(
    ({ metricKey }) =>
      metricKey.name === "latchkey_webhook_deliveries_total" && JSON.stringify(metricKey.tags).includes("postponed")
  )
  return Number((found?.metricState as { readonly count?: number | bigint } | undefined)?.count ?? 0)
})

const cleanUp = Effect.flatMap(CleanupJob, ({ run }) => run)

const rotated = (id: string) =>
  Effect.flatMap(WebhookAdministration, ({ rotateSecret }) =>
    rotateSecret({ instance, by, id, overlap: Duration.days(1) })
  )

/** Returns the ids of the keys of both secrets of each webhook. */
const keyIds = Effect.flatMap(WebhookRepository, ({ list }) =>
  Effect.map(list(instance.id), (found) =>
    found.map(({ previousSecret, secret }) => [
      secret.keyId,
      Option.getOrNull(Option.map(previousSecret, ({ sealed }) => sealed.keyId))
    ])
  )
)

describe("The secrets of webhooks on a server with another key", () => {
  it.scoped("are encrypted again in the cleanup job, so that the previous key can be dropped", () =>
    Effect.gen(function* () {
      const { secret: old, webhook } = yield* added().pipe(withKeys("aa"))
      const { secret } = yield* rotated(webhook.id).pipe(withKeys("aa"))
      yield* cleanUp.pipe(withKeys("bb", "aa"))
      assert.deepStrictEqual(yield* keyIds, [["bb", "bb"]])
      yield* happened(yield* newUser, {})
      yield* dispatch.pipe(withKeys("bb"))
      const [message] = yield* received
      assert.deepStrictEqual(message?.secrets.map(Redacted.value), [Redacted.value(secret), Redacted.value(old)])
    }).pipe(Effect.provide(shared))
  )

  it.scoped("stay as they are if their key is not configured, or is still the current one", () =>
    Effect.gen(function* () {
      yield* added().pipe(withKeys("aa"))
      yield* cleanUp.pipe(withKeys("cc", "bb"))
      yield* cleanUp.pipe(withKeys("aa", "bb"))
      assert.deepStrictEqual(yield* keyIds, [["aa", null]])
    }).pipe(Effect.provide(shared))
  )

  it.scoped("that cannot be decrypted send nothing, which is no try and no failure of the webhook", () =>
    Effect.gen(function* () {
      const { webhook } = yield* added().pipe(withKeys("aa"))
      yield* happened(yield* newUser, {})
      for (const _ of Arr.range(1, 3)) {
        assert.strictEqual(yield* dispatch.pipe(withKeys("bb")), 1)
        assert.strictEqual(yield* dispatch.pipe(withKeys("bb")), 0)
        yield* TestClock.adjust("3 days")
      }
      assert.deepStrictEqual(yield* received, [])
      const [delivery] = yield* deliveriesOf(webhook.id).pipe(withKeys("bb"))
      assert.deepInclude(delivery, { state: "pending", attempts: 0 })
      const { disabled, failingSince } = yield* current(webhook.id).pipe(withKeys("bb"))
      assert.deepStrictEqual([disabled, failingSince], [Option.none(), Option.none()])
      yield* dispatch.pipe(withKeys("aa"))
      assert.lengthOf(yield* received, 1)
    }).pipe(Effect.provide(shared))
  )

  it.scoped("that cannot be decrypted are an error in the log, once for each key, and tried every five minutes", () =>
    Effect.gen(function* () {
      const { webhook } = yield* added().pipe(withKeys("aa"))
      yield* added().pipe(withKeys("cc"))
      for (const _ of Arr.range(1, 2)) yield* happened(yield* newUser, {})
      const process = Effect.gen(function* () {
        assert.strictEqual(yield* dispatch, 4)
        yield* justBefore("5 minutes")
        assert.strictEqual(yield* dispatch, 0)
        yield* oneMilli
        assert.strictEqual(yield* dispatch, 4)
      })
      const before = yield* postponed
      const { entries } = yield* CapturedLogs.capture(process.pipe(withKeys("bb")))
      assert.strictEqual((yield* postponed) - before, 8)
      const problems = entries.filter(({ level }) => level === "WARN" || level === "ERROR")
      assert.sameMembers(
        problems.map(({ annotations, level, message }) => `${level} ${message.join(" ")} ${annotations["key"]}`),
        ["ERROR webhook_key_missing aa", "ERROR webhook_key_missing cc"]
      )
      assert.include(
        problems.map(({ annotations }) => annotations["webhook"]),
        webhook.id
      )
    }).pipe(Effect.provide(shared))
  )
})
