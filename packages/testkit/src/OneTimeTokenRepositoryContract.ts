/** Contract tests of `OneTimeTokenRepository`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { type User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { OneTimeToken, OneTimeTokenRepository } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Redacted from "effect/Redacted"
import { isNone, isSome, same } from "./internal/Assertions.ts"
import { concurrently, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceRepository | OneTimeTokenRepository | SessionRepository | Transaction | UserRepository

const lifetime = 10 * Samples.minute
const max = 10

const sorted = (tokens: ReadonlyArray<OneTimeToken>) =>
  Arr.sort(
    tokens,
    Order.mapInput(Order.string, ({ tokenHash }: OneTimeToken) => tokenHash)
  )

const ownedBy = ({ credentialVersion, id: userId }: User) => ({ owner: Option.some({ userId, credentialVersion }) })

const setUp = Effect.gen(function* () {
  const tokens = yield* OneTimeTokenRepository
  const { run } = yield* Transaction
  const { id: instanceId } = yield* Samples.storedInstance
  const put = (token: OneTimeToken, maxPerSubject = max) =>
    Effect.map(tokens.put(token, { maxPerSubject, now: Samples.now }), (isStored) => {
      assert.isTrue(isStored)
      return token
    })
  return {
    consume: (token: OneTimeToken, now = Samples.now) => tokens.consume({ ...token, now }),
    consumeAll: (token: OneTimeToken, now = Samples.now) => Effect.map(tokens.consumeAll({ ...token, now }), sorted),
    find: (token: OneTimeToken, now = Samples.now) => tokens.find({ ...token, now }),
    instanceId,
    list: (token: OneTimeToken, now = Samples.now) => Effect.map(tokens.list({ ...token, now }), sorted),
    put,
    run,
    sample: (fields?: Parameters<typeof Samples.oneTimeToken>[1]) => Samples.oneTimeToken(instanceId, fields),
    tokens
  }
})

/** Tokens that differ from a stored one in one part of what finds it. */
const othersOf = Effect.fnUntraced(function* (token: OneTimeToken) {
  const { id: instanceId } = yield* Samples.storedInstance
  const differences = [
    { instanceId },
    { kind: "another" },
    { subject: Samples.tokenHash() },
    { tokenHash: Samples.tokenHash() }
  ]
  return differences.map((different) => new OneTimeToken({ ...token, ...different }))
})

const putting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores a token with every field, with an owner and without", () =>
    Effect.gen(function* () {
      const { find, instanceId, put, sample } = yield* setUp
      const user = yield* Samples.storedUser(instanceId)
      const data = Redacted.make(JSON.stringify({ text: "ü \u2028 \"'\\", list: [1, null] }))
      const expiresAt = Samples.plus(1)
      for (const fields of [{}, ownedBy(user)]) {
        const token = yield* put(sample({ subject: Samples.email(), data, expiresAt, ...fields }))
        isSome(yield* find(token), token)
      }
    })
  )

  it.effect("replaces the one with the same kind, subject and hash, and no other", () =>
    Effect.gen(function* () {
      const { find, instanceId, list, put, sample } = yield* setUp
      const first = yield* put(sample())
      const others = yield* othersOf(first)
      yield* Effect.forEach(others, (other) => put(other))
      const changed = {
        ...ownedBy(yield* Samples.storedUser(instanceId)),
        data: Redacted.make("2"),
        expiresAt: Samples.plus(1)
      }
      const next = yield* put(new OneTimeToken({ ...first, ...changed }))
      for (const other of others) isSome(yield* find(other), other)
      isSome(yield* find(next), next)
      assert.lengthOf(yield* list(first), 2)
    })
  )

  it.effect("keeps the tokens of a subject that expire last, of its kind, and always the new one", () =>
    Effect.gen(function* () {
      const { find, list, put, sample } = yield* setUp
      const { subject } = sample()
      const others = [
        yield* put(sample({ subject, kind: "another", expiresAt: Samples.plus(1) })),
        yield* put(sample())
      ]
      const putAt = (millis: number) => put(sample({ subject, expiresAt: Samples.plus(1000 * millis) }))
      const stored = yield* Effect.forEach(Arr.range(1, max + 2), putAt)
      const [newest = sample()] = stored.slice(-1)
      same(yield* list(newest), sorted(stored.slice(2)))
      const early = yield* putAt(1)
      same(yield* list(newest), sorted([...stored.slice(3), early]))
      for (const other of others) isSome(yield* find(other), other)
    })
  )

  it.effect("keeps one of a subject that has one at a time, of whatever user", () =>
    Effect.gen(function* () {
      const { find, instanceId, put, sample } = yield* setUp
      const { subject } = sample()
      const former = yield* put(sample({ subject, ...ownedBy(yield* Samples.storedUser(instanceId)) }), 1)
      const next = yield* put(sample({ subject, ...ownedBy(yield* Samples.storedUser(instanceId)) }), 1)
      isNone(yield* find(former))
      isSome(yield* find(next), next)
    })
  )

  it.effect("succeeds fifty times concurrently for one subject, and the next call leaves no more than the limit", () =>
    Effect.gen(function* () {
      const { list, put, sample } = yield* setUp
      const { subject } = sample()
      const putAt = (n: number) => put(sample({ subject, expiresAt: Samples.plus(1000 * n) }))
      const all = Arr.getRights([...(yield* concurrently(50, (n) => putAt(n + 1)))])
      assert.lengthOf(all, 50)
      const last = yield* putAt(100)
      const left = yield* list(last)
      assert.lengthOf(left, max)
      assert.include(
        left.map(({ tokenHash }) => tokenHash),
        last.tokenHash
      )
    })
  )

  it.effect("stores each of as many concurrent ones as a subject can have", () =>
    Effect.gen(function* () {
      const { list, put, sample } = yield* setUp
      const { subject } = sample()
      const stored = Arr.getRights([...(yield* concurrently(max, () => put(sample({ subject }))))])
      assert.lengthOf(stored, max)
      same(yield* list(sample({ subject })), sorted(stored))
    })
  )

  it.effect("returns false without the owner, with another version, disabled or due, and changes nothing", () =>
    Effect.gen(function* () {
      const { find, instanceId, put, sample, tokens } = yield* setUp
      const users = yield* UserRepository
      const user = yield* Samples.storedUser(instanceId)
      const disabled = yield* Samples.storedUser(instanceId, { disabledAt: Option.some(Samples.now) })
      const due = yield* Samples.storedUser(instanceId, { deletionAt: Option.some(Samples.now) })
      const kept = yield* Samples.storedUser(instanceId, { deletionAt: Option.some(Samples.plus(1)) })
      const { id: otherId } = yield* Samples.storedInstance
      const refused = [disabled, due, Samples.user(instanceId), yield* Samples.storedUser(otherId)].map(ownedBy)
      const { subject } = yield* put(sample({ ...ownedBy(kept) }))
      const present = yield* put(sample({ subject, expiresAt: Samples.plus(1) }))
      const isStored = (owner: Pick<OneTimeToken, "owner">) =>
        tokens.put(sample({ subject, ...owner }), { maxPerSubject: 1, now: Samples.now })
      const changed = { owner: Option.some({ userId: user.id, credentialVersion: user.credentialVersion + 1 }) }
      for (const one of [...refused, changed]) assert.isFalse(yield* isStored(one))
      yield* users.setDisabled({ instanceId, userId: user.id, disabledAt: Option.some(Samples.now) })
      assert.isFalse(yield* isStored(ownedBy(user)))
      isSome(yield* find(present), present)
    })
  )
}

const finding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns none of another instance, kind, subject or token, and from the millisecond of its expiry on", () =>
    Effect.gen(function* () {
      const { find, put, sample } = yield* setUp
      const token = yield* put(sample())
      for (const other of yield* othersOf(token)) isNone(yield* find(other))
      isSome(yield* find(token, Samples.plus(lifetime - 1)), token)
      isNone(yield* find(token, Samples.plus(lifetime)))
    })
  )

  it.effect("returns none after the credentials of the owner changed, and none after the owner was deleted", () =>
    Effect.gen(function* () {
      const { consume, consumeAll, find, instanceId, list, put, sample } = yield* setUp
      const [changed, deleted, other] = [
        yield* Samples.storedUser(instanceId),
        yield* Samples.storedUser(instanceId),
        yield* Samples.storedUser(instanceId)
      ]
      const [ofChanged, ofDeleted, ofOther] = [
        yield* put(sample(ownedBy(changed))),
        yield* put(sample(ownedBy(deleted))),
        yield* put(sample(ownedBy(other)))
      ]
      yield* (yield* SessionRepository).revokeAll(instanceId, changed.id)
      yield* (yield* UserRepository).delete(instanceId, deleted.id)
      for (const token of [ofChanged, ofDeleted]) {
        isNone(yield* find(token))
        same(yield* list(token), [])
        isNone(yield* consume(token))
        same(yield* consumeAll(token), [])
      }
      isSome(yield* find(ofOther), ofOther)
    })
  )
}

const listing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns those of the kind and subject, until the millisecond before they expire", () =>
    Effect.gen(function* () {
      const { list, put, sample } = yield* setUp
      const first = yield* put(sample())
      const second = yield* put(sample({ subject: first.subject }))
      yield* Effect.forEach((yield* othersOf(first)).slice(0, 3), (other) => put(other))
      same(yield* list(first, Samples.plus(lifetime - 1)), sorted([first, second]))
      same(yield* list(first, Samples.plus(lifetime)), [])
    })
  )
}

const consuming = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns a token once, until the millisecond before it expires", () =>
    Effect.gen(function* () {
      const { consume, find, put, sample } = yield* setUp
      const token = yield* put(sample())
      isNone(yield* consume(token, Samples.plus(lifetime)))
      isSome(yield* consume(token, Samples.plus(lifetime - 1)), token)
      isNone(yield* consume(token))
      isNone(yield* find(token))
    })
  )

  it.effect("returns none of another instance, kind, subject or token, and keeps it", () =>
    Effect.gen(function* () {
      const { consume, put, sample } = yield* setUp
      const token = yield* put(sample())
      for (const other of yield* othersOf(token)) isNone(yield* consume(other))
      isSome(yield* consume(token), token)
    })
  )

  it.effect("returns it to one of fifty concurrent calls", () =>
    Effect.gen(function* () {
      const { consume, instanceId, put, sample } = yield* setUp
      for (const fields of [{}, ownedBy(yield* Samples.storedUser(instanceId))]) {
        const token = yield* put(sample(fields))
        const all = Arr.getRights([...(yield* concurrently(50, () => consume(token)))])
        assert.lengthOf(all, 50)
        assert.lengthOf(Arr.getSomes(all), 1)
      }
    })
  )

  it.effect("keeps it if the transaction is rolled back", () =>
    Effect.gen(function* () {
      const { consume, put, run, sample } = yield* setUp
      const token = yield* put(sample())
      yield* Effect.flip(run(Effect.zipRight(consume(token), Effect.fail("changed my mind"))))
      isSome(yield* consume(token), token)
    })
  )

  it.effect("and calls that replace it, concurrently, all succeed", () =>
    Effect.gen(function* () {
      const { consume, instanceId, put, run, sample } = yield* setUp
      const users = yield* UserRepository
      const user = yield* Samples.storedUser(instanceId)
      const token = yield* put(sample(ownedBy(user)))
      const use = Effect.zipRight(users.findByEmailForUpdate(instanceId, user.email), consume(token))
      const outcomes = yield* concurrently(20, (index) =>
        index % 2 === 0
          ? Effect.asVoid(run(use))
          : Effect.asVoid(put(sample({ ...ownedBy(user), subject: token.subject }), 1))
      )
      assert.lengthOf(Arr.getRights([...outcomes]), 20)
    })
  )
}

const consumingAll = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes all of the kind and subject and no others, and returns those that have not expired", () =>
    Effect.gen(function* () {
      const { consumeAll, find, list, put, sample } = yield* setUp
      const first = yield* put(sample())
      const { subject } = first
      const second = yield* put(sample({ subject }))
      const expired = yield* put(sample({ subject, expiresAt: Samples.now }))
      const others = (yield* othersOf(first)).slice(0, 3)
      yield* Effect.forEach(others, (other) => put(other))
      same(yield* consumeAll(first), sorted([first, second]))
      same(yield* consumeAll(first), [])
      same(yield* list(expired, Samples.plus(-1)), [])
      for (const other of others) isSome(yield* find(other), other)
    })
  )

  it.effect("returns each to one of twenty concurrent calls", () =>
    Effect.gen(function* () {
      const { consumeAll, put, sample } = yield* setUp
      const first = yield* put(sample())
      const second = yield* put(sample({ subject: first.subject }))
      const all = Arr.getRights([...(yield* concurrently(20, () => consumeAll(first)))])
      assert.lengthOf(all, 20)
      same(sorted(all.flat()), sorted([first, second]))
    })
  )

  it.effect("keeps them if the transaction is rolled back", () =>
    Effect.gen(function* () {
      const { consumeAll, list, put, run, sample } = yield* setUp
      const token = yield* put(sample())
      yield* Effect.flip(run(Effect.zipRight(consumeAll(token), Effect.fail("changed my mind"))))
      same(yield* list(token), [token])
    })
  )

  it.effect("and calls for the same subject, concurrently, all succeed", () =>
    Effect.gen(function* () {
      const { consumeAll, put, run, sample } = yield* setUp
      const { subject } = sample()
      const consume = Effect.asVoid(consumeAll(sample({ subject })))
      const outcomes = yield* concurrently(40, (index) =>
        run(index % 4 === 0 ? consume : Effect.asVoid(put(sample({ subject }))))
      )
      assert.lengthOf(Arr.getRights([...outcomes]), 40)
    })
  )
}

const deletingAll = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes all of the subjects, of every kind, in the instance only", () =>
    Effect.gen(function* () {
      const { find, instanceId, put, sample, tokens } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const first = yield* put(sample({ subject: Samples.email() }))
      const { subject } = first
      const gone = [
        first,
        yield* put(sample({ subject })),
        yield* put(sample({ subject, kind: "another" })),
        yield* put(sample({ subject: Samples.email() }))
      ]
      const others = [yield* put(sample()), yield* put(new OneTimeToken({ ...first, instanceId: otherId }))]
      yield* tokens.deleteAll(instanceId, [])
      yield* tokens.deleteAll(instanceId, [Samples.email(), ...gone.map((token) => token.subject)])
      for (const token of gone) isNone(yield* find(token))
      for (const other of others) isSome(yield* find(other), other)
    })
  )
}

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  const expiresAt = Samples.longAgo
  const deleteExpired = (limit = 100, now = expiresAt) =>
    Effect.flatMap(OneTimeTokenRepository, (tokens) => tokens.deleteExpired(now, limit))

  it.effect("deletes up to `limit` from the millisecond of their `expiresAt` on, of every kind, and keeps others", () =>
    Effect.gen(function* () {
      const { find, put, sample } = yield* setUp
      yield* untilNoneLeft(deleteExpired(1000, Samples.plus(Samples.day, expiresAt)))
      const active = yield* put(sample({ expiresAt: Samples.plus(1, expiresAt) }))
      yield* Effect.forEach(["one", "two", "three"], (kind) => put(sample({ kind, expiresAt })))
      assert.strictEqual(yield* deleteExpired(100, Samples.plus(-1, expiresAt)), 0)
      assert.strictEqual(yield* deleteExpired(2), 2)
      assert.strictEqual(yield* deleteExpired(2), 1)
      isSome(yield* find(active, expiresAt), active)
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("put", () => putting(it))
  describe("find", () => finding(it))
  describe("list", () => listing(it))
  describe("consume", () => consuming(it))
  describe("consumeAll", () => consumingAll(it))
  describe("deleteAll", () => deletingAll(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = ({
  credentialVersion,
  id: userId,
  instanceId
}: User): Effect.Effect<unknown, unknown, Ports> =>
  Samples.storedOneTimeToken(instanceId, { owner: Option.some({ userId, credentialVersion }) })

/**
 * Runs the contract of `OneTimeTokenRepository` against a layer, which must build within a minute. Call it in a test
 * file of Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`OneTimeTokenRepository: ${name}`, tests)
