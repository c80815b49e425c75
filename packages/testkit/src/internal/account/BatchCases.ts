import { assert, type Vitest } from "@effect/vitest"
import { ExternalId } from "@latchkey/domain/account/ExternalId"
import type { User } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { isNone, isSome } from "../Assertions.ts"
import { concurrently, repeatedly } from "../Concurrency.ts"
import { type Ports, setUp } from "./UserFixture.ts"

const named = (text: string) => ({ externalId: Option.some(ExternalId.make(text)) })
const idsOf = (users: ReadonlyArray<Pick<User, "id">>) => users.map(({ id }) => id)

export const inserting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("adds users with every field unchanged, in their instance only, and returns their ids", () =>
    Effect.gen(function* () {
      const { instanceId, otherInstanceId, users } = yield* setUp
      const full = Samples.user(instanceId, {
        ...named("crm|7"),
        emailVerifiedAt: Option.some(Samples.plus(1)),
        claimedAt: Option.some(Samples.plus(2)),
        disabledAt: Option.some(Samples.plus(3)),
        createdAt: Samples.longAgo,
        credentialVersion: 7
      })
      const bare = Samples.user(instanceId, { passwordHash: Option.none() })
      const elsewhere = Samples.user(otherInstanceId, { email: full.email, ...named("crm|7") })
      assert.sameMembers([...(yield* users.insertAll(instanceId, [full, bare]))], idsOf([full, bare]))
      assert.deepStrictEqual(yield* users.insertAll(otherInstanceId, [elsewhere]), [elsewhere.id])
      for (const user of [full, bare, elsewhere]) isSome(yield* users.findById(user.instanceId, user.id), user)
      assert.deepStrictEqual(yield* users.insertAll(instanceId, []), [])
    })
  )

  it.effect("leaves out users whose id, address or external id the instance has, and adds the others", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const stored = yield* Samples.storedUser(instanceId, named("crm|7"))
      const fresh = Samples.user(instanceId)
      const added = yield* users.insertAll(instanceId, [
        Samples.user(instanceId, { email: stored.email }),
        Samples.user(instanceId, named("crm|7")),
        Samples.user(instanceId, { id: stored.id }),
        fresh
      ])
      assert.deepStrictEqual(added, [fresh.id])
      isSome(yield* users.findByEmail(instanceId, stored.email), stored)
      isSome(yield* users.findByExternalId(instanceId, ExternalId.make("crm|7")), stored)
      isSome(yield* users.findById(instanceId, stored.id), stored)
    })
  )

  it.effect("adds one of several users with the same address or external id", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const email = Samples.email()
      const sameAddress = [Samples.user(instanceId, { email }), Samples.user(instanceId, { email })]
      const sameName = [Samples.user(instanceId, named("crm|8")), Samples.user(instanceId, named("crm|8"))]
      const added = yield* users.insertAll(instanceId, [...sameAddress, ...sameName])
      assert.lengthOf(Arr.intersection(added, idsOf(sameAddress)), 1)
      assert.lengthOf(Arr.intersection(added, idsOf(sameName)), 1)
    })
  )

  it.effect("adds each user once if concurrent calls add the same ones in another order", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { instanceId, users } = yield* setUp
        const emails = Arr.makeBy(300, () => Samples.email())
        const outcomes = yield* concurrently(8, (index) => {
          const turned = index % 2 === 0 ? emails : Arr.reverse(emails)
          return users.insertAll(
            instanceId,
            turned.map((email) => Samples.user(instanceId, { email }))
          )
        })
        const added = Arr.getRights([...outcomes]).flat()
        assert.lengthOf(Arr.getRights([...outcomes]), 8)
        assert.lengthOf(added, emails.length)
        assert.sameMembers(added, idsOf(yield* users.findMatches({ instanceId, emails, externalIds: [] })))
      })
    )
  )

  it.effect("adds nothing if the surrounding transaction fails, which a conflict does not", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const { run } = yield* Transaction
      const stored = yield* Samples.storedUser(instanceId)
      const [lost, kept] = [Samples.user(instanceId), Samples.user(instanceId)]
      yield* Effect.flip(run(Effect.zipRight(users.insertAll(instanceId, [lost]), Effect.fail("stop"))))
      const again = Samples.user(instanceId, { email: stored.email })
      yield* run(Effect.zipRight(users.insertAll(instanceId, [again]), users.insertAll(instanceId, [kept])))
      isNone(yield* users.findById(instanceId, lost.id))
      isSome(yield* users.findById(instanceId, kept.id), kept)
    })
  )
}

export const matching = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns users with one of the addresses or external ids once, of the instance only", () =>
    Effect.gen(function* () {
      const { instanceId, otherInstanceId, users } = yield* setUp
      const both = yield* Samples.storedUser(instanceId, named("crm|7"))
      const byAddress = yield* Samples.storedUser(instanceId)
      const byName = yield* Samples.storedUser(instanceId, named("crm|Ä"))
      yield* Samples.storedUser(instanceId, named("crm|9"))
      yield* Samples.storedUser(otherInstanceId, { email: both.email, ...named("crm|7") })
      const found = yield* users.findMatches({
        instanceId,
        emails: [both.email, byAddress.email, Samples.email()],
        externalIds: ["crm|7", "crm|Ä", "crm|ä"].map((text) => ExternalId.make(text))
      })
      assert.sameMembers(idsOf(found), idsOf([both, byAddress, byName]))
      for (const user of found) isSome(yield* users.findById(instanceId, user.id), user)
    })
  )

  it.effect("returns nothing without addresses and external ids", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      yield* Samples.storedUser(instanceId)
      assert.deepStrictEqual(yield* users.findMatches({ instanceId, emails: [], externalIds: [] }), [])
    })
  )
}
