/** Contract tests of `SecondFactorRepository`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { SealedText } from "@latchkey/domain/core/SecretKeys"
import type { TokenHash } from "@latchkey/domain/core/Token"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { SecondFactor, SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { failsWith, isNone, isSome, same } from "./internal/Assertions.ts"
import { concurrently } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceRepository | SecondFactorRepository | SessionRepository | Transaction | UserRepository

const setUp = Effect.gen(function* () {
  const factors = yield* SecondFactorRepository
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId)
  const codes = Arr.makeBy(10, Samples.tokenHash)
  const add = (factor: SecondFactor, credentialVersion = 0, recoveryCodes: ReadonlyArray<TokenHash> = codes) =>
    factors.add({ factor, recoveryCodes, credentialVersion })
  const find = (of: Pick<User, "id" | "instanceId">) => factors.find(of.instanceId, of.id)
  const stored = (of: Pick<User, "id" | "instanceId">) =>
    Effect.map(users.findById(of.instanceId, of.id), Option.getOrThrow)
  return { add, codes, factors, find, instanceId, stored, user, users }
})

/** As `setUp`, with a second factor. */
const setUpWithFactor = Effect.gen(function* () {
  const fixture = yield* setUp
  const factor = Samples.secondFactor(fixture.user)
  assert.isTrue(yield* fixture.add(factor))
  return { ...fixture, factor, user: yield* fixture.stored(fixture.user) }
})

const adding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores every field and the codes, and sets the time and the next version of the user", () =>
    Effect.gen(function* () {
      const { add, find, stored, user } = yield* setUp
      const factor = Samples.secondFactor(user, { lastStep: 63_000_000 })
      isNone(yield* find(user))
      assert.isTrue(yield* add(factor))
      same(yield* find(user), Option.some({ factor, recoveryCodes: 10 }))
      const changed = new User({ ...user, credentialVersion: 1, secondFactorAt: Option.some(factor.confirmedAt) })
      same(yield* stored(user), changed)
    })
  )

  it.effect("revokes every session of the user, and keeps those of others", () =>
    Effect.gen(function* () {
      const { add, instanceId, user } = yield* setUp
      const sessions = yield* SessionRepository
      const other = yield* Samples.storedUser(instanceId)
      const grants = [Samples.grant(user), Samples.grant(other)]
      for (const grant of grants) yield* sessions.issue(grant)
      yield* add(Samples.secondFactor(user))
      const active = yield* Effect.forEach(grants, ({ clientHash, session: { tokenHash } }) =>
        sessions.findActive({ instanceId, tokenHash, clientHash, now: Samples.now, idleLifetime: Duration.days(7) })
      )
      same(active.map(Option.isSome), [false, true])
      failsWith(yield* Effect.either(sessions.issue(Samples.grant(user))), "CredentialsChanged")
    })
  )

  it.effect("returns false, and stores nothing, with another version, a second time, and without the user", () =>
    Effect.gen(function* () {
      const { add, find, instanceId, stored, user } = yield* setUp
      assert.isFalse(yield* add(Samples.secondFactor(user), 1))
      isNone(yield* find(user))
      same(yield* stored(user), user)
      const factor = Samples.secondFactor(user)
      assert.isTrue(yield* add(factor))
      assert.isFalse(yield* add(Samples.secondFactor(user), 1))
      same(yield* find(user), Option.some({ factor, recoveryCodes: 10 }))
      assert.isFalse(yield* add(Samples.secondFactor(Samples.user(instanceId))))
    })
  )

  it.effect("succeeds once of twenty concurrent calls, with its own codes", () =>
    Effect.gen(function* () {
      const { add, factors, find, instanceId, user } = yield* setUp
      const attempts = Arr.makeBy(20, () => ({ factor: Samples.secondFactor(user), code: Samples.tokenHash() }))
      const outcomes = yield* concurrently(20, (index) =>
        Effect.suspend(() => {
          const attempt = attempts[index]
          return attempt === undefined
            ? Effect.dieMessage("no attempt")
            : Effect.map(add(attempt.factor, 0, [attempt.code]), (isAdded) => (isAdded ? [attempt] : []))
        })
      )
      const [winner, ...others] = Arr.getRights([...outcomes]).flat()
      assert.lengthOf(others, 0)
      same(
        Option.map(yield* find(user), ({ factor }) => factor),
        Option.fromNullable(winner?.factor)
      )
      const left = yield* Effect.forEach(attempts, ({ code }) => factors.consumeRecoveryCode(instanceId, user.id, code))
      assert.lengthOf(Arr.getSomes(left), 1)
    })
  )

  it.effect("leaves nothing if the transaction is rolled back", () =>
    Effect.gen(function* () {
      const { add, find, stored, user } = yield* setUp
      const transaction = yield* Transaction
      yield* Effect.flip(transaction.run(Effect.zipRight(add(Samples.secondFactor(user)), Effect.fail("no"))))
      isNone(yield* find(user))
      same(yield* stored(user), user)
    })
  )
}

const stepping = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("accepts a later step only, and keeps it", () =>
    Effect.gen(function* () {
      const { factor, factors, find, instanceId, user } = yield* setUpWithFactor
      const accept = (step: number) => factors.acceptStep(instanceId, user.id, step)
      const { lastStep } = factor
      assert.isFalse(yield* accept(lastStep))
      assert.isFalse(yield* accept(lastStep - 1))
      assert.isTrue(yield* accept(lastStep + 2))
      assert.isFalse(yield* accept(lastStep + 1))
      same(
        Option.map(yield* find(user), (found) => found.factor.lastStep),
        Option.some(lastStep + 2)
      )
      assert.isFalse(yield* factors.acceptStep(instanceId, Samples.userId(), lastStep + 9))
    })
  )

  it.effect("accepts a step once of fifty concurrent calls", () =>
    Effect.gen(function* () {
      const { factor, factors, instanceId, user } = yield* setUpWithFactor
      const outcomes = yield* concurrently(50, () => factors.acceptStep(instanceId, user.id, factor.lastStep + 1))
      same(
        Arr.getRights([...outcomes]).filter((isFirst) => isFirst),
        [true]
      )
    })
  )

  it.effect("accepts it again if the transaction is rolled back", () =>
    Effect.gen(function* () {
      const { factor, factors, instanceId, user } = yield* setUpWithFactor
      const transaction = yield* Transaction
      const accept = factors.acceptStep(instanceId, user.id, factor.lastStep + 1)
      yield* Effect.flip(transaction.run(Effect.zipRight(accept, Effect.fail("no"))))
      assert.isTrue(yield* accept)
    })
  )
}

const consumingCodes = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes a code, and returns how many are left; none for an unknown code or another user's", () =>
    Effect.gen(function* () {
      const { add, codes, factors, find, instanceId, user } = yield* setUpWithFactor
      const [first, second] = codes
      if (first === undefined || second === undefined) return assert.fail("no codes")
      const other = yield* Samples.storedUser(instanceId)
      yield* add(Samples.secondFactor(other), 0, [Samples.tokenHash()])
      isNone(yield* factors.consumeRecoveryCode(instanceId, other.id, first))
      isNone(yield* factors.consumeRecoveryCode(instanceId, user.id, Samples.tokenHash()))
      isSome(yield* factors.consumeRecoveryCode(instanceId, user.id, first), 9)
      isNone(yield* factors.consumeRecoveryCode(instanceId, user.id, first))
      isSome(yield* factors.consumeRecoveryCode(instanceId, user.id, second), 8)
      same(
        Option.map(yield* find(user), ({ recoveryCodes }) => recoveryCodes),
        Option.some(8)
      )
    })
  )

  it.effect("returns a number to one of fifty concurrent calls", () =>
    Effect.gen(function* () {
      const { codes, factors, instanceId, user } = yield* setUpWithFactor
      const [code = Samples.tokenHash()] = codes
      const outcomes = yield* concurrently(50, () => factors.consumeRecoveryCode(instanceId, user.id, code))
      same(Arr.getSomes(Arr.getRights([...outcomes])), [9])
    })
  )

  it.effect("keeps the code if the transaction is rolled back", () =>
    Effect.gen(function* () {
      const { codes, factors, instanceId, user } = yield* setUpWithFactor
      const transaction = yield* Transaction
      const [code = Samples.tokenHash()] = codes
      const consume = factors.consumeRecoveryCode(instanceId, user.id, code)
      yield* Effect.flip(transaction.run(Effect.zipRight(consume, Effect.fail("no"))))
      isSome(yield* consume, 9)
    })
  )

  it.effect("is of no use after all codes were replaced, which needs a second factor", () =>
    Effect.gen(function* () {
      const { codes, factors, instanceId, user } = yield* setUpWithFactor
      const [former = Samples.tokenHash()] = codes
      const next = Arr.makeBy(10, Samples.tokenHash)
      const [code = Samples.tokenHash()] = next
      assert.isTrue(yield* factors.replaceRecoveryCodes(instanceId, user.id, next, Samples.now))
      isNone(yield* factors.consumeRecoveryCode(instanceId, user.id, former))
      isSome(yield* factors.consumeRecoveryCode(instanceId, user.id, code), 9)
      const other = yield* Samples.storedUser(instanceId)
      assert.isFalse(yield* factors.replaceRecoveryCodes(instanceId, other.id, next, Samples.now))
      isNone(yield* factors.consumeRecoveryCode(instanceId, other.id, code))
    })
  )

  it.effect("of twenty concurrent replacements leaves the codes of one", () =>
    Effect.gen(function* () {
      const { factors, find, instanceId, user } = yield* setUpWithFactor
      const outcomes = yield* concurrently(20, () =>
        factors.replaceRecoveryCodes(instanceId, user.id, Arr.makeBy(10, Samples.tokenHash), Samples.now)
      )
      assert.lengthOf(Arr.getRights([...outcomes]), 20)
      same(
        Option.map(yield* find(user), ({ recoveryCodes }) => recoveryCodes),
        Option.some(10)
      )
    })
  )
}

const deletingCodes = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes renewed codes that were made after that time, to the millisecond, and keeps the factor", () =>
    Effect.gen(function* () {
      const { factor, factors, find, instanceId, user } = yield* setUpWithFactor
      const createdAt = Samples.plus(Samples.day)
      const next = Arr.makeBy(10, Samples.tokenHash)
      yield* factors.replaceRecoveryCodes(instanceId, user.id, next, createdAt)
      assert.isFalse(yield* factors.deleteRecoveryCodes(instanceId, user.id, createdAt))
      same(yield* find(user), Option.some({ factor, recoveryCodes: 10 }))
      const since = DateTime.subtract(createdAt, { millis: 1 })
      assert.isTrue(yield* factors.deleteRecoveryCodes(instanceId, user.id, since))
      same(yield* find(user), Option.some({ factor, recoveryCodes: 0 }))
      assert.isFalse(yield* factors.deleteRecoveryCodes(instanceId, user.id, since))
    })
  )

  it.effect("counts the codes that came with the factor as made with it", () =>
    Effect.gen(function* () {
      const { factor, factors, instanceId, user } = yield* setUpWithFactor
      assert.isFalse(yield* factors.deleteRecoveryCodes(instanceId, user.id, factor.confirmedAt))
      const since = DateTime.subtract(factor.confirmedAt, { millis: 1 })
      assert.isTrue(yield* factors.deleteRecoveryCodes(instanceId, user.id, since))
    })
  )

  it.effect(
    "keeps those of other users, of the same id in another instance, too, and of a rolled back transaction",
    () =>
      Effect.gen(function* () {
        const { add, factor, factors, find, instanceId, user } = yield* setUpWithFactor
        const { id: elsewhere } = yield* Samples.storedInstance
        const others = [yield* Samples.storedUser(instanceId), yield* Samples.storedUser(elsewhere, { id: user.id })]
        for (const other of others) yield* add(Samples.secondFactor(other))
        const since = DateTime.subtract(factor.confirmedAt, { millis: 1 })
        const deletion = factors.deleteRecoveryCodes(instanceId, user.id, since)
        const transaction = yield* Transaction
        yield* Effect.flip(transaction.run(Effect.zipRight(deletion, Effect.fail("no"))))
        const left = Effect.forEach([user, ...others], (each) =>
          Effect.map(find(each), (found) => Option.getOrThrow(found).recoveryCodes)
        )
        same(yield* left, [10, 10, 10])
        assert.isTrue(yield* deletion)
        same(yield* left, [0, 10, 10])
      })
  )
}

const removing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes the factor and its codes, and unsets the time of the user, with the next version", () =>
    Effect.gen(function* () {
      const { add, codes, factors, find, instanceId, stored, user } = yield* setUpWithFactor
      const removal = { instanceId, userId: user.id }
      assert.isFalse(yield* factors.remove({ ...removal, credentialVersion: 0 }))
      assert.isTrue(yield* factors.remove({ ...removal, credentialVersion: 1 }))
      isNone(yield* find(user))
      same(yield* stored(user), new User({ ...user, secondFactorAt: Option.none(), credentialVersion: 2 }))
      assert.isFalse(yield* factors.remove({ ...removal, credentialVersion: 2 }))
      assert.isTrue(yield* add(Samples.secondFactor(user), 2, []))
      const [code = Samples.tokenHash()] = codes
      isNone(yield* factors.consumeRecoveryCode(instanceId, user.id, code))
    })
  )

  it.effect("happens with the user, and when an account is taken over, and not when its owner verifies it", () =>
    Effect.gen(function* () {
      const { add, codes, factors, find, instanceId, stored, users, user: deleted } = yield* setUpWithFactor
      const [code = Samples.tokenHash()] = codes
      yield* users.delete(instanceId, deleted.id)
      isNone(yield* find(deleted))
      for (const password of ["drop_password", "keep_password"] as const) {
        const user = yield* Samples.storedUser(instanceId)
        yield* add(Samples.secondFactor(user))
        const changed = yield* users.verifyEmail({ instanceId, userId: user.id, now: Samples.now, password })
        const isKept = password === "keep_password"
        assert.strictEqual(Option.isSome(yield* find(user)), isKept)
        const { credentialVersion, secondFactorAt } = yield* stored(user)
        assert.strictEqual(Option.isSome(secondFactorAt), isKept)
        same(
          Option.flatMap(changed, (after) => after.secondFactorAt),
          secondFactorAt
        )
        // The codes of the one who had the account would work with the app of its owner.
        assert.strictEqual(yield* add(Samples.secondFactor(user), credentialVersion, []), !isKept)
        const consumed = yield* factors.consumeRecoveryCode(instanceId, user.id, code)
        assert.strictEqual(Option.isSome(consumed), isKept)
      }
    })
  )
}

const counting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("counts as set up when its owner verifies the address, and that of others as before", () =>
    Effect.gen(function* () {
      const { add, factor, find, instanceId, stored, user, users } = yield* setUpWithFactor
      const other = yield* Samples.storedUser(instanceId)
      yield* add(Samples.secondFactor(other))
      const now = Samples.plus(Samples.day)
      yield* users.verifyEmail({ instanceId, userId: user.id, now, password: "keep_password" })
      const confirmedAt = (found: Effect.Effect.Success<ReturnType<typeof find>>) =>
        Option.map(found, (one) => one.factor.confirmedAt)
      same(confirmedAt(yield* find(user)), Option.some(now))
      same((yield* stored(user)).secondFactorAt, Option.some(now))
      same(confirmedAt(yield* find(other)), Option.some(factor.confirmedAt))
      const without = yield* Samples.storedUser(instanceId)
      yield* users.verifyEmail({ instanceId, userId: without.id, now, password: "keep_password" })
      isNone((yield* stored(without)).secondFactorAt)
    })
  )
}

const ofUsers = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keep the time of the user: inserting and updating users stores none, and every read returns it", () =>
    Effect.gen(function* () {
      const { factor, instanceId, stored, user, users } = yield* setUpWithFactor
      const secondFactorAt = Option.some(factor.confirmedAt)
      const inserted = yield* Samples.storedUser(instanceId, { secondFactorAt })
      isNone((yield* stored(inserted)).secondFactorAt)
      const many = Samples.user(instanceId, { secondFactorAt })
      yield* users.insertAll(instanceId, [many])
      isNone((yield* stored(many)).secondFactorAt)
      assert.isTrue(yield* users.update(new User({ ...user, secondFactorAt: Option.none() }), user.credentialVersion))
      const now = Samples.now
      const { user: forSignIn } = yield* users.findForSignIn({
        instanceId,
        email: user.email,
        clientHash: Option.none(),
        now
      })
      const found = [yield* users.findByEmail(instanceId, user.email), forSignIn]
      for (const one of found)
        same(
          Option.flatMap(one, (read) => read.secondFactorAt),
          secondFactorAt
        )
    })
  )
}

const rotating = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("replaces a secret if it is still the stored one", () =>
    Effect.gen(function* () {
      const { factor, factors, find, instanceId, stored, user } = yield* setUpWithFactor
      const next = new SealedText({ keyId: "00000000000000ff", box: "bmV4dA" })
      const change = { instanceId, userId: user.id, current: factor.secret, next }
      assert.isTrue(yield* factors.replaceSecret(change))
      assert.isFalse(yield* factors.replaceSecret(change))
      same(
        Option.map(yield* find(user), (found) => found.factor),
        Option.some(new SecondFactor({ ...factor, secret: next }))
      )
      same(yield* stored(user), user)
    })
  )

  it.effect(
    "lists those of other keys, ordered by key, instance and user, page by page, and counts those of a key",
    () =>
      Effect.gen(function* () {
        const { add, factors, instanceId } = yield* setUp
        // Keys of which one is before, and one after, those of this test.
        const keys = ["0000", "5555", "ffff"].map((prefix) => `${prefix}${Samples.tokenHash().slice(0, 12)}`)
        const added = yield* Effect.forEach(
          keys.flatMap((keyId) => [keyId, keyId]),
          (keyId) =>
            Effect.gen(function* () {
              const user = yield* Samples.storedUser(instanceId)
              const factor = Samples.secondFactor(user, { secret: new SealedText({ keyId, box: "Ym94" }) })
              yield* add(factor)
              return factor
            })
        )
        const current = keys[1] ?? ""
        const own = (all: ReadonlyArray<SecondFactor>) => all.filter((factor) => factor.instanceId === instanceId)
        const listed: Array<SecondFactor> = []
        let after = Option.none<SecondFactor>()
        do {
          const page: ReadonlyArray<SecondFactor> = yield* factors.listOfOtherKeys({ keyId: current, after, limit: 3 })
          assert.isAtMost(page.length, 3)
          listed.push(...own(page))
          after = Arr.last(page)
        } while (Option.isSome(after))
        for (const keyId of keys) assert.strictEqual(yield* factors.countOfKey(keyId), 2)
        assert.strictEqual(yield* factors.countOfKey("0000"), 0)
        const expected = added.filter(({ secret }) => secret.keyId !== current)
        same(
          listed.map(({ secret, userId }) => `${secret.keyId} ${userId}`),
          expected.map(({ secret, userId }) => `${secret.keyId} ${userId}`).sort()
        )
      })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("add", () => adding(it))
  describe("acceptStep", () => stepping(it))
  describe("consumeRecoveryCode", () => consumingCodes(it))
  describe("deleteRecoveryCodes", () => deletingCodes(it))
  describe("remove", () => removing(it))
  describe("second factors", () => {
    ofUsers(it)
    counting(it)
  })
  describe("replaceSecret, listOfOtherKeys and countOfKey", () => rotating(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = (user: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.flatMap(SecondFactorRepository, ({ add }) =>
    add({
      factor: Samples.secondFactor(user),
      recoveryCodes: [Samples.tokenHash()],
      credentialVersion: user.credentialVersion
    })
  )

/**
 * Runs the contract of `SecondFactorRepository` against a layer, which must build within a minute. Call it in a test
 * file of Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`SecondFactorRepository: ${name}`, tests)
