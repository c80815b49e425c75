/** What stores guarantee of the passkeys of a user. */
import { assert, type Vitest } from "@effect/vitest"
import type { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type { PasskeyExists } from "@latchkey/domain/passkey/PasskeyErrors"
import type { Passkey, PasskeyId, PasskeyRepository, PasskeyUse } from "@latchkey/domain/passkey/PasskeyRepository"
import type { Transaction } from "@latchkey/domain/core/Transaction"
import type { CredentialId, UserHandle } from "@latchkey/domain/passkey/Credential"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { failsWith, isNone, isSome, oneSucceeds, same } from "../Assertions.ts"
import { concurrently, pause } from "../Concurrency.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceRepository | PasskeyRepository | Transaction | UserRepository

type Fields = Partial<Omit<ConstructorParameters<typeof Passkey>[0], "instanceId" | "userId">>

type Stored<A, E = never> = Effect.Effect<A, E | PersistenceError>

/**
 * The port, with owners in one instance. `added` stores a new owner; `missing` is none. `sample` makes a passkey of
 * an owner, `changed` another one from it.
 */
export interface Fixture {
  readonly added: Effect.Effect<User, unknown, Ports>
  readonly missing: User
  readonly sample: (of: User, fields?: Fields) => Passkey
  readonly changed: (passkey: Passkey, fields: Fields) => Passkey
  readonly findHandle: (of: User) => Stored<Option.Option<UserHandle>>
  readonly assignHandle: (of: User, fresh: UserHandle) => Stored<Option.Option<UserHandle>>
  readonly insert: (passkey: Passkey) => Stored<void, PasskeyExists>
  readonly find: (
    id: CredentialId
  ) => Stored<Option.Option<{ readonly passkey: Passkey; readonly userHandle: UserHandle }>>
  readonly recordUse: (passkey: Passkey, use: Omit<PasskeyUse, "id" | "instanceId">) => Stored<boolean>
  readonly list: (of: User) => Stored<ReadonlyArray<Passkey>>
  readonly rename: (of: User, id: PasskeyId, name: string) => Stored<boolean>
  readonly delete: (of: User, id: PasskeyId) => Stored<boolean>
  readonly deleteAll: (of: User) => Stored<number>
  readonly run: Transaction["Type"]["run"]
}

/** The tests of a port, by its methods. `fixture` is run in each test. */
export const make = (fixture: Effect.Effect<Fixture, unknown, Ports>) => {
  const setUp = Effect.gen(function* () {
    const passkeys = yield* fixture
    const owner = yield* passkeys.added
    const handle = Samples.userHandle()
    isSome(yield* passkeys.assignHandle(owner, handle), handle)
    const stored = (of: User, fields?: Fields) =>
      Effect.gen(function* () {
        const passkey = passkeys.sample(of, fields)
        yield* passkeys.assignHandle(of, Samples.userHandle())
        yield* passkeys.insert(passkey)
        return passkey
      })
    return { handle, owner, passkeys, stored }
  })
  const idsOf = (passkeys: ReadonlyArray<Passkey>) => passkeys.map(({ id }) => id)

  const assignHandle = (it: Vitest.MethodsNonLive<Ports>) => {
    it.effect("gives an owner one handle for good, and others another one", () =>
      Effect.gen(function* () {
        const { handle, owner, passkeys } = yield* setUp
        isSome(yield* passkeys.assignHandle(owner, Samples.userHandle()), handle)
        isSome(yield* passkeys.findHandle(owner), handle)
        isNone(yield* passkeys.findHandle(yield* passkeys.added))
      })
    )

    it.effect("returns one handle to twenty concurrent calls", () =>
      Effect.gen(function* () {
        const { passkeys } = yield* setUp
        const owner = yield* passkeys.added
        const outcomes = yield* concurrently(20, () => passkeys.assignHandle(owner, Samples.userHandle()))
        const handles = Arr.getSomes(Arr.getRights([...outcomes]))
        assert.lengthOf(handles, 20)
        assert.lengthOf(Arr.dedupe(handles), 1)
        assert.deepStrictEqual(yield* passkeys.findHandle(owner), Arr.head(handles))
      })
    )

    it.effect("stores none for an owner who does not exist", () =>
      Effect.gen(function* () {
        const { passkeys } = yield* setUp
        isNone(yield* passkeys.assignHandle(passkeys.missing, Samples.userHandle()))
        isNone(yield* passkeys.findHandle(passkeys.missing))
      })
    )
  }

  const insert = (it: Vitest.MethodsNonLive<Ports>) => {
    it.effect("stores a passkey with every field, which is found with the handle of its owner", () =>
      Effect.gen(function* () {
        const { handle, owner, passkeys, stored } = yield* setUp
        const fields = [
          {},
          { transports: [], backupEligible: false, signCount: 4_294_967_295, name: "Schlüssel 🔑" },
          { backedUp: true, lastUsedAt: Option.some(Samples.plus(1)), rpId: "login.example.com" }
        ]
        for (const one of fields) {
          const passkey = yield* stored(owner, one)
          isSome(yield* passkeys.find(passkey.credentialId), { passkey, userHandle: handle })
        }
        assert.lengthOf(yield* passkeys.list(owner), 3)
        isNone(yield* passkeys.find(passkeys.sample(owner).credentialId))
      })
    )

    it.effect(
      "fails with PasskeyExists for a stored credential, of this owner or another one, and changes nothing",
      () =>
        Effect.gen(function* () {
          const { handle, owner, passkeys, stored } = yield* setUp
          const passkey = yield* stored(owner)
          const { credentialId } = passkey
          const other = yield* passkeys.added
          for (const one of [owner, other]) {
            failsWith(yield* Effect.either(stored(one, { credentialId })), "PasskeyExists")
          }
          isSome(yield* passkeys.find(credentialId), { passkey, userHandle: handle })
          same(yield* passkeys.list(owner), [passkey])
          same(yield* passkeys.list(other), [])
        })
    )

    it.effect("leaves a surrounding transaction usable after PasskeyExists", () =>
      Effect.gen(function* () {
        const { owner, passkeys, stored } = yield* setUp
        const first = yield* stored(owner)
        const again = passkeys.sample(owner, { credentialId: first.credentialId })
        const next = passkeys.sample(owner)
        const inserting = Effect.zipLeft(Effect.either(passkeys.insert(again)), passkeys.insert(next))
        failsWith(yield* passkeys.run(inserting), "PasskeyExists")
        assert.sameMembers(idsOf(yield* passkeys.list(owner)), [first.id, next.id])
      })
    )

    it.effect("stores one of twenty concurrent passkeys with the same credential", () =>
      Effect.gen(function* () {
        const { owner, passkeys } = yield* setUp
        const other = yield* passkeys.added
        yield* passkeys.assignHandle(other, Samples.userHandle())
        const { credentialId } = passkeys.sample(owner)
        const outcomes = yield* concurrently(20, (index) =>
          passkeys.insert(passkeys.sample(index % 2 === 0 ? owner : other, { credentialId }))
        )
        oneSucceeds(outcomes, "PasskeyExists")
      })
    )
  }

  const recordUse = (it: Vitest.MethodsNonLive<Ports>) => {
    const use = { at: Samples.now, signCount: 7, backedUp: true }

    it.effect("records a use, and never moves its time back", () =>
      Effect.gen(function* () {
        const { owner, passkeys, stored } = yield* setUp
        const [passkey, other] = [yield* stored(owner), yield* stored(owner)]
        const later = Samples.plus(1000)
        assert.isTrue(yield* passkeys.recordUse(passkey, { ...use, at: later }))
        assert.isTrue(yield* passkeys.recordUse(passkey, { ...use, signCount: 3 }))
        const used = passkeys.changed(passkey, { backedUp: true, signCount: 3, lastUsedAt: Option.some(later) })
        same(
          yield* passkeys.list(owner),
          [used, other].sort((one, two) => (one.id < two.id ? -1 : 1))
        )
      })
    )

    it.effect("returns false for one that is gone", () =>
      Effect.gen(function* () {
        const { owner, passkeys, stored } = yield* setUp
        const passkey = yield* stored(owner)
        yield* passkeys.delete(owner, passkey.id)
        assert.isFalse(yield* passkeys.recordUse(passkey, use))
      })
    )

    it.effect("of a use and a removal, whichever is first, leaves no passkey", () =>
      Effect.gen(function* () {
        const { owner, passkeys, stored } = yield* setUp
        const passkey = yield* stored(owner)
        const outcomes = yield* concurrently(20, (index) =>
          index === 10 ? passkeys.delete(owner, passkey.id) : passkeys.recordUse(passkey, use)
        )
        assert.isTrue(outcomes.every(Either.isRight))
        same(yield* passkeys.list(owner), [])
      })
    )

    it.effect("makes a use wait for a transaction that removes the passkey, and returns false then", () =>
      Effect.gen(function* () {
        const { owner, passkeys, stored } = yield* setUp
        const passkey = yield* stored(owner)
        const isRemoved = yield* Effect.makeLatch()
        const removing = passkeys.deleteAll(owner).pipe(Effect.zipLeft(isRemoved.open), Effect.zipLeft(pause(20)))
        const [removed, isUsed] = yield* Effect.all(
          [passkeys.run(removing), isRemoved.whenOpen(passkeys.recordUse(passkey, use))],
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual([removed, isUsed], [1, false])
      })
    )
  }

  const list = (it: Vitest.MethodsNonLive<Ports>) => {
    it.effect("lists the passkeys of one owner, oldest first, by their ids", () =>
      Effect.gen(function* () {
        const { owner, passkeys, stored } = yield* setUp
        yield* stored(yield* passkeys.added)
        const all = yield* Effect.forEach(Arr.range(1, 5), () => stored(owner))
        assert.deepStrictEqual(idsOf(yield* passkeys.list(owner)), idsOf(all).sort())
      })
    )

    it.effect("renames a passkey of its owner only", () =>
      Effect.gen(function* () {
        const { owner, passkeys, stored } = yield* setUp
        const other = yield* passkeys.added
        const passkey = yield* stored(owner)
        assert.isFalse(yield* passkeys.rename(other, passkey.id, "My phone"))
        same(yield* passkeys.list(owner), [passkey])
        assert.isTrue(yield* passkeys.rename(owner, passkey.id, "My phone"))
        same(yield* passkeys.list(owner), [passkeys.changed(passkey, { name: "My phone" })])
      })
    )
  }

  const deletion = (it: Vitest.MethodsNonLive<Ports>) => {
    it.effect("deletes a passkey of its owner only, once of twenty concurrent calls", () =>
      Effect.gen(function* () {
        const { owner, passkeys, stored } = yield* setUp
        const other = yield* passkeys.added
        const kept = yield* stored(owner)
        const { id } = yield* stored(owner)
        assert.isFalse(yield* passkeys.delete(other, id))
        const outcomes = yield* concurrently(20, () => passkeys.delete(owner, id))
        assert.strictEqual(Arr.getRights([...outcomes]).filter((deleted) => deleted).length, 1)
        same(yield* passkeys.list(owner), [kept])
      })
    )

    it.effect("deletes all passkeys of one owner, and keeps the handle", () =>
      Effect.gen(function* () {
        const { handle, owner, passkeys, stored } = yield* setUp
        const other = yield* passkeys.added
        const kept = yield* stored(other)
        yield* stored(owner)
        yield* stored(owner)
        assert.strictEqual(yield* passkeys.deleteAll(owner), 2)
        assert.strictEqual(yield* passkeys.deleteAll(owner), 0)
        same(yield* passkeys.list(owner), [])
        same(yield* passkeys.list(other), [kept])
        isSome(yield* passkeys.findHandle(owner), handle)
      })
    )

    it.effect("keeps passkeys of a transaction that is rolled back", () =>
      Effect.gen(function* () {
        const { owner, passkeys, stored } = yield* setUp
        const passkey = yield* stored(owner)
        const deleted = passkeys.delete(owner, passkey.id)
        yield* Effect.flip(passkeys.run(Effect.zipRight(deleted, Effect.fail("changed my mind"))))
        same(yield* passkeys.list(owner), [passkey])
      })
    )
  }

  return { assignHandle, delete: deletion, insert, list, recordUse }
}
