/** Contract tests of `WebhookRepository`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { maxWebhooks, Webhook } from "@latchkey/domain/webhook/Webhook"
import { WebhookRepository } from "@latchkey/domain/webhook/WebhookRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { failsWith, isNone, isSome, same } from "./internal/Assertions.ts"
import { concurrently, repeatedly } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceRepository | Transaction | WebhookRepository

const setUp = Effect.gen(function* () {
  const repository = yield* WebhookRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const stored = (fields: Parameters<typeof Samples.webhook>[1] = {}, of = instanceId) =>
    Effect.suspend(() => {
      const webhook = Samples.webhook(of, fields)
      return Effect.as(repository.insert(webhook), webhook)
    })
  const failingSince = ({ id }: Webhook) =>
    Effect.map(
      repository.find(instanceId, id),
      Option.flatMap((webhook) => webhook.failingSince)
    )
  return { failingSince, instanceId, repository, stored }
})

const full = {
  url: "https://[2001:db8::1]:8443/hook?token=%41b",
  types: ["user.created", "user.deleted"],
  disabled: Option.some({ at: Samples.plus(1), reason: "failing" as const }),
  failingSince: Option.some(Samples.plus(2)),
  previousSecret: Option.some({ sealed: Samples.sealedText(), until: Samples.plus(3) })
} as const

const reading = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keep every field, also those that are optional", () =>
    Effect.gen(function* () {
      const { instanceId, repository, stored } = yield* setUp
      const [plain, other] = [yield* stored(), yield* stored(full)]
      isSome(yield* repository.find(instanceId, plain.id), plain)
      isSome(yield* repository.find(instanceId, other.id), other)
    })
  )

  it.effect("know no webhook of another instance, and no other id", () =>
    Effect.gen(function* () {
      const { instanceId, repository, stored } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const webhook = yield* stored({}, otherId)
      isNone(yield* repository.find(instanceId, webhook.id))
      isNone(yield* repository.find(instanceId, Samples.webhook(instanceId).id))
      same(yield* repository.list(instanceId), [])
    })
  )

  it.effect("list the webhooks of an instance by id, and those of all in pages", () =>
    Effect.gen(function* () {
      const { instanceId, repository, stored } = yield* setUp
      const webhooks = [yield* stored(), yield* stored(), yield* stored()]
      const sorted = [...webhooks].sort((a, b) => (a.id < b.id ? -1 : 1))
      same(yield* repository.list(instanceId), sorted)
      const found: Array<Webhook> = []
      let after = Option.none<Webhook>()
      do {
        const page: ReadonlyArray<Webhook> = yield* repository.page({ after, limit: 2 })
        assert.isAtMost(page.length, 2)
        found.push(...page)
        after = Arr.last(page)
      } while (Option.isSome(after))
      same(
        found.filter((webhook) => webhook.instanceId === instanceId),
        sorted
      )
    })
  )
}

const limiting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores ten webhooks of an instance, and one more after one was deleted", () =>
    Effect.gen(function* () {
      const { instanceId, repository, stored } = yield* setUp
      const [first] = yield* Effect.forEach(Arr.range(1, maxWebhooks), () => stored())
      failsWith(yield* Effect.either(stored()), "TooManyWebhooks")
      const { id: otherId } = yield* Samples.storedInstance
      yield* stored({}, otherId)
      assert.isTrue(yield* repository.delete(instanceId, first?.id ?? ""))
      yield* stored()
      failsWith(yield* Effect.either(stored()), "TooManyWebhooks")
    })
  )

  it.effect("stores ten of many that are inserted at the same moment", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { instanceId, repository, stored } = yield* setUp
        const inserted = yield* concurrently(maxWebhooks + 5, () => stored())
        assert.lengthOf(inserted.filter(Either.isRight), maxWebhooks)
        for (const refused of inserted.filter(Either.isLeft)) failsWith(refused, "TooManyWebhooks")
        assert.lengthOf(yield* repository.list(instanceId), maxWebhooks)
      })
    )
  )
}

const changing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("replaces every field that can change, and returns what is stored", () =>
    Effect.gen(function* () {
      const { instanceId, repository, stored } = yield* setUp
      const { createdAt, id } = yield* stored()
      const next = new Webhook({ ...Samples.webhook(instanceId, full), createdAt, id })
      isSome(yield* repository.modify(instanceId, id, () => next), next)
      isSome(yield* repository.find(instanceId, id), next)
    })
  )

  it.effect("changes nothing of another instance, and nothing that is gone", () =>
    Effect.gen(function* () {
      const { instanceId, repository, stored } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const webhook = yield* stored()
      isNone(
        yield* repository.modify(otherId, webhook.id, (found) => new Webhook({ ...found, types: ["user.created"] }))
      )
      const other = { ...webhook, instanceId: otherId }
      assert.isFalse(yield* repository.disable(other, { at: Samples.now, reason: "gone" }))
      isNone(yield* repository.recordFailure(other, Samples.now))
      assert.isFalse(yield* repository.delete(otherId, webhook.id))
      isSome(yield* repository.find(instanceId, webhook.id), webhook)
      assert.isTrue(yield* repository.delete(instanceId, webhook.id))
      assert.isFalse(yield* repository.delete(instanceId, webhook.id))
      isNone(yield* repository.modify(instanceId, webhook.id, (found) => found))
    })
  )

  it.effect("loses no concurrent change", () =>
    Effect.gen(function* () {
      const { instanceId, repository, stored } = yield* setUp
      const { id } = yield* stored({ url: "https://example.com/?" })
      yield* concurrently(8, () =>
        repository.modify(instanceId, id, (found) => new Webhook({ ...found, url: `${found.url}a` }))
      )
      const found = Option.getOrThrow(yield* repository.find(instanceId, id))
      assert.strictEqual(found.url, `https://example.com/?${"a".repeat(8)}`)
    })
  )

  it.effect("is undone with its transaction", () =>
    Effect.gen(function* () {
      const { instanceId, repository, stored } = yield* setUp
      const { run } = yield* Transaction
      const webhook = yield* stored()
      const all = [
        stored(),
        repository.modify(instanceId, webhook.id, (found) => new Webhook({ ...found, ...full })),
        repository.delete(instanceId, webhook.id)
      ]
      yield* Effect.either(run(Effect.zipRight(Effect.all(all), Effect.fail("refused"))))
      same(yield* repository.list(instanceId), [webhook])
    })
  )
}

const failing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("begins with the first failure, and ends with a success", () =>
    Effect.gen(function* () {
      const { failingSince, repository, stored } = yield* setUp
      const webhook = yield* stored()
      const fail = (millis: number) => repository.recordFailure(webhook, Samples.plus(millis))
      isSome(yield* fail(10), { since: Samples.plus(10), hasBegun: true })
      isSome(yield* fail(20), { since: Samples.plus(10), hasBegun: false })
      assert.isTrue(yield* repository.recordSuccess(webhook))
      assert.isFalse(yield* repository.recordSuccess(webhook))
      isNone(yield* failingSince(webhook))
      isSome(yield* fail(30), { since: Samples.plus(30), hasBegun: true })
    })
  )

  it.effect("begins and ends for one of concurrent calls", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { repository, stored } = yield* setUp
        const webhook = yield* stored()
        const failures = yield* concurrently(5, () => repository.recordFailure(webhook, Samples.now))
        const begun = Arr.getSomes(Arr.getRights(failures)).map(({ hasBegun }) => hasBegun)
        assert.sameMembers(begun, [true, false, false, false, false])
        const successes = yield* concurrently(5, () => repository.recordSuccess(webhook))
        assert.sameMembers(Arr.getRights(successes), [true, false, false, false, false])
      })
    )
  )

  it.effect("is not recorded of a disabled webhook", () =>
    Effect.gen(function* () {
      const { instanceId, repository, stored } = yield* setUp
      const webhook = yield* stored({ disabled: Option.some({ at: Samples.now, reason: "operator" }) })
      isNone(yield* repository.recordFailure(webhook, Samples.now))
      isSome(yield* repository.find(instanceId, webhook.id), webhook)
    })
  )

  it.effect("is disabled for one of concurrent calls, and keeps its reason", () =>
    Effect.gen(function* () {
      const { instanceId, repository, stored } = yield* setUp
      const webhook = yield* stored()
      yield* repository.recordFailure(webhook, Samples.now)
      const disable = (millis: number) =>
        repository.disable(webhook, { at: Samples.plus(millis), reason: "failing", failingSince: Samples.now })
      const results = yield* concurrently(5, () => disable(1))
      assert.deepStrictEqual(
        Arr.getRights(results).filter((isFirst) => isFirst),
        [true]
      )
      assert.isFalse(yield* disable(2))
      isSome(
        Option.flatMap(yield* repository.find(instanceId, webhook.id), ({ disabled }) => disabled),
        { at: Samples.plus(1), reason: "failing" }
      )
    })
  )

  it.effect("is not disabled as failing if it has succeeded meanwhile", () =>
    Effect.gen(function* () {
      const { repository, stored } = yield* setUp
      const webhook = yield* stored()
      const disable = (failingSince: (typeof webhook)["createdAt"]) =>
        repository.disable(webhook, { at: Samples.plus(40), reason: "failing", failingSince })
      yield* repository.recordFailure(webhook, Samples.plus(10))
      yield* repository.recordSuccess(webhook)
      assert.isFalse(yield* disable(Samples.plus(10)))
      yield* repository.recordFailure(webhook, Samples.plus(30))
      assert.isFalse(yield* disable(Samples.plus(10)))
      assert.isTrue(yield* disable(Samples.plus(30)))
    })
  )

  it.effect("has nothing to do with what was sent to another URL", () =>
    Effect.gen(function* () {
      const { failingSince, instanceId, repository, stored } = yield* setUp
      const before = yield* stored()
      const changed = yield* repository.modify(
        instanceId,
        before.id,
        (found) => new Webhook({ ...found, url: "https://example.com/other" })
      )
      const webhook = Option.getOrThrow(changed)
      isNone(yield* repository.recordFailure(before, Samples.plus(10)))
      isNone(yield* failingSince(webhook))
      assert.isFalse(yield* repository.disable(before, { at: Samples.plus(10), reason: "gone" }))
      yield* repository.recordFailure(webhook, Samples.plus(20))
      yield* repository.recordSuccess(before)
      isSome(yield* failingSince(webhook), Samples.plus(20))
      assert.isTrue(yield* repository.disable(webhook, { at: Samples.plus(30), reason: "gone" }))
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("find, list and page", () => reading(it))
  describe("insert", () => limiting(it))
  describe("modify and delete", () => changing(it))
  describe("a failing webhook", () => failing(it))
}

/** Stores a row of every kind that the port has: a disabled webhook, which others distribute nothing to. */
export const writeRows = ({ instanceId }: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.flatMap(WebhookRepository, ({ insert }) => {
    const disabled = Option.some({ at: Samples.now, reason: "operator" as const })
    return insert(Samples.webhook(instanceId, { disabled }))
  })

/**
 * Runs the contract of `WebhookRepository` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`WebhookRepository: ${name}`, tests)
