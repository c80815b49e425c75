/** Contract tests of `InvitationRepository`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { Invitation, InvitationRepository } from "@latchkey/domain/invitation/InvitationRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isNone, isSome, same } from "./internal/Assertions.ts"
import { concurrently, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceRepository | InvitationRepository | Transaction

const week = 7 * Samples.day

const setUp = Effect.gen(function* () {
  const invitations = yield* InvitationRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const find = ({ email, instanceId }: Invitation, now = Samples.now) => invitations.find(instanceId, email, now)
  return { find, instanceId, invitations }
})

/** Returns an invitation of the same address that is created after the first one. */
const again = ({ email, instanceId }: Invitation, millis: number) =>
  Samples.invitation(instanceId, {
    email,
    createdBy: "dashboard",
    createdAt: Samples.plus(millis),
    expiresAt: Samples.plus(millis + week)
  })

const putting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores an invitation with every field, and returns it", () =>
    Effect.gen(function* () {
      const { find, instanceId, invitations } = yield* setUp
      const invitation = Samples.invitation(instanceId)
      same(yield* invitations.put(invitation), invitation)
      isSome(yield* find(invitation), invitation)
      isSome(yield* invitations.findById(instanceId, invitation.id, Samples.now), invitation)
    })
  )

  it.effect("extends the invitation that the address has: it keeps its id, and when and how it was created", () =>
    Effect.gen(function* () {
      const { find, instanceId, invitations } = yield* setUp
      const first = yield* invitations.put(Samples.invitation(instanceId))
      const second = again(first, week - 1)
      const { emailId, expiresAt } = second
      const expected = new Invitation({ ...first, emailId, expiresAt })
      same(yield* invitations.put(second), expected)
      isSome(yield* find(first), expected)
      isNone(yield* invitations.findById(instanceId, second.id, Samples.now))
    })
  )

  it.effect("replaces the invitation from the millisecond of its `expiresAt` on", () =>
    Effect.gen(function* () {
      const { find, instanceId, invitations } = yield* setUp
      const first = yield* invitations.put(Samples.invitation(instanceId))
      const second = again(first, week)
      same(yield* invitations.put(second), second)
      isSome(yield* find(first), second)
      isNone(yield* invitations.findById(instanceId, first.id, Samples.now))
    })
  )

  it.effect("keeps the invitations of one address in two instances apart", () =>
    Effect.gen(function* () {
      const { find, instanceId, invitations } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const here = yield* invitations.put(Samples.invitation(instanceId))
      const there = yield* invitations.put(Samples.invitation(otherId, { email: here.email }))
      assert.notStrictEqual(here.id, there.id)
      isSome(yield* find(here), here)
      isSome(yield* find(there), there)
      isNone(yield* invitations.findById(otherId, here.id, Samples.now))
    })
  )

  it.effect("returns the same id to concurrent calls for one address", () =>
    Effect.gen(function* () {
      const { instanceId, invitations } = yield* setUp
      const { email } = Samples.invitation(instanceId)
      const outcomes = yield* concurrently(10, () => invitations.put(Samples.invitation(instanceId, { email })))
      const ids = Arr.getRights([...outcomes]).map(({ id }) => id)
      assert.lengthOf(ids, 10)
      assert.lengthOf(Arr.dedupe(ids), 1)
    })
  )
}

const finding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns `None` for an address without one, and from the millisecond of its `expiresAt` on", () =>
    Effect.gen(function* () {
      const { find, instanceId, invitations } = yield* setUp
      const invitation = Samples.invitation(instanceId)
      isNone(yield* find(invitation))
      isNone(yield* invitations.findById(instanceId, invitation.id, Samples.now))
      yield* invitations.put(invitation)
      const [last, expired] = [Samples.plus(week - 1), Samples.plus(week)]
      isSome(yield* find(invitation, last), invitation)
      isSome(yield* invitations.findById(instanceId, invitation.id, last), invitation)
      isNone(yield* find(invitation, expired))
      isNone(yield* invitations.findById(instanceId, invitation.id, expired))
    })
  )

  it.effect("lists those of an instance that have not expired, greatest id first, page by page", () =>
    Effect.gen(function* () {
      const { instanceId, invitations } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const stored = yield* Effect.forEach(Arr.range(1, 3), () => invitations.put(Samples.invitation(instanceId)))
      yield* invitations.put(Samples.invitation(instanceId, { expiresAt: Samples.now }))
      yield* invitations.put(Samples.invitation(otherId))
      const list = (before: Invitation["id"] | undefined, limit: number) =>
        Effect.map(
          invitations.list({ instanceId, now: Samples.now, before: Option.fromNullable(before), limit }),
          (found) => found.map(({ id }) => id)
        )
      const ids = stored
        .map(({ id }) => id)
        .sort()
        .reverse()
      assert.deepStrictEqual(yield* list(undefined, 9), ids)
      assert.deepStrictEqual(yield* list(undefined, 2), ids.slice(0, 2))
      assert.deepStrictEqual(yield* list(ids[1], 2), ids.slice(2))
      assert.deepStrictEqual(yield* list(ids[2], 2), [])
    })
  )
}

const consuming = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes the invitation of the address only, and returns `true` once", () =>
    Effect.gen(function* () {
      const { find, instanceId, invitations } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const invitation = yield* invitations.put(Samples.invitation(instanceId))
      const others = [
        yield* invitations.put(Samples.invitation(instanceId)),
        yield* invitations.put(Samples.invitation(otherId, { email: invitation.email }))
      ]
      const consume = invitations.consume(instanceId, invitation.email, Samples.now)
      assert.isTrue(yield* consume)
      assert.isFalse(yield* consume)
      isNone(yield* find(invitation))
      for (const other of others) isSome(yield* find(other), other)
    })
  )

  it.effect("returns `false` from the millisecond of its `expiresAt` on", () =>
    Effect.gen(function* () {
      const { instanceId, invitations } = yield* setUp
      const consumeAt = (millis: number) =>
        Effect.flatMap(invitations.put(Samples.invitation(instanceId)), ({ email }) =>
          invitations.consume(instanceId, email, Samples.plus(millis))
        )
      assert.isTrue(yield* consumeAt(week - 1))
      assert.isFalse(yield* consumeAt(week))
    })
  )

  it.effect("returns `true` to one of twenty concurrent calls", () =>
    Effect.gen(function* () {
      const { instanceId, invitations } = yield* setUp
      const { email } = yield* invitations.put(Samples.invitation(instanceId))
      const outcomes = yield* concurrently(20, () => invitations.consume(instanceId, email, Samples.now))
      assert.deepStrictEqual(Arr.getRights([...outcomes]).filter(Boolean), [true])
    })
  )

  it.effect("keeps the invitation if the transaction is rolled back", () =>
    Effect.gen(function* () {
      const { find, instanceId, invitations } = yield* setUp
      const transaction = yield* Transaction
      const invitation = yield* invitations.put(Samples.invitation(instanceId))
      const consume = invitations.consume(instanceId, invitation.email, Samples.now)
      yield* Effect.flip(transaction.run(Effect.zipRight(consume, Effect.fail("changed my mind"))))
      isSome(yield* find(invitation), invitation)
    })
  )
}

const deletingAll = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes the invitations of the addresses, in the instance only", () =>
    Effect.gen(function* () {
      const { find, instanceId, invitations } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const first = yield* invitations.put(Samples.invitation(instanceId))
      const second = yield* invitations.put(Samples.invitation(instanceId))
      const others = [
        yield* invitations.put(Samples.invitation(instanceId)),
        yield* invitations.put(Samples.invitation(otherId, { email: first.email }))
      ]
      yield* invitations.deleteAll(instanceId, [first.email, Samples.email(), second.email])
      yield* invitations.deleteAll(instanceId, [])
      isNone(yield* find(first))
      isNone(yield* find(second))
      for (const other of others) isSome(yield* find(other), other)
    })
  )
}

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  const expiresAt = Samples.longAgo
  const deleteExpired = (limit = 100, now = expiresAt) =>
    Effect.flatMap(InvitationRepository, (invitations) => invitations.deleteExpired(now, limit))

  it.effect("deletes up to `limit` invitations from the millisecond of their `expiresAt` on, and keeps others", () =>
    Effect.gen(function* () {
      const { find, instanceId, invitations } = yield* setUp
      yield* untilNoneLeft(deleteExpired(1000, Samples.plus(Samples.day, expiresAt)))
      const before = Samples.plus(-1, expiresAt)
      const active = yield* invitations.put(
        Samples.invitation(instanceId, { createdAt: before, expiresAt: Samples.plus(1, expiresAt) })
      )
      yield* Effect.forEach(Arr.range(1, 3), () =>
        invitations.put(Samples.invitation(instanceId, { createdAt: before, expiresAt }))
      )
      assert.strictEqual(yield* deleteExpired(100, before), 0)
      assert.strictEqual(yield* deleteExpired(2), 2)
      assert.strictEqual(yield* deleteExpired(2), 1)
      isSome(yield* find(active, expiresAt), active)
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("put", () => putting(it))
  describe("find, findById and list", () => finding(it))
  describe("consume", () => consuming(it))
  describe("deleteAll", () => deletingAll(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = ({ email, instanceId }: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.flatMap(InvitationRepository, ({ put }) => put(Samples.invitation(instanceId, { email })))

/**
 * Runs the contract of `InvitationRepository` against a layer, which must build within a minute. Call it in a test file
 * of Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`InvitationRepository: ${name}`, tests)
