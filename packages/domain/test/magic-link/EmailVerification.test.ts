import { assert, describe } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import {
  ann,
  areSame,
  ben,
  isKnown,
  linkTokenFor,
  otherInstance,
  otherUsers,
  outcome,
  revokeSessionsOf,
  rightPassword,
  signedIn,
  signedUp,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import { beforeNext, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const user = Effect.map(storedUser(ann), Option.getOrThrow)

/** Checks that the former password and the former sessions no longer work. */
const isTakenOver = (former: TestClient.TestClient) =>
  Effect.gen(function* () {
    assert.strictEqual(yield* outcome(former.authenticate), "Unauthenticated")
    assert.strictEqual(yield* outcome(former.signIn(ann, rightPassword)), "InvalidCredentials")
    const { credentialVersion, passwordHash } = yield* user
    assert.isTrue(Option.isNone(passwordHash))
    assert.strictEqual(credentialVersion, 1)
    assert.strictEqual(yield* revokeSessionsOf(ann), 1)
  })

const isKept = (client: TestClient.TestClient) =>
  Effect.gen(function* () {
    assert.isTrue((yield* client.authenticate).emailVerified)
    assert.strictEqual(yield* outcome((yield* TestClient.make).signIn(ann, rightPassword)), "ok")
  })

describe("The first verification of an address", () => {
  test(
    "deletes the password, revokes every session and raises the credential version",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      const attackersPhone = yield* signedIn
      const owner = yield* TestClient.make
      yield* owner.verifyLink(yield* linkTokenFor(owner, ann))
      assert.deepInclude(yield* owner.authenticate, { email: ann, emailVerified: true })
      assert.strictEqual(yield* outcome(attackersPhone.authenticate), "Unauthenticated")
      yield* isTakenOver(attacker)
    })
  )

  test(
    "does the same when the link is opened",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      const owner = yield* TestClient.make
      assert.strictEqual((yield* owner.openLink(yield* linkTokenFor(owner, ann)))._tag, "Consumed")
      yield* isTakenOver(attacker)
    })
  )

  test(
    "keeps the password on a client with an active session of that user",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      yield* isKept(client)
    })
  )

  test(
    "revokes every other session and raises the credential version on that client, too",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* signedIn
      const copy = yield* TestClient.copyOf(client)
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(copy.authenticate), "Unauthenticated")
      assert.strictEqual((yield* user).credentialVersion, 1)
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      assert.strictEqual(yield* revokeSessionsOf(ann), 1)
    })
  )

  test(
    "revokes the sessions of someone who planted their own in the owner's client",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      const attackersPhone = yield* signedIn
      const owner = yield* TestClient.copyOf(attacker)
      yield* owner.verifyLink(yield* linkTokenFor(owner, ann))
      assert.strictEqual(yield* outcome(attacker.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(attackersPhone.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(owner.authenticate), "ok")
    })
  )

  test(
    "forgets every known client of the account, except the one that verifies",
    Effect.gen(function* () {
      const former = [yield* signedUp, yield* signedIn, yield* signedIn]
      const { bensClient } = yield* otherUsers
      const owner = yield* TestClient.make
      yield* owner.verifyLink(yield* linkTokenFor(owner, ann))
      assert.deepStrictEqual(yield* Effect.forEach(former, (client) => isKnown(client, ann)), [false, false, false])
      assert.isTrue(yield* isKnown(owner, ann))
      assert.isTrue(yield* isKnown(bensClient, ben))
    })
  )

  test(
    "reads the presented session without recording a visit",
    Effect.gen(function* () {
      const client = yield* signedUp
      const token = yield* linkTokenFor(client, ann)
      yield* TestClock.adjust("10 minutes")
      yield* client.verifyLink(token)
      assert.strictEqual(yield* countOf("SessionRepository.touch"), 0)
      yield* isKept(client)
    })
  )

  test(
    "makes a sign-in in progress with the former password fail",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      const owner = yield* TestClient.make
      const token = yield* linkTokenFor(owner, ann)
      yield* beforeNext("SessionRepository.issue", owner.verifyLink(token))
      const phone = yield* TestClient.make
      assert.strictEqual(yield* outcome(phone.signIn(ann, rightPassword)), "InvalidCredentials")
      assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
      yield* isTakenOver(attacker)
    })
  )

  test(
    "revokes a session that a sign-in created just before",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      const owner = yield* TestClient.make
      const token = yield* linkTokenFor(owner, ann)
      const phone = yield* TestClient.make
      yield* beforeNext("UserRepository.findByEmailForUpdate", phone.signIn(ann, rightPassword))
      yield* owner.verifyLink(token)
      assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
      yield* isTakenOver(attacker)
    })
  )

  test(
    "leaves other accounts unchanged, in other instances, too",
    Effect.gen(function* () {
      yield* signedUp
      const { bensClient, namesake } = yield* otherUsers
      const owner = yield* TestClient.make
      yield* owner.verifyLink(yield* linkTokenFor(owner, ann))
      assert.strictEqual(yield* outcome(bensClient.authenticate), "ok")
      assert.strictEqual(yield* outcome(namesake.authenticate), "ok")
      assert.strictEqual(yield* outcome(namesake.signIn(ann, rightPassword)), "ok")
    })
  )
})

describe("The first verification deletes the password despite", () => {
  const cases: Record<string, (client: TestClient.TestClient) => Effect.Effect<unknown, unknown>> = {
    "an active session of another user": (client) => client.signUp(ben, rightPassword),
    "a revoked session": (client) => {
      const { cookies: held, signOut } = client
      return Effect.flatMap(Ref.get(held), (cookies) => Effect.zipRight(signOut, Ref.set(held, cookies)))
    },
    "a session past its idle lifetime": () => TestClock.adjust("7 days"),
    "a session without its client token": ({ cookies: held }) =>
      Ref.update(held, (cookies) => ({ ...cookies, clientToken: Option.none() })),
    "a client token without a session": ({ cookies: held }) =>
      Ref.update(held, (cookies) => ({ ...cookies, sessionToken: Option.none() })),
    "a failed sign-in": (client) => Effect.zipRight(client.signOut, Effect.either(client.signIn(ann, wrongPassword)))
  }
  for (const [what, change] of Object.entries(cases)) {
    test(
      what,
      Effect.gen(function* () {
        const client = yield* signedUp
        const former = yield* TestClient.copyOf(client)
        yield* change(client)
        yield* client.verifyLink(yield* linkTokenFor(yield* TestClient.make, ann))
        yield* isTakenOver(former)
      })
    )
  }

  test(
    "an active session in another instance",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      const owner = yield* TestClient.make
      yield* owner.at(otherInstance).signUp(ann, rightPassword)
      yield* owner.verifyLink(yield* linkTokenFor(yield* TestClient.make, ann))
      yield* isTakenOver(attacker)
    })
  )
})

describe("A verification says that it removed a password", () => {
  test(
    "if it is the first one and the account had one, whether the link is used or opened",
    Effect.gen(function* () {
      yield* signedUp
      const owner = yield* TestClient.make
      assert.isTrue((yield* owner.verifyLink(yield* linkTokenFor(owner, ann))).passwordRemoved)
      yield* (yield* TestClient.make).signUp(ben, rightPassword)
      const opened = yield* owner.openLink(yield* linkTokenFor(owner, ben))
      assert.isTrue(opened._tag === "Consumed" && opened.result.passwordRemoved)
    })
  )

  test(
    "but not for a new account, a kept password, or a later link",
    Effect.gen(function* () {
      const isRemoved = (client: TestClient.TestClient, email = ann) =>
        Effect.flatMap(linkTokenFor(client, email), (token) =>
          Effect.map(client.verifyLink(token), ({ passwordRemoved }) => passwordRemoved)
        )
      const client = yield* signedUp
      assert.isFalse(yield* isRemoved(client))
      assert.isFalse(yield* isRemoved(yield* TestClient.make))
      assert.isFalse(yield* isRemoved(yield* TestClient.make, ben))
    })
  )
})

describe("The first verification sets claimedAt", () => {
  const claimedAt = Effect.map(user, (found) => found.claimedAt)

  test(
    "if it took the account over from someone else, once",
    Effect.gen(function* () {
      yield* signedUp
      yield* TestClock.adjust("1 hour")
      const owner = yield* TestClient.make
      yield* owner.verifyLink(yield* linkTokenFor(owner, ann))
      const expected = Option.some(yield* DateTime.now)
      assert.isTrue(areSame(yield* claimedAt, expected))
      assert.isTrue(areSame((yield* owner.authenticate).claimedAt, expected))
      yield* TestClock.adjust("1 hour")
      yield* owner.verifyLink(yield* linkTokenFor(owner, ann))
      assert.isTrue(areSame(yield* claimedAt, expected))
    })
  )

  test(
    "but not for the person who created the account, nor for a new account",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      assert.isTrue(Option.isNone(yield* claimedAt))
      assert.isTrue(Option.isNone((yield* client.authenticate).claimedAt))
      const bensClient = yield* TestClient.make
      yield* bensClient.verifyLink(yield* linkTokenFor(bensClient, ben))
      assert.isTrue(Option.isNone((yield* bensClient.authenticate).claimedAt))
    })
  )
})

describe("A verified account", () => {
  test(
    "keeps its password and sessions when any client uses a magic link",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      const before = yield* user
      yield* TestClock.adjust("1 hour")
      const other = yield* TestClient.make
      yield* other.verifyLink(yield* linkTokenFor(other, ann))
      assert.isTrue(areSame(yield* user, before))
      yield* isKept(client)
    })
  )

  test(
    "keeps its sessions without ever having had a password",
    Effect.gen(function* () {
      const first = yield* TestClient.make
      yield* first.verifyLink(yield* linkTokenFor(first, ann))
      const second = yield* TestClient.make
      yield* second.verifyLink(yield* linkTokenFor(second, ann))
      assert.strictEqual(yield* outcome(first.authenticate), "ok")
      assert.strictEqual(yield* revokeSessionsOf(ann), 2)
    })
  )
})
