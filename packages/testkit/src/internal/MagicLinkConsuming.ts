import { assert, type Vitest } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { MagicLinkRepository, type MagicLink } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import * as Samples from "../Samples.ts"
import { isNone, isSome, succeeds } from "./Assertions.ts"
import { atOnce, pause, rounds } from "./Concurrency.ts"

type Ports = InstanceRepository | MagicLinkRepository | Transaction

const setUp = Effect.gen(function* () {
  const links = yield* MagicLinkRepository
  const { run } = yield* Transaction
  const { id: instanceId } = yield* Samples.storedInstance
  const stored = (fields: Parameters<typeof Samples.link>[1] = {}, of = instanceId) =>
    Effect.suspend(() => {
      const link = Samples.link(of, fields)
      return Effect.as(links.insert(link), link)
    })
  const find = (link: MagicLink) => links.find(link.instanceId, link.tokenHash, Samples.now)
  const consume = (link: MagicLink, now = Samples.now) => links.consume(link.instanceId, link.tokenHash, now)
  return { consume, find, instanceId, links, run, stored }
})

const using = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("answers the link, once", () =>
    Effect.gen(function* () {
      const { consume, find, stored } = yield* setUp
      const link = yield* stored({ clientHash: Option.some(Samples.tokenHash()) })
      isSome(yield* consume(link), link)
      isNone(yield* find(link))
      isNone(yield* consume(link))
    })
  )

  it.effect("deletes every other link of the address, and no link of another address", () =>
    Effect.gen(function* () {
      const { consume, find, stored } = yield* setUp
      const link = yield* stored()
      const sibling = yield* stored({ email: link.email })
      const stranger = yield* stored()
      yield* consume(link)
      isNone(yield* find(sibling))
      isNone(yield* consume(sibling))
      isSome(yield* find(stranger), stranger)
    })
  )

  it.effect("uses a link until the very millisecond of its `expiresAt`", () =>
    Effect.gen(function* () {
      const { consume, stored } = yield* setUp
      const link = yield* stored()
      isNone(yield* consume(link, link.expiresAt))
      isSome(yield* consume(link, Samples.plus(-1, link.expiresAt)), link)
    })
  )

  it.effect("deletes nothing for an expired link, an unknown token, or by way of another instance", () =>
    Effect.gen(function* () {
      const { consume, find, instanceId, links, stored } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const expired = yield* stored({ expiresAt: Samples.now })
      const live = yield* stored({ email: expired.email })
      isNone(yield* consume(expired))
      isNone(yield* links.consume(instanceId, Samples.tokenHash(), Samples.now))
      isNone(yield* links.consume(otherInstanceId, live.tokenHash, Samples.now))
      isSome(yield* find(live), live)
      isSome(yield* links.find(instanceId, expired.tokenHash, Samples.plus(-1)), expired)
    })
  )

  it.effect("leaves the links of the same address in another instance", () =>
    Effect.gen(function* () {
      const { consume, find, stored } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const here = yield* stored()
      const there = yield* stored({ email: here.email }, otherInstanceId)
      isSome(yield* consume(here), here)
      isSome(yield* find(there), there)
    })
  )
}

const rollback = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("brings back the link and its siblings when the transaction around it fails", () =>
    Effect.gen(function* () {
      const { consume, find, run, stored } = yield* setUp
      const link = yield* stored()
      const sibling = yield* stored({ email: link.email })
      yield* Effect.either(run(Effect.zipRight(consume(link), Effect.fail("refused"))))
      isSome(yield* find(link), link)
      isSome(yield* find(sibling), sibling)
    })
  )

  it.effect("gives the link to whoever waits for it when the transaction that had it fails", () =>
    Effect.gen(function* () {
      const { consume, run, stored } = yield* setUp
      const link = yield* stored()
      const isConsumed = yield* Effect.makeLatch()
      const failing = consume(link).pipe(
        Effect.zipLeft(isConsumed.open),
        Effect.zipLeft(pause(20)),
        Effect.zipRight(Effect.fail("refused"))
      )
      const [, second] = yield* Effect.all([Effect.either(run(failing)), isConsumed.whenOpen(consume(link))], {
        concurrency: "unbounded"
      })
      isSome(second, link)
    })
  )
}

const racing = (it: Vitest.MethodsNonLive<Ports>) => {
  const answers = (outcomes: ReadonlyArray<Either.Either<Option.Option<MagicLink>, unknown>>) => {
    outcomes.forEach(succeeds)
    return Arr.getSomes(Arr.getRights(outcomes))
  }

  it.effect("answers exactly one of fifty who race for one link", () =>
    rounds(3, () =>
      Effect.gen(function* () {
        const { consume, stored } = yield* setUp
        const link = yield* stored()
        assert.lengthOf(answers(yield* atOnce(50, () => consume(link))), 1)
      })
    )
  )

  it.effect("answers exactly one of fifty who race with as many links of one address", () =>
    rounds(3, () =>
      Effect.gen(function* () {
        const { consume, find, stored } = yield* setUp
        const first = yield* stored()
        const siblings = yield* Effect.replicateEffect(stored({ email: first.email }), 49)
        const all = [first, ...siblings]
        assert.strictEqual(new Set(all.map(({ tokenHash }) => tokenHash)).size, 50)
        assert.lengthOf(answers(yield* atOnce(50, (index) => consume(all[index] ?? first))), 1)
        assert.lengthOf(Arr.getSomes(yield* Effect.forEach(all, find)), 0)
      })
    )
  )

  it.effect("answers exactly one of twenty transactions that race with links of one address", () =>
    Effect.gen(function* () {
      const { consume, run, stored } = yield* setUp
      const first = yield* stored()
      const siblings = yield* Effect.replicateEffect(stored({ email: first.email }), 19)
      const all = [first, ...siblings]
      const outcomes = yield* atOnce(20, (index) => run(Effect.zipLeft(consume(all[index] ?? first), pause(1))))
      assert.lengthOf(answers(outcomes), 1)
    })
  )
}

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  using(it)
  rollback(it)
  racing(it)
}
