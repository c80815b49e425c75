/** Contract tests of `IdentityRepository`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { Identity, IdentityRepository } from "@latchkey/domain/account/IdentityRepository"
import { type User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { InstanceRemoval } from "@latchkey/domain/instance/InstanceRemoval"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { failsWith, isNone, isSome, oneSucceeds, same } from "./internal/Assertions.ts"
import { concurrently, pause, repeatedly } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = IdentityRepository | InstanceRemoval | InstanceRepository | Transaction | UserRepository

const setUp = Effect.gen(function* () {
  const identities = yield* IdentityRepository
  const users = yield* UserRepository
  const { run } = yield* Transaction
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId)
  const other = yield* Samples.storedUser(instanceId)
  const list = (of: User = user) => identities.list(of.instanceId, of.id)
  const use = ({ id }: Identity, at = Samples.now) => identities.recordUse({ instanceId, userId: user.id, id, at })
  return { identities, instanceId, list, other, run, use, user, users }
})

const changed = (identity: Identity, fields: Partial<Identity>): Identity => new Identity({ ...identity, ...fields })

const insertingMany = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("adds many at once: those that no user has, and one of two that are the same", () =>
    Effect.gen(function* () {
      const { identities, instanceId, list, other, run, user } = yield* setUp
      const stored = yield* Samples.storedIdentity(other)
      const [one, two] = [Samples.identity(user, { label: Option.none() }), Samples.identity(user)]
      const all = [one, Samples.identity(user, { issuer: stored.issuer, subject: stored.subject }), two]
      const added = yield* run(
        identities.insertAll(instanceId, [...all, changed(two, { id: Samples.identity(user).id })])
      )
      same(added.length, 2)
      same(added.includes(one.id), true)
      same((yield* list()).length, 2)
      isSome(yield* identities.find(instanceId, one), one)
      same(yield* list(other), [stored])
      same(yield* identities.insertAll(instanceId, all), [])
      same(yield* identities.insertAll(instanceId, []), [])
    })
  )

  it.effect("adds each of many once, however many add them concurrently", () =>
    Effect.gen(function* () {
      const { identities, instanceId, user } = yield* setUp
      const all = Array.from({ length: 20 }, () => Samples.identity(user))
      const added = yield* Effect.all(
        Array.from({ length: 8 }, (_, at) => identities.insertAll(instanceId, at % 2 === 0 ? all : [...all].reverse())),
        { concurrency: "unbounded" }
      )
      same([...added.flat()].sort(), all.map(({ id }) => id).sort())
    })
  )

  it.effect("finds many at once, by their keys and by their users, each once and in its instance only", () =>
    Effect.gen(function* () {
      const { identities, instanceId, other, user } = yield* setUp
      const { id: elsewhere } = yield* Samples.storedInstance
      const [one, two, three] = yield* Effect.all([
        Samples.storedIdentity(user),
        Samples.storedIdentity(user),
        Samples.storedIdentity(other)
      ])
      const idsOf = (found: ReadonlyArray<Identity>) => found.map(({ id }) => id).sort()
      const keys = [one, three, one, Samples.identity(user), { issuer: one.issuer, subject: `${three.subject}!` }]
      same(idsOf(yield* identities.findAll(instanceId, keys)), idsOf([one, three]))
      same(yield* identities.findAll(elsewhere, keys), [])
      same(yield* identities.findAll(instanceId, []), [])
      const ofUsers = yield* identities.listOfUsers(instanceId, [user.id, other.id, user.id])
      same(idsOf(ofUsers), idsOf([one, two, three]))
      const ofUser = ofUsers.filter(({ userId }) => userId === user.id)
      same([...(yield* identities.list(instanceId, user.id))], ofUser)
      same(yield* identities.listOfUsers(elsewhere, [user.id]), [])
      same(yield* identities.listOfUsers(instanceId, []), [])
    })
  )
}

const inserting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores an identity with every field, which is found by its issuer and subject", () =>
    Effect.gen(function* () {
      const { identities, instanceId, user } = yield* setUp
      const fields = [
        {},
        { label: Option.none(), lastUsedAt: Option.some(Samples.plus(1)) },
        // The longest that there are.
        {
          issuer: `https://${Samples.host()}/${"é".repeat(400)}`,
          subject: `${Samples.tokenHash()}${"~".repeat(191)}`,
          label: Option.some("ü".repeat(254))
        },
        { subject: ` ' " \\ ${Samples.tokenHash()} ` }
      ]
      for (const one of fields) {
        const identity = yield* Samples.storedIdentity(user, one)
        isSome(yield* identities.find(instanceId, identity), identity)
      }
      isNone(yield* identities.find(instanceId, Samples.identity(user)))
    })
  )

  it.effect("finds no identity of another subject or issuer, and compares them exactly", () =>
    Effect.gen(function* () {
      const { identities, instanceId, user } = yield* setUp
      const identity = yield* Samples.storedIdentity(user, { subject: `Aa${Samples.tokenHash()}` })
      const { issuer, subject } = identity
      const others = [
        { issuer, subject: subject.toLowerCase() },
        { issuer, subject: `${subject} ` },
        { issuer, subject: subject.slice(0, -1) },
        { issuer: `${issuer}/`, subject },
        { issuer: issuer.toUpperCase(), subject }
      ]
      for (const other of others) isNone(yield* identities.find(instanceId, other))
    })
  )

  it.effect("fails with IdentityTaken for a stored one, of this user or another one, and changes nothing", () =>
    Effect.gen(function* () {
      const { identities, instanceId, list, other, user } = yield* setUp
      const identity = yield* Samples.storedIdentity(user)
      const { issuer, subject } = identity
      for (const one of [user, other]) {
        failsWith(yield* Effect.either(Samples.storedIdentity(one, { issuer, subject })), "IdentityTaken")
      }
      isSome(yield* identities.find(instanceId, identity), identity)
      same(yield* list(), [identity])
      same(yield* list(other), [])
    })
  )

  it.effect("stores one subject of several issuers, and several of one", () =>
    Effect.gen(function* () {
      const { list, user } = yield* setUp
      const { issuer, subject } = yield* Samples.storedIdentity(user)
      yield* Samples.storedIdentity(user, { issuer })
      yield* Samples.storedIdentity(user, { issuer: `${issuer}/other`, subject })
      assert.lengthOf(yield* list(), 3)
    })
  )

  it.effect("leaves a surrounding transaction usable after IdentityTaken", () =>
    Effect.gen(function* () {
      const { identities, list, run, user } = yield* setUp
      const first = yield* Samples.storedIdentity(user)
      const { issuer, subject } = first
      const next = Samples.identity(user)
      const again = Effect.either(identities.insert(Samples.identity(user, { issuer, subject })))
      failsWith(yield* run(Effect.zipLeft(again, identities.insert(next))), "IdentityTaken")
      assert.sameMembers(
        (yield* list()).map(({ id }) => id),
        [first.id, next.id]
      )
    })
  )

  it.effect("stores one of twenty concurrent identities with one issuer and subject, of two users", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { identities, list, other, user } = yield* setUp
        const { issuer, subject } = Samples.identity(user)
        const outcomes = yield* concurrently(20, (index) => {
          const identity = Samples.identity(index % 2 === 0 ? user : other, { issuer, subject })
          return Effect.as(identities.insert(identity), identity)
        })
        oneSucceeds(outcomes, "IdentityTaken")
        same([...(yield* list()), ...(yield* list(other))], Arr.getRights([...outcomes]))
      })
    )
  )

  it.effect("waits for a transaction that inserts the same one, and succeeds if that fails", () =>
    Effect.gen(function* () {
      const { identities, list, other, run, user } = yield* setUp
      const { issuer, subject } = Samples.identity(user)
      const isInserted = yield* Effect.makeLatch()
      const failing = identities
        .insert(Samples.identity(other, { issuer, subject }))
        .pipe(Effect.zipRight(isInserted.open), Effect.zipRight(pause(20)), Effect.zipRight(Effect.fail("refused")))
      const identity = Samples.identity(user, { issuer, subject })
      yield* Effect.all([Effect.flip(run(failing)), isInserted.whenOpen(identities.insert(identity))], {
        concurrency: "unbounded"
      })
      same(yield* list(), [identity])
      same(yield* list(other), [])
    })
  )
}

const using = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("records a use, and never moves its time back", () =>
    Effect.gen(function* () {
      const { list, use, user } = yield* setUp
      const [identity, other] = [yield* Samples.storedIdentity(user), yield* Samples.storedIdentity(user)]
      assert.isTrue(yield* use(identity))
      assert.isTrue(yield* use(identity, Samples.plus(1000)))
      assert.isTrue(yield* use(identity, Samples.plus(999)))
      const used = changed(identity, { lastUsedAt: Option.some(Samples.plus(1000)) })
      same(
        yield* list(),
        [used, other].sort((one, two) => (one.id < two.id ? -1 : 1))
      )
    })
  )

  it.effect("keeps the latest of twenty concurrent uses", () =>
    Effect.gen(function* () {
      const { list, use, user } = yield* setUp
      const identity = yield* Samples.storedIdentity(user)
      const outcomes = yield* concurrently(20, (index) => use(identity, Samples.plus((index * 7) % 20)))
      assert.deepStrictEqual(
        outcomes,
        outcomes.map(() => Either.right(true))
      )
      same(yield* list(), [changed(identity, { lastUsedAt: Option.some(Samples.plus(19)) })])
    })
  )

  it.effect("returns false for one that was deleted, and for one of another user", () =>
    Effect.gen(function* () {
      const { identities, instanceId, list, other, use, user } = yield* setUp
      const { id } = yield* Samples.storedIdentity(user)
      const kept = yield* Samples.storedIdentity(other)
      assert.isFalse(yield* use(kept))
      same(yield* list(other), [kept])
      yield* identities.delete(instanceId, user.id, id)
      assert.isFalse(yield* identities.recordUse({ instanceId, userId: user.id, id, at: Samples.now }))
    })
  )

  it.effect("of a use and a deletion, whichever is first, leaves no identity", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { identities, instanceId, list, use, user } = yield* setUp
        const identity = yield* Samples.storedIdentity(user)
        const outcomes = yield* concurrently(20, (index) =>
          index === 10 ? identities.delete(instanceId, user.id, identity.id) : use(identity)
        )
        assert.isTrue(outcomes.every(Either.isRight))
        same(yield* list(), [])
      })
    )
  )

  it.effect("makes a use wait for a transaction that deletes the identity, and returns false then", () =>
    Effect.gen(function* () {
      const { identities, instanceId, run, use, user } = yield* setUp
      const identity = yield* Samples.storedIdentity(user)
      const isDeleted = yield* Effect.makeLatch()
      const deleting = identities
        .delete(instanceId, user.id, identity.id)
        .pipe(Effect.zipLeft(isDeleted.open), Effect.zipLeft(pause(20)))
      const outcomes = yield* Effect.all([run(deleting), isDeleted.whenOpen(use(identity))], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(outcomes, [true, false])
    })
  )

  it.effect("makes a deletion wait for a transaction that has recorded a use", () =>
    Effect.gen(function* () {
      const { identities, instanceId, run, use, user } = yield* setUp
      const identity = yield* Samples.storedIdentity(user)
      const isUsed = yield* Effect.makeLatch()
      const order: Array<string> = []
      const using = use(identity).pipe(
        Effect.zipLeft(isUsed.open),
        Effect.zipLeft(pause(20)),
        Effect.tap(() => order.push("used"))
      )
      const deleting = Effect.tap(identities.delete(instanceId, user.id, identity.id), () => order.push("deleted"))
      const outcomes = yield* Effect.all([run(using), isUsed.whenOpen(deleting)], { concurrency: "unbounded" })
      assert.deepStrictEqual(
        [outcomes, order],
        [
          [true, true],
          ["used", "deleted"]
        ]
      )
    })
  )
}

const listing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("lists the identities of one user, oldest first, by their ids", () =>
    Effect.gen(function* () {
      const { list, other, user } = yield* setUp
      yield* Samples.storedIdentity(other)
      const all = yield* Effect.replicateEffect(
        Effect.suspend(() => Samples.storedIdentity(user)),
        5
      )
      assert.deepStrictEqual(
        (yield* list()).map(({ id }) => id),
        all.map(({ id }) => id).sort()
      )
      same(yield* list(Samples.user(user.instanceId)), [])
    })
  )
}

const deleting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes an identity of its user only, once of twenty concurrent calls", () =>
    Effect.gen(function* () {
      const { identities, instanceId, list, other, user } = yield* setUp
      const kept = yield* Samples.storedIdentity(user)
      const deleted = yield* Samples.storedIdentity(user)
      assert.isFalse(yield* identities.delete(instanceId, other.id, deleted.id))
      const outcomes = yield* concurrently(20, () => identities.delete(instanceId, user.id, deleted.id))
      assert.lengthOf(Arr.getRights([...outcomes]).filter(Boolean), 1)
      same(yield* list(), [kept])
      isNone(yield* identities.find(instanceId, deleted))
    })
  )

  it.effect("lets another user have one that was deleted", () =>
    Effect.gen(function* () {
      const { identities, instanceId, other, user } = yield* setUp
      const { id, issuer, subject } = yield* Samples.storedIdentity(user)
      yield* identities.delete(instanceId, user.id, id)
      const moved = yield* Samples.storedIdentity(other, { issuer, subject })
      isSome(yield* identities.find(instanceId, moved), moved)
    })
  )

  it.effect("has none of a user who was deleted, and keeps those of others", () =>
    Effect.gen(function* () {
      const { identities, instanceId, list, other, user, users } = yield* setUp
      const identity = yield* Samples.storedIdentity(user)
      const kept = yield* Samples.storedIdentity(other)
      yield* users.delete(instanceId, user.id)
      isNone(yield* identities.find(instanceId, identity))
      same(yield* list(), [])
      same(yield* list(other), [kept])
    })
  )

  it.effect("has none of an instance that was removed, and keeps those of others", () =>
    Effect.gen(function* () {
      const { identities, instanceId, user } = yield* setUp
      const identity = yield* Samples.storedIdentity(user)
      const elsewhere = yield* Samples.storedUser((yield* Samples.storedInstance).id)
      const { issuer, subject } = identity
      const kept = yield* Samples.storedIdentity(elsewhere, { issuer, subject })
      yield* (yield* InstanceRepository).delete(instanceId, Samples.now)
      const { removeBatch } = yield* InstanceRemoval
      yield* Effect.repeat(removeBatch(instanceId, 100), { until: (count) => count === 0 })
      isNone(yield* identities.find(instanceId, identity))
      isSome(yield* identities.find(elsewhere.instanceId, kept), kept)
    })
  )

  it.effect("restores what a transaction has inserted, used and deleted that is rolled back", () =>
    Effect.gen(function* () {
      const { identities, instanceId, list, run, use, user, users } = yield* setUp
      const identity = yield* Samples.storedIdentity(user)
      const verification = { instanceId, userId: user.id, now: Samples.plus(Samples.day) }
      const changes = [
        identities.insert(Samples.identity(user)),
        use(identity),
        identities.delete(instanceId, user.id, identity.id),
        users.delete(instanceId, user.id),
        users.verifyEmail({ ...verification, password: "drop_password" }),
        users.verifyEmail({ ...verification, password: "keep_password" })
      ]
      for (const change of changes) {
        yield* Effect.flip(run(Effect.zipRight(change, Effect.fail("refused"))))
        same(yield* list(), [identity])
      }
    })
  )
}

const keepingApart = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("finds, uses, lists and deletes no identity of another one, and stores one that another one has", () =>
    Effect.gen(function* () {
      const { identities, instanceId, list, user } = yield* setUp
      const identity = yield* Samples.storedIdentity(user)
      const { id, issuer, subject, userId } = identity
      const { id: otherId } = yield* Samples.storedInstance
      isNone(yield* identities.find(otherId, identity))
      same(yield* identities.list(otherId, userId), [])
      assert.isFalse(yield* identities.recordUse({ instanceId: otherId, userId, id, at: Samples.now }))
      assert.isFalse(yield* identities.delete(otherId, userId, id))
      const elsewhere = yield* Samples.storedIdentity(yield* Samples.storedUser(otherId), { issuer, subject })
      isSome(yield* identities.find(otherId, identity), elsewhere)
      isSome(yield* identities.find(instanceId, identity), identity)
      same(yield* list(), [identity])
    })
  )
}

const verifying = (it: Vitest.MethodsNonLive<Ports>) => {
  const now = Samples.plus(Samples.day)

  it.effect("has none of a user whose account was taken over, and keeps those of others", () =>
    Effect.gen(function* () {
      const { identities, instanceId, list, other, user, users } = yield* setUp
      const identity = yield* Samples.storedIdentity(user)
      const kept = yield* Samples.storedIdentity(other)
      yield* users.verifyEmail({ instanceId, userId: user.id, now, password: "drop_password" })
      same(yield* list(), [])
      isNone(yield* identities.find(instanceId, identity))
      same(yield* list(other), [kept])
    })
  )

  it.effect("counts identities as linked when their owner verifies the address, and those of others as before", () =>
    Effect.gen(function* () {
      const { instanceId, list, other, use, user, users } = yield* setUp
      const identity = yield* Samples.storedIdentity(user)
      const kept = yield* Samples.storedIdentity(other)
      yield* use(identity)
      yield* users.verifyEmail({ instanceId, userId: user.id, now, password: "keep_password" })
      same(yield* list(), [changed(identity, { createdAt: now, lastUsedAt: Option.some(Samples.now) })])
      same(yield* list(other), [kept])
    })
  )

  it.effect("keeps identities when a password is set, or the user disabled", () =>
    Effect.gen(function* () {
      const { instanceId, list, user, users } = yield* setUp
      const identity = yield* Samples.storedIdentity(user)
      const next = Samples.passwordHash()
      yield* users.setPasswordHash({ instanceId, userId: user.id, next, credentialVersion: 0 })
      yield* users.setDisabled({ instanceId, userId: user.id, disabledAt: Option.some(Samples.now) })
      same(yield* list(), [identity])
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("insert and find", () => inserting(it))
  describe("many at once", () => insertingMany(it))
  describe("recordUse", () => using(it))
  describe("list", () => listing(it))
  describe("delete", () => deleting(it))
  describe("in an instance", () => keepingApart(it))
  describe("credentials", () => verifying(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = (user: User): Effect.Effect<unknown, unknown, Ports> => Samples.storedIdentity(user)

/**
 * Runs the contract of `IdentityRepository` against a layer, which must build within a minute. Call it in a test file
 * of Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`IdentityRepository: ${name}`, tests)
