import { assert, type Vitest } from "@effect/vitest"
import { ExternalId } from "@latchkey/domain/account/ExternalId"
import { User } from "@latchkey/domain/account/UserRepository"
import { Email } from "@latchkey/domain/core/Email"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { failsWith, isNone, isSome, oneSucceeds, same } from "../Assertions.ts"
import { concurrently } from "../Concurrency.ts"
import { type Ports, setUp } from "./UserFixture.ts"

const externalId = (text: string) => ExternalId.make(text)
const withExternalId = (text: string) => ({ externalId: Option.some(externalId(text)) })

/** A user on a known client with a session. */
const signedIn = Effect.gen(function* () {
  const { instanceId, otherInstanceId, users } = yield* setUp
  const sessions = yield* SessionRepository
  const user = yield* Samples.storedUser(instanceId, withExternalId("crm|7"))
  const grant = Samples.grant(user)
  yield* sessions.issue(grant)
  const session = sessions.findActive({
    instanceId,
    tokenHash: grant.session.tokenHash,
    clientHash: grant.clientHash,
    now: Samples.now,
    idleLifetime: Duration.days(7)
  })
  const account = users.findForSignIn({
    instanceId,
    email: user.email,
    clientHash: Option.some(grant.clientHash),
    now: Samples.now
  })
  const stored = users.findById(instanceId, user.id)
  return { account, instanceId, otherInstanceId, session, stored, user, users }
})

export const externalIds = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("find their user, in its instance only, and compare exactly", () =>
    Effect.gen(function* () {
      const { instanceId, otherInstanceId, users } = yield* setUp
      const user = yield* Samples.storedUser(instanceId, withExternalId("auth0|Ää 1"))
      const other = yield* Samples.storedUser(otherInstanceId, withExternalId("auth0|Ää 1"))
      isSome(yield* users.findByExternalId(instanceId, externalId("auth0|Ää 1")), user)
      isSome(yield* users.findByExternalId(otherInstanceId, externalId("auth0|Ää 1")), other)
      isSome(yield* users.findById(instanceId, user.id), user)
      for (const text of ["auth0|ää 1", "auth0|Ää 1 ", "auth0", user.id]) {
        isNone(yield* users.findByExternalId(instanceId, externalId(text)))
      }
    })
  )

  it.effect("belong to one user: an insert fails with ExternalIdTaken, and changes nothing", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const { run } = yield* Transaction
      const first = yield* Samples.storedUser(instanceId, withExternalId("1"))
      const second = Samples.user(instanceId, withExternalId("1"))
      const third = Samples.user(instanceId)
      failsWith(yield* run(Effect.zipLeft(Effect.either(users.insert(second)), users.insert(third))), "ExternalIdTaken")
      isNone(yield* users.findByEmail(instanceId, second.email))
      isSome(yield* users.findById(instanceId, third.id), third)
      isSome(yield* users.findByExternalId(instanceId, externalId("1")), first)
      const same = Samples.user(instanceId, { email: first.email, ...withExternalId("1") })
      failsWith(yield* Effect.either(users.insert(same)), "EmailTaken")
    })
  )

  it.effect("belong to exactly one of twenty concurrent inserts", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const outcomes = yield* concurrently(20, () => users.insert(Samples.user(instanceId, withExternalId("race"))))
      oneSucceeds(outcomes, "ExternalIdTaken")
    })
  )
}

export const listing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns users by the time of their creation and their id, from page to page", () =>
    Effect.gen(function* () {
      const { instanceId, otherInstanceId, users } = yield* setUp
      yield* Samples.storedUser(otherInstanceId)
      const stored = yield* Effect.forEach([3, 1, 2, 2, 1], (millis) =>
        Samples.storedUser(instanceId, { createdAt: Samples.plus(millis) })
      )
      const expected = [...stored].sort((a, b) => DateTime.distance(b.createdAt, a.createdAt) || (a.id < b.id ? -1 : 1))
      const all = { instanceId, order: "oldest", after: Option.none() } as const
      same(yield* users.list({ ...all, limit: 10 }), expected)
      const pages: Array<User> = []
      for (let after = Option.none<User>(); pages.length < expected.length; after = Option.fromNullable(pages.at(-1))) {
        const page = yield* users.list({ ...all, after, limit: 2 })
        assert.isAtLeast(page.length, 1)
        pages.push(...page)
      }
      same(pages, expected)
      same(yield* users.list({ ...all, after: Option.fromNullable(expected.at(-1)), limit: 2 }), [])
    })
  )

  it.effect("returns users created at `from` or later, and before `until`", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      yield* Effect.forEach([0, 1, 2, 3], (millis) =>
        Samples.storedUser(instanceId, { createdAt: Samples.plus(millis) })
      )
      const created = (from: number, until: number) =>
        Effect.map(
          users.list({
            instanceId,
            from: Option.some(Samples.plus(from)),
            until: Option.some(Samples.plus(until)),
            order: "oldest",
            after: Option.none(),
            limit: 10
          }),
          (found) => found.map(({ createdAt }) => DateTime.distance(Samples.now, createdAt))
        )
      assert.deepStrictEqual(yield* created(1, 3), [1, 2])
      assert.deepStrictEqual(yield* created(3, 3), [])
      assert.deepStrictEqual(yield* created(-5, 1), [0])
    })
  )
}

export const updating = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores every field, and keeps sessions and known clients with the same credential version", () =>
    Effect.gen(function* () {
      const { account, instanceId, session, stored, user, users } = yield* signedIn
      const changed = new User({
        ...user,
        email: Samples.email(),
        emailVerifiedAt: Option.some(Samples.plus(1)),
        externalId: Option.none()
      })
      assert.isTrue(yield* users.update(changed, user.credentialVersion))
      isSome(yield* stored, changed)
      isNone(yield* users.findByEmail(instanceId, user.email))
      isSome(yield* users.findByEmail(instanceId, changed.email), changed)
      isNone(yield* users.findByExternalId(instanceId, externalId("crm|7")))
      assert.isTrue(Option.isSome(yield* session))
      isNone((yield* account).user)
    })
  )

  it.effect("revokes the sessions and forgets the known clients with the next credential version", () =>
    Effect.gen(function* () {
      const { account, session, stored, user, users } = yield* signedIn
      assert.isTrue(Option.isSome((yield* account).knownClient))
      const changed = new User({ ...user, passwordHash: Option.none(), credentialVersion: 1 })
      assert.isTrue(yield* users.update(changed, 0))
      isSome(yield* stored, changed)
      assert.isTrue(Option.isNone(yield* session))
      assert.isTrue(Option.isNone((yield* account).knownClient))
    })
  )

  it.effect("changes nothing for another credential version, an unknown user and a user of another instance", () =>
    Effect.gen(function* () {
      const { account, otherInstanceId, stored, user, users } = yield* signedIn
      const changed = new User({ ...user, email: Samples.email(), credentialVersion: 2 })
      assert.isFalse(yield* users.update(changed, 1))
      assert.isFalse(yield* users.update(new User({ ...changed, id: Samples.userId() }), 0))
      assert.isFalse(yield* users.update(new User({ ...changed, instanceId: otherInstanceId }), 0))
      isSome(yield* stored, user)
      assert.isTrue(Option.isSome((yield* account).knownClient))
    })
  )

  it.effect("fails for what another user has, and leaves the surrounding transaction usable", () =>
    Effect.gen(function* () {
      const { instanceId, stored, user, users } = yield* signedIn
      const { run } = yield* Transaction
      const other = yield* Samples.storedUser(instanceId, withExternalId("other"))
      const third = Samples.user(instanceId)
      const withEmail = users.update(new User({ ...user, email: other.email }), 0)
      const withId = users.update(new User({ ...user, ...withExternalId("other") }), 0)
      const [first, second] = yield* run(
        Effect.zipLeft(Effect.zip(Effect.either(withEmail), Effect.either(withId)), users.insert(third))
      )
      failsWith(first, "EmailTaken")
      failsWith(second, "ExternalIdTaken")
      isSome(yield* stored, user)
      isSome(yield* users.findById(instanceId, other.id), other)
      isSome(yield* users.findById(instanceId, third.id), third)
    })
  )

  it.effect("gives an address to exactly one of twenty concurrent updates", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const email = Email.make(`race-${Samples.email()}`)
      const stored = yield* Effect.replicateEffect(Samples.storedUser(instanceId), 20)
      const outcomes = yield* concurrently(20, (index) =>
        Effect.suspend(() => users.update(new User({ ...(stored[index] ?? Samples.user(instanceId)), email }), 0))
      )
      oneSucceeds(outcomes, "EmailTaken")
    })
  )
}

export const deleting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns the user, and leaves neither sessions, nor known clients, nor address and external id", () =>
    Effect.gen(function* () {
      const { account, instanceId, session, stored, user, users } = yield* signedIn
      isSome(yield* users.delete(instanceId, user.id), user)
      isNone(yield* stored)
      isNone(yield* session)
      const { knownClient, user: found } = yield* account
      isNone(found)
      isNone(knownClient)
      const again = yield* Samples.storedUser(instanceId, { email: user.email, ...withExternalId("crm|7") })
      isSome(yield* users.findByExternalId(instanceId, externalId("crm|7")), again)
      assert.isTrue(Option.isNone((yield* account).knownClient))
      isNone(yield* users.delete(instanceId, user.id))
    })
  )

  it.effect("deletes no other user, and none of another instance", () =>
    Effect.gen(function* () {
      const { instanceId, otherInstanceId, session, stored, user, users } = yield* signedIn
      const other = yield* Samples.storedUser(instanceId)
      isNone(yield* users.delete(otherInstanceId, user.id))
      isSome(yield* users.delete(instanceId, other.id), other)
      isSome(yield* stored, user)
      assert.isTrue(Option.isSome(yield* session))
    })
  )

  it.effect("is undone with the surrounding transaction", () =>
    Effect.gen(function* () {
      const { instanceId, session, stored, user, users } = yield* signedIn
      const { run } = yield* Transaction
      yield* Effect.either(run(Effect.zipRight(users.delete(instanceId, user.id), Effect.fail("refused"))))
      isSome(yield* stored, user)
      assert.isTrue(Option.isSome(yield* session))
    })
  )

  it.effect("lets no concurrent sign-in leave a session", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const sessions = yield* SessionRepository
      const user = yield* Samples.storedUser(instanceId)
      const grants = Array.from({ length: 20 }, () => Samples.grant(user))
      yield* Effect.all(
        [users.delete(instanceId, user.id), ...grants.map((grant) => Effect.either(sessions.issue(grant)))],
        { concurrency: "unbounded" }
      )
      const found = yield* Effect.forEach(grants, ({ clientHash, session: { tokenHash } }) =>
        sessions.findActive({ instanceId, tokenHash, clientHash, now: Samples.now, idleLifetime: Duration.days(7) })
      )
      assert.isTrue(found.every(Option.isNone))
    })
  )
}
