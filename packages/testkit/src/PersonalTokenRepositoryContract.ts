/**
 * Contract tests of `PersonalTokenRepository`. Deletion uses the year 2001: no other test may use that year in the same
 * store.
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { type User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { InstanceRemoval } from "@latchkey/domain/instance/InstanceRemoval"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import {
  ActivePersonalToken,
  PersonalToken,
  PersonalTokenRepository,
  type StoredPersonalToken
} from "@latchkey/domain/personal-token/PersonalTokenRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isNone, isSome, same } from "./internal/Assertions.ts"
import { concurrently, repeatedly, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports =
  | InstanceRemoval
  | InstanceRepository
  | PersonalTokenRepository
  | SessionRepository
  | Transaction
  | UserRepository

type Fields = Parameters<typeof Samples.personalToken>[1]

const setUp = Effect.gen(function* () {
  const tokens = yield* PersonalTokenRepository
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId)
  const created = (fields: Fields = {}, of: User = user) => {
    const stored = Samples.personalToken(of, fields)
    return Effect.as(tokens.insert(stored), stored)
  }
  /** By its hash and by its id: the token is the same. */
  const find = Effect.fnUntraced(function* ({ token, tokenHash }: StoredPersonalToken, now = Samples.now) {
    const { id, instanceId } = token
    const found = yield* tokens.findActive({ instanceId, tokenHash, now })
    same(yield* tokens.findActive({ instanceId, id, now }), found)
    return found
  })
  const isActive = (stored: StoredPersonalToken, now = Samples.now) => Effect.map(find(stored, now), Option.isSome)
  const list = (of: User = user) => tokens.list(of.instanceId, of.id)
  return { created, find, instanceId, isActive, list, tokens, user, users }
})

const activeOf = ({ token }: StoredPersonalToken, { claimedAt, email, emailVerifiedAt }: User) =>
  new ActivePersonalToken({ ...token, email, emailVerified: Option.isSome(emailVerifiedAt), claimedAt })

const finding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns a token with every field, and its user, by its hash and by its id", () =>
    Effect.gen(function* () {
      const { created, find, instanceId, user } = yield* setUp
      const verified = yield* Samples.storedUser(instanceId, {
        emailVerifiedAt: Option.some(Samples.now),
        claimedAt: Option.some(Samples.plus(7))
      })
      const full = yield* created({
        name: "Café ☕ <b>",
        scopes: ["a:b", "!#$%&'()*+,-./[]^_`{|}~", "z"],
        createdAt: Samples.plus(123),
        expiresAt: Option.some(Samples.plus(5000)),
        lastUsedAt: Option.some(Samples.plus(7))
      })
      const plain = yield* created({ scopes: [] }, verified)
      isSome(yield* find(full), activeOf(full, user))
      isSome(yield* find(plain), activeOf(plain, verified))
      isNone(yield* find(Samples.personalToken(user)))
    })
  )

  it.effect("returns a token until the millisecond before it expires, and one without expiry always", () =>
    Effect.gen(function* () {
      const { created, isActive } = yield* setUp
      const token = yield* created({ expiresAt: Option.some(Samples.plus(5000)) })
      assert.isTrue(yield* isActive(token, Samples.plus(4999)))
      assert.isFalse(yield* isActive(token, Samples.plus(5000)))
      assert.isTrue(yield* isActive(yield* created(), Samples.plus(10_000 * Samples.day)))
    })
  )

  it.effect("returns no token of another instance, a disabled user, or one that is to be deleted by then", () =>
    Effect.gen(function* () {
      const { created, instanceId, isActive, tokens, users } = yield* setUp
      const { id: elsewhere } = yield* Samples.storedInstance
      const { token, tokenHash } = yield* created()
      for (const key of [{ tokenHash }, { id: token.id }]) {
        isNone(yield* tokens.findActive({ instanceId: elsewhere, now: Samples.now, ...key }))
      }
      const leaving = yield* Samples.storedUser(instanceId, { deletionAt: Option.some(Samples.plus(5000)) })
      const last = yield* created({}, leaving)
      assert.isTrue(yield* isActive(last, Samples.plus(4999)))
      assert.isFalse(yield* isActive(last, Samples.plus(5000)))
      const user = yield* Samples.storedUser(instanceId)
      const ofDisabled = yield* created({}, user)
      const disabledAt = Option.some(Samples.now)
      yield* users.setDisabled({ instanceId, userId: user.id, disabledAt })
      assert.isFalse(yield* isActive(ofDisabled))
      yield* users.setDisabled({ instanceId, userId: user.id, disabledAt: Option.none() })
      assert.isFalse(yield* isActive(ofDisabled))
    })
  )

  it.effect("returns and lists no token of a former credential version, and deletes it with the next new one", () =>
    Effect.gen(function* () {
      const { created, instanceId, isActive, list, tokens, user, users } = yield* setUp
      const former = yield* created()
      yield* (yield* SessionRepository).revokeAll(instanceId, user.id)
      assert.isFalse(yield* isActive(former))
      same(yield* list(), [])
      const changed = Option.getOrThrow(yield* users.findById(instanceId, user.id))
      const current = yield* created({}, changed)
      same(yield* list(), [current.token])
      assert.isFalse(yield* tokens.delete(instanceId, user.id, former.token.id))
    })
  )

  it.effect("moves the time of the last use forward only, and touches no other token", () =>
    Effect.gen(function* () {
      const { created, find, instanceId, tokens, user } = yield* setUp
      const { id: elsewhere } = yield* Samples.storedInstance
      const [used, other] = [yield* created(), yield* created()]
      const { id } = used.token
      for (const millis of [1000, 500]) yield* tokens.touch(instanceId, id, Samples.plus(millis))
      yield* tokens.touch(elsewhere, other.token.id, Samples.now)
      yield* tokens.touch(instanceId, Samples.personalToken(user).token.id, Samples.now)
      const lastUsedAt = Option.some(Samples.plus(1000))
      const touched = { ...used, token: new PersonalToken({ ...used.token, lastUsedAt }) }
      isSome(yield* find(touched), activeOf(touched, user))
      isSome(yield* find(other), activeOf(other, user))
    })
  )
}

const listing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("lists the tokens of the user, expired ones too, oldest first, and none of others", () =>
    Effect.gen(function* () {
      const { created, instanceId, list, tokens, user } = yield* setUp
      const other = yield* Samples.storedUser(instanceId)
      const { id: elsewhere } = yield* Samples.storedInstance
      const own = [yield* created({ expiresAt: Option.some(Samples.plus(-1)) }), yield* created()]
      const foreign = yield* created({}, other)
      const expected = own.map(({ token }) => token).sort((one, two) => (one.id < two.id ? -1 : 1))
      same(yield* list(), expected)
      same(yield* list(other), [foreign.token])
      same(yield* tokens.list(elsewhere, user.id), [])
    })
  )

  it.effect("deletes the user's own token only, and tells one of ten concurrent calls", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { created, instanceId, isActive, tokens, user } = yield* setUp
        const other = yield* Samples.storedUser(instanceId)
        const { id: elsewhere } = yield* Samples.storedInstance
        const [deleted, kept] = [yield* created(), yield* created()]
        const { id } = deleted.token
        assert.isFalse(yield* tokens.delete(instanceId, other.id, id))
        assert.isFalse(yield* tokens.delete(elsewhere, user.id, id))
        const outcomes = Arr.getRights(yield* concurrently(10, () => tokens.delete(instanceId, user.id, id)))
        assert.deepStrictEqual(outcomes.filter(Boolean), [true])
        assert.lengthOf(outcomes, 10)
        assert.deepStrictEqual([yield* isActive(deleted), yield* isActive(kept)], [false, true])
      })
    )
  )

  it.effect("neither stores nor deletes when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { created, instanceId, isActive, tokens, user } = yield* setUp
      const { run } = yield* Transaction
      const [kept, never] = [yield* created(), Samples.personalToken(user)]
      const work = Effect.zipRight(tokens.insert(never), tokens.delete(instanceId, user.id, kept.token.id))
      yield* Effect.either(run(Effect.zipRight(work, Effect.fail("refused"))))
      assert.deepStrictEqual([yield* isActive(kept), yield* isActive(never)], [true, false])
    })
  )
}

const deleting = (it: Vitest.MethodsNonLive<Ports>) => {
  const old = (millis: number) => Samples.plus(millis, Samples.longAgo)
  const expiring = (millis: number) => ({ expiresAt: Option.some(old(millis)) })

  it.effect("deletes tokens from the millisecond of their `expiresAt` on, at most `limit` per call", () =>
    Effect.gen(function* () {
      const { created, isActive, tokens } = yield* setUp
      yield* untilNoneLeft(tokens.deleteExpired(old(Samples.day), 1000))
      yield* Effect.forEach(Arr.range(6, 10), (millis) => created(expiring(millis)))
      const [later, lasting] = [yield* created(expiring(11)), yield* created()]
      assert.strictEqual(yield* tokens.deleteExpired(old(5), 100), 0)
      const batch = tokens.deleteExpired(old(10), 3)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch], [3, 2, 0])
      assert.deepStrictEqual([yield* isActive(later, old(10)), yield* isActive(lasting)], [true, true])
    })
  )

  it.effect("deletes the tokens of a deleted user, and of an instance in which everyone is signed out", () =>
    Effect.gen(function* () {
      const { created, instanceId, isActive, user, users } = yield* setUp
      const other = yield* Samples.storedUser(instanceId)
      const [ofDeleted, ofOther] = [yield* created(), yield* created({}, other)]
      yield* users.delete(instanceId, user.id)
      assert.deepStrictEqual([yield* isActive(ofDeleted), yield* isActive(ofOther)], [false, true])
      const { revokeBatch } = yield* InstanceRemoval
      yield* untilNoneLeft(revokeBatch(instanceId, 100))
      assert.isFalse(yield* isActive(ofOther))
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("findActive, touch", () => finding(it))
  describe("list, delete", () => listing(it))
  describe("deleteExpired, and what else deletes", () => deleting(it))
}

/** Stores a row of every kind that a user can have: one that names the user. */
export const writeRows = (user: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.flatMap(PersonalTokenRepository, ({ insert }) => insert(Samples.personalToken(user)))

/**
 * Runs the contract of `PersonalTokenRepository` against a layer, which must build within a minute. Call it in a test
 * file of Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`PersonalTokenRepository: ${name}`, tests)
