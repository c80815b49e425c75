/** Contract tests of `MagicLinkRepository`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import { QueuedEmailId } from "@latchkey/domain/core/Ids"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { type MagicLink, MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isNone, isSome, succeeds } from "./internal/Assertions.ts"
import { concurrently, pause, repeatedly, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceRepository | MagicLinkRepository | Transaction

const setUp = Effect.gen(function* () {
  const links = yield* MagicLinkRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const find = (link: MagicLink, now = Samples.now) => links.find(link.instanceId, link.tokenHash, now)
  return { find, instanceId, links }
})

const finding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns an inserted link with every field, any number of times", () =>
    Effect.gen(function* () {
      const { find, instanceId, links } = yield* setUp
      const anonymous = Samples.magicLink(instanceId)
      const bound = Samples.magicLink(instanceId, {
        clientHash: Option.some(Samples.tokenHash()),
        verifiesEmail: false
      })
      yield* links.insert(anonymous)
      yield* links.insert(bound)
      isSome(yield* find(anonymous), anonymous)
      isSome(yield* find(bound), bound)
      isSome(yield* find(bound), bound)
    })
  )

  it.effect("returns other links of the same address, too", () =>
    Effect.gen(function* () {
      const { find, instanceId, links } = yield* setUp
      const first = Samples.magicLink(instanceId)
      const second = Samples.magicLink(instanceId, { email: first.email })
      yield* links.insert(first)
      yield* links.insert(second)
      isSome(yield* find(first), first)
      isSome(yield* find(second), second)
    })
  )

  it.effect("returns `None` for an unknown token, and for a link of another instance", () =>
    Effect.gen(function* () {
      const { instanceId, links } = yield* setUp
      const link = Samples.magicLink(instanceId)
      yield* links.insert(link)
      const { id: otherInstanceId } = yield* Samples.storedInstance
      isNone(yield* links.find(instanceId, Samples.tokenHash(), Samples.now))
      isNone(yield* links.find(otherInstanceId, link.tokenHash, Samples.now))
    })
  )

  it.effect("returns a link until the millisecond before its `expiresAt`", () =>
    Effect.gen(function* () {
      const { find, instanceId, links } = yield* setUp
      const link = Samples.magicLink(instanceId)
      yield* links.insert(link)
      isSome(yield* find(link, Samples.plus(-1, link.expiresAt)), link)
      isNone(yield* find(link, link.expiresAt))
    })
  )
}

const findingCodes = (it: Vitest.MethodsNonLive<Ports>) => {
  const setUpCodes = Effect.gen(function* () {
    const { find, instanceId, links } = yield* setUp
    const clientHash = Samples.tokenHash()
    const stored = (fields: Parameters<typeof Samples.magicLink>[1] = {}, of = instanceId) => {
      const code = Samples.magicLink(of, {
        clientHash: Option.some(clientHash),
        requestId: Option.some(Samples.queuedEmailId()),
        ...fields
      })
      return Effect.as(links.insert(code), code)
    }
    const findCode = (now = Samples.now) => links.findCode(instanceId, clientHash, now)
    return { clientHash, find, findCode, instanceId, links, stored }
  })

  it.effect("returns a code with every field, any number of times", () =>
    Effect.gen(function* () {
      const { find, findCode, stored } = yield* setUpCodes
      const code = yield* stored()
      isSome(yield* findCode(), code)
      isSome(yield* findCode(), code)
      isSome(yield* find(code), code)
    })
  )

  it.effect("returns the code with the greatest `requestId`, in whatever order they were stored", () =>
    Effect.gen(function* () {
      const { findCode, stored } = yield* setUpCodes
      const ids = Arr.makeBy(3, (n) => QueuedEmailId.make(`email_0189000${n}-0000-7000-8000-000000000000`))
      const codes = yield* Effect.forEach([ids[1], ids[2], ids[0]], (id) =>
        stored({ requestId: Option.fromNullable(id) })
      )
      assert.deepStrictEqual(
        Option.map(yield* findCode(), ({ tokenHash }) => tokenHash),
        Option.some(codes[1]?.tokenHash)
      )
    })
  )

  it.effect("returns `None` for a link, another client and another instance", () =>
    Effect.gen(function* () {
      const { clientHash, findCode, instanceId, links, stored } = yield* setUpCodes
      yield* stored({ requestId: Option.none() })
      yield* stored({ clientHash: Option.some(Samples.tokenHash()) })
      yield* stored({ clientHash: Option.none() })
      isNone(yield* findCode())
      const code = yield* stored()
      const { id: otherInstanceId } = yield* Samples.storedInstance
      isNone(yield* links.findCode(otherInstanceId, clientHash, Samples.now))
      isNone(yield* links.findCode(instanceId, Samples.tokenHash(), Samples.now))
      isSome(yield* findCode(), code)
    })
  )

  it.effect("returns a code until the millisecond before its `expiresAt`", () =>
    Effect.gen(function* () {
      const { findCode, stored } = yield* setUpCodes
      const code = yield* stored()
      isSome(yield* findCode(Samples.plus(-1, code.expiresAt)), code)
      isNone(yield* findCode(code.expiresAt))
    })
  )

  it.effect("returns `None` once a link of the address was consumed, and consuming a code ends the links", () =>
    Effect.gen(function* () {
      const { find, findCode, instanceId, links, stored } = yield* setUpCodes
      const code = yield* stored()
      const link = yield* stored({ email: code.email, requestId: Option.none() })
      yield* links.consume(instanceId, link.tokenHash, Samples.now)
      isNone(yield* findCode())
      const later = yield* stored()
      const other = yield* stored({ email: later.email, requestId: Option.none() })
      isSome(yield* links.consume(instanceId, later.tokenHash, Samples.now), later)
      isNone(yield* find(other))
    })
  )

  it.effect("and `consume` let one of fifty calls with the code and the link win", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { findCode, instanceId, links, stored } = yield* setUpCodes
        const code = yield* stored()
        const link = yield* stored({ email: code.email, requestId: Option.none() })
        const outcomes = yield* concurrently(50, (index) =>
          links.consume(instanceId, index % 2 === 0 ? code.tokenHash : link.tokenHash, Samples.now)
        )
        outcomes.forEach(succeeds)
        assert.lengthOf(Arr.getSomes(Arr.getRights(outcomes)), 1)
        isNone(yield* findCode())
      })
    )
  )
}

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  const expiresAt = Samples.longAgo
  const deleteExpired = (limit = 100, now = expiresAt) =>
    Effect.flatMap(MagicLinkRepository, (links) => links.deleteExpired(now, limit))

  it.effect("deletes links from the millisecond of their `expiresAt` on, and keeps others", () =>
    Effect.gen(function* () {
      const { find, instanceId, links } = yield* setUp
      yield* untilNoneLeft(deleteExpired(1000, Samples.plus(Samples.day, expiresAt)))
      const active = Samples.magicLink(instanceId, { expiresAt: Samples.plus(1, expiresAt) })
      const expired = Samples.magicLink(instanceId, { expiresAt })
      yield* links.insert(active)
      yield* links.insert(expired)
      assert.strictEqual(yield* deleteExpired(100, Samples.plus(-1, expiresAt)), 0)
      assert.strictEqual(yield* deleteExpired(), 1)
      isSome(yield* find(active, expiresAt), active)
      isNone(yield* find(expired, Samples.plus(-1, expiresAt)))
    })
  )

  it.effect("deletes at most `limit` links per call, of all instances", () =>
    Effect.gen(function* () {
      const { instanceId, links } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      yield* untilNoneLeft(deleteExpired(1000, Samples.plus(Samples.day, expiresAt)))
      for (const of of [instanceId, instanceId, otherInstanceId])
        yield* links.insert(Samples.magicLink(of, { expiresAt }))
      assert.deepStrictEqual([yield* deleteExpired(2), yield* deleteExpired(2), yield* deleteExpired(2)], [2, 1, 0])
    })
  )
}

const setUpConsuming = Effect.gen(function* () {
  const links = yield* MagicLinkRepository
  const { run } = yield* Transaction
  const { id: instanceId } = yield* Samples.storedInstance
  const stored = (fields: Parameters<typeof Samples.magicLink>[1] = {}, of = instanceId) =>
    Effect.suspend(() => {
      const link = Samples.magicLink(of, fields)
      return Effect.as(links.insert(link), link)
    })
  const find = (link: MagicLink) => links.find(link.instanceId, link.tokenHash, Samples.now)
  const consume = (link: MagicLink, now = Samples.now) => links.consume(link.instanceId, link.tokenHash, now)
  return { consume, find, instanceId, links, run, stored }
})

const consuming = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns the link once", () =>
    Effect.gen(function* () {
      const { consume, find, stored } = yield* setUpConsuming
      const link = yield* stored({ clientHash: Option.some(Samples.tokenHash()), verifiesEmail: false })
      isSome(yield* consume(link), link)
      isNone(yield* find(link))
      isNone(yield* consume(link))
    })
  )

  it.effect("deletes every other link of the address, and no link of another address", () =>
    Effect.gen(function* () {
      const { consume, find, stored } = yield* setUpConsuming
      const link = yield* stored()
      const sibling = yield* stored({ email: link.email })
      const stranger = yield* stored()
      yield* consume(link)
      isNone(yield* find(sibling))
      isNone(yield* consume(sibling))
      isSome(yield* find(stranger), stranger)
    })
  )

  it.effect("returns a link until the millisecond before its `expiresAt`", () =>
    Effect.gen(function* () {
      const { consume, stored } = yield* setUpConsuming
      const link = yield* stored()
      isNone(yield* consume(link, link.expiresAt))
      isSome(yield* consume(link, Samples.plus(-1, link.expiresAt)), link)
    })
  )

  it.effect("deletes nothing for an expired link, an unknown token and a link of another instance", () =>
    Effect.gen(function* () {
      const { consume, find, instanceId, links, stored } = yield* setUpConsuming
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const expired = yield* stored({ expiresAt: Samples.now })
      const active = yield* stored({ email: expired.email })
      isNone(yield* consume(expired))
      isNone(yield* links.consume(instanceId, Samples.tokenHash(), Samples.now))
      isNone(yield* links.consume(otherInstanceId, active.tokenHash, Samples.now))
      isSome(yield* find(active), active)
      isSome(yield* links.find(instanceId, expired.tokenHash, Samples.plus(-1)), expired)
    })
  )

  it.effect("keeps the links of the same address in another instance", () =>
    Effect.gen(function* () {
      const { consume, find, stored } = yield* setUpConsuming
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const here = yield* stored()
      const there = yield* stored({ email: here.email }, otherInstanceId)
      isSome(yield* consume(here), here)
      isSome(yield* find(there), there)
    })
  )
}

const rollingBack = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("restores the link and other links of the address when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { consume, find, run, stored } = yield* setUpConsuming
      const link = yield* stored()
      const sibling = yield* stored({ email: link.email })
      yield* Effect.either(run(Effect.zipRight(consume(link), Effect.fail("refused"))))
      isSome(yield* find(link), link)
      isSome(yield* find(sibling), sibling)
    })
  )

  it.effect("returns the link to a waiting call when the transaction that consumed it fails", () =>
    Effect.gen(function* () {
      const { consume, run, stored } = yield* setUpConsuming
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

const concurrentCalls = (it: Vitest.MethodsNonLive<Ports>) => {
  const returnedLinks = (outcomes: ReadonlyArray<Either.Either<Option.Option<MagicLink>, unknown>>) => {
    outcomes.forEach(succeeds)
    return Arr.getSomes(Arr.getRights(outcomes))
  }

  it.effect("returns one link exactly once to fifty calls", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { consume, stored } = yield* setUpConsuming
        const link = yield* stored()
        assert.lengthOf(returnedLinks(yield* concurrently(50, () => consume(link))), 1)
      })
    )
  )

  it.effect("returns exactly one link to fifty calls with different links of one address", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { consume, find, stored } = yield* setUpConsuming
        const first = yield* stored()
        const siblings = yield* Effect.replicateEffect(stored({ email: first.email }), 49)
        const all = [first, ...siblings]
        assert.strictEqual(new Set(all.map(({ tokenHash }) => tokenHash)).size, 50)
        assert.lengthOf(returnedLinks(yield* concurrently(50, (index) => consume(all[index] ?? first))), 1)
        assert.lengthOf(Arr.getSomes(yield* Effect.forEach(all, find)), 0)
      })
    )
  )

  it.effect("returns exactly one link to twenty transactions with different links of one address", () =>
    Effect.gen(function* () {
      const { consume, run, stored } = yield* setUpConsuming
      const first = yield* stored()
      const siblings = yield* Effect.replicateEffect(stored({ email: first.email }), 19)
      const all = [first, ...siblings]
      const outcomes = yield* concurrently(20, (index) => run(Effect.zipLeft(consume(all[index] ?? first), pause(1))))
      assert.lengthOf(returnedLinks(outcomes), 1)
    })
  )
}

const deletingAll = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes every link of the address, and no other", () =>
    Effect.gen(function* () {
      const { find, instanceId, links } = yield* setUp
      const link = Samples.magicLink(instanceId)
      const second = Samples.magicLink(instanceId, { email: link.email })
      const ofOther = Samples.magicLink(instanceId)
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const elsewhere = Samples.magicLink(otherInstanceId, { email: link.email })
      for (const each of [link, second, ofOther, elsewhere]) yield* links.insert(each)
      yield* links.deleteAll(instanceId, link.email)
      isNone(yield* find(link))
      isNone(yield* find(second))
      isSome(yield* find(ofOther), ofOther)
      isSome(yield* find(elsewhere), elsewhere)
      yield* links.deleteAll(instanceId, link.email)
    })
  )

  it.effect("deletes every link that a user has asked for, to whatever address, and no others", () =>
    Effect.gen(function* () {
      const { find, instanceId, links } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const id = Samples.userId()
      const [userId, email] = [Option.some(id), Samples.email()]
      const own = [Samples.magicLink(instanceId, { userId, email }), Samples.magicLink(instanceId, { userId })]
      const others = [
        Samples.magicLink(instanceId, { email }),
        Samples.magicLink(instanceId, { email, userId: Option.some(Samples.userId()) }),
        Samples.magicLink(otherInstanceId, { email, userId })
      ]
      for (const each of [...own, ...others]) yield* links.insert(each)
      yield* links.deleteAllOf(instanceId, id)
      for (const each of own) isNone(yield* find(each))
      for (const each of others) isSome(yield* find(each), each)
    })
  )

  it.effect("restores the links when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { find, instanceId, links } = yield* setUp
      const transaction = yield* Transaction
      const link = Samples.magicLink(instanceId)
      yield* links.insert(link)
      const failing = Effect.zipRight(links.deleteAll(instanceId, link.email), Effect.fail("failure"))
      yield* Effect.flip(transaction.run(failing))
      isSome(yield* find(link), link)
    })
  )

  it.effect("waits for calls of `consume`, and they for it, without a deadlock", () =>
    Effect.gen(function* () {
      const { find, instanceId, links } = yield* setUp
      const transaction = yield* Transaction
      const userId = Samples.userId()
      const fields = { email: Samples.email(), userId: Option.some(userId) }
      const first = Samples.magicLink(instanceId, fields)
      const all = [first, ...Array.from({ length: 9 }, () => Samples.magicLink(instanceId, fields))]
      yield* Effect.forEach(all, (link) => links.insert(link))
      const calls = all.flatMap(({ tokenHash }) => [
        links.consume(instanceId, tokenHash, Samples.now),
        links.deleteAll(instanceId, first.email),
        links.deleteAllOf(instanceId, userId)
      ])
      yield* Effect.all(
        calls.map((call) => transaction.run(Effect.asVoid(call))),
        { concurrency: "unbounded", discard: true }
      )
      isNone(yield* find(first))
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("find", () => finding(it))
  describe("findCode", () => findingCodes(it))
  describe("consume", () => consuming(it))
  describe("consume: rollback", () => rollingBack(it))
  describe("consume: concurrent calls", () => concurrentCalls(it))
  describe("deleteAll", () => deletingAll(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = ({ email, instanceId }: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.flatMap(MagicLinkRepository, ({ insert }) => insert(Samples.magicLink(instanceId, { email })))

/**
 * Runs the contract of `MagicLinkRepository` against a layer, which must build within a minute. Call it in a test file
 * of Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`MagicLinkRepository: ${name}`, tests)
