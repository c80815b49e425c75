/**
 * What every `MagicLinkRepository` promises.
 *
 * @since 0.1.0
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { MagicLinkRepository, type MagicLink } from "@latchkey/domain/magic-link/MagicLinkRepository"
import type { Transaction } from "@latchkey/domain/core/Transaction"
import { isNone, isSome } from "./internal/Assertions.ts"
import { untilNothing } from "./internal/Concurrency.ts"
import * as MagicLinkConsuming from "./internal/MagicLinkConsuming.ts"
import * as Samples from "./Samples.ts"

/** What the layer under test has to provide: the port, and those that the tests make their data with. @since 0.1.0 */
export type Ports = InstanceRepository | MagicLinkRepository | Transaction

const setUp = Effect.gen(function* () {
  const links = yield* MagicLinkRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const find = (link: MagicLink, now = Samples.now) => links.find(link.instanceId, link.tokenHash, now)
  return { find, instanceId, links }
})

const finding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("finds a link as it was inserted, as often as it is asked", () =>
    Effect.gen(function* () {
      const { find, instanceId, links } = yield* setUp
      const anonymous = Samples.link(instanceId)
      const bound = Samples.link(instanceId, { clientHash: Option.some(Samples.tokenHash()) })
      yield* links.insert(anonymous)
      yield* links.insert(bound)
      isSome(yield* find(anonymous), anonymous)
      isSome(yield* find(bound), bound)
      isSome(yield* find(bound), bound)
    })
  )

  it.effect("lets other links of the same address live on", () =>
    Effect.gen(function* () {
      const { find, instanceId, links } = yield* setUp
      const first = Samples.link(instanceId)
      const second = Samples.link(instanceId, { email: first.email })
      yield* links.insert(first)
      yield* links.insert(second)
      isSome(yield* find(first), first)
      isSome(yield* find(second), second)
    })
  )

  it.effect("finds nothing for an unknown token, nor by way of another instance", () =>
    Effect.gen(function* () {
      const { instanceId, links } = yield* setUp
      const link = Samples.link(instanceId)
      yield* links.insert(link)
      const { id: otherInstanceId } = yield* Samples.storedInstance
      isNone(yield* links.find(instanceId, Samples.tokenHash(), Samples.now))
      isNone(yield* links.find(otherInstanceId, link.tokenHash, Samples.now))
    })
  )

  it.effect("finds a link until the very millisecond of its `expiresAt`", () =>
    Effect.gen(function* () {
      const { find, instanceId, links } = yield* setUp
      const link = Samples.link(instanceId)
      yield* links.insert(link)
      isSome(yield* find(link, Samples.plus(-1, link.expiresAt)), link)
      isNone(yield* find(link, link.expiresAt))
    })
  )
}

const sweeping = (it: Vitest.MethodsNonLive<Ports>) => {
  const expiresAt = Samples.longAgo
  const sweep = (limit = 100, now = expiresAt) =>
    Effect.flatMap(MagicLinkRepository, (links) => links.deleteExpired(now, limit))

  it.effect("deletes links from the very millisecond of their `expiresAt` on, and leaves live ones", () =>
    Effect.gen(function* () {
      const { find, instanceId, links } = yield* setUp
      yield* untilNothing(sweep(1000, Samples.plus(Samples.day, expiresAt)))
      const live = Samples.link(instanceId, { expiresAt: Samples.plus(1, expiresAt) })
      const expired = Samples.link(instanceId, { expiresAt })
      yield* links.insert(live)
      yield* links.insert(expired)
      assert.strictEqual(yield* sweep(100, Samples.plus(-1, expiresAt)), 0)
      assert.strictEqual(yield* sweep(), 1)
      isSome(yield* find(live, expiresAt), live)
      isNone(yield* find(expired, Samples.plus(-1, expiresAt)))
    })
  )

  it.effect("deletes at most `limit` links at a time, of all instances", () =>
    Effect.gen(function* () {
      const { instanceId, links } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      yield* untilNothing(sweep(1000, Samples.plus(Samples.day, expiresAt)))
      for (const of of [instanceId, instanceId, otherInstanceId]) yield* links.insert(Samples.link(of, { expiresAt }))
      assert.deepStrictEqual([yield* sweep(2), yield* sweep(2), yield* sweep(2)], [2, 1, 0])
    })
  )
}

/** The tests, for a suite that is made already, by `it.layer(layer)(name, tests)`. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  finding(it)
  describe("consume", () => MagicLinkConsuming.tests(it))
  describe("sweep", () => sweeping(it))
}

/**
 * Holds the `MagicLinkRepository` of a layer to its promises. Call it in a test file of Vitest. The layer is built
 * once, and has a minute for it.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`MagicLinkRepository of ${name}`, tests)
