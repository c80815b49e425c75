import { defaultAuthConfig } from "@latchkey/domain/instance/Instance"
import { assert, describe } from "@effect/vitest"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import type { Session } from "@latchkey/domain/session/SessionRepository"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  instance,
  justBefore,
  linkTokenFor,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  revokeSessionsOf,
  rightPassword,
  sentLinkToken,
  signedUp,
  storedUser,
  test
} from "../support.ts"
import { argsOf, before, beforeNext, callNames, countOf, disconnectDuring, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const verifyOnNewClient = (token: string) =>
  Effect.flatMap(TestClient.make, (client) => outcome(client.verifyLink(token)))

describe("SignInWithMagicLink.verify", () => {
  test(
    "creates an account with a verified address and without a password, and signs in",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      yield* TestClock.adjust("1 minute")
      const issued = yield* client.verifyLink(token)
      const session = yield* client.authenticate
      assert.deepInclude(session, { id: issued.sessionId, userId: issued.userId, email: ann, emailVerified: true })
      const user = Option.getOrThrow(yield* storedUser(ann))
      assert.isTrue(Option.isNone(user.passwordHash))
      assert.strictEqual(Option.getOrThrow(user.emailVerifiedAt).epochMillis, 60_000)
      const grant = (yield* argsOf("SessionRepository.issue"))[0]?.[0] as { readonly session: Session }
      assert.strictEqual(grant.session.method, "magic_link")
    })
  )

  test(
    "signs in to an existing account",
    Effect.gen(function* () {
      const { userId } = yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const client = yield* TestClient.make
      const issued = yield* client.verifyLink(yield* linkTokenFor(client, ann))
      assert.strictEqual(issued.userId, userId)
    })
  )

  test(
    "accepts a link once, and the session stays active",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      yield* client.verifyLink(token)
      assert.strictEqual(yield* outcome(client.verifyLink(token)), "InvalidToken")
      assert.strictEqual(yield* verifyOnNewClient(token), "InvalidToken")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "accepts a link for 15 minutes, to the millisecond",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const first = yield* linkTokenFor(client, ann)
      const second = yield* linkTokenFor(client, ben)
      yield* justBefore("15 minutes")
      assert.strictEqual(yield* outcome(client.verifyLink(first)), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.verifyLink(second)), "InvalidToken")
      assert.isTrue(Option.isNone(yield* storedUser(ben)))
    })
  )

  test(
    "consumes every other link of the address, and no link of another address",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const tokens = [
        yield* linkTokenFor(client, ann),
        yield* linkTokenFor(client, ann),
        yield* linkTokenFor(client, ann)
      ]
      const bensClient = yield* linkTokenFor(client, ben)
      assert.strictEqual(yield* verifyOnNewClient(tokens[1] ?? ""), "ok")
      assert.strictEqual(yield* verifyOnNewClient(tokens[0] ?? ""), "InvalidToken")
      assert.strictEqual(yield* verifyOnNewClient(tokens[2] ?? ""), "InvalidToken")
      assert.strictEqual(yield* verifyOnNewClient(bensClient), "ok")
    })
  )

  test(
    "accepts a link requested after another one was used",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      assert.strictEqual(yield* outcome(client.verifyLink(yield* linkTokenFor(client, ann))), "ok")
    })
  )

  test(
    "fails with InvalidToken in another instance, and does not consume the link there",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      assert.strictEqual(yield* outcome(client.at(otherInstance).verifyLink(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.verifyLink(token)), "ok")
    })
  )

  test(
    "fails with MagicLinkDisabled if magic links are turned off, and does not consume the link",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      const disabled = client.at(instance({ authConfig: { ...defaultAuthConfig, password: true, magic_link: false } }))
      assert.strictEqual(yield* outcome(disabled.verifyLink(token)), "MagicLinkDisabled")
      assert.strictEqual(yield* outcome(disabled.openLink(token)), "MagicLinkDisabled")
      assert.strictEqual(yield* outcome(client.verifyLink(token)), "ok")
    })
  )

  test(
    "revokes the session that the client held for another user",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.signUp(ben, rightPassword)
      const former = yield* TestClient.copyOf(client)
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      assert.strictEqual((yield* client.authenticate).email, ann)
      assert.strictEqual(yield* outcome(former.authenticate), "Unauthenticated")
      assert.strictEqual(yield* revokeSessionsOf(ben), 0)
    })
  )
})

describe("Malformed and unknown tokens", () => {
  test(
    "fail with InvalidToken without a query if they are malformed",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      const spoilt = ["", token.slice(1), `${token}A`, ` ${token}`, `${token}=`, `+${token.slice(1)}`, `${token}\0`]
      for (const text of spoilt) {
        assert.strictEqual(yield* outcome(client.verifyLink(text)), "InvalidToken")
        assert.strictEqual(yield* outcome(client.openLink(text)), "InvalidToken")
      }
      assert.strictEqual(yield* countOf("MagicLinkRepository.consume"), 0)
      assert.strictEqual(yield* countOf("MagicLinkRepository.find"), 0)
      assert.strictEqual(yield* outcome(client.verifyLink(token)), "ok")
    })
  )

  test(
    "fail with InvalidToken if they were never issued",
    Effect.gen(function* () {
      const unissued = yield* (yield* TokenGenerator).generate
      assert.strictEqual(yield* verifyOnNewClient(Redacted.value(unissued)), "InvalidToken")
    })
  )
})

const confirmation = { _tag: "ConfirmationNeeded", email: ann } as const

describe("SignInWithMagicLink.open on the client that requested the link", () => {
  test(
    "signs in and consumes the link",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      assert.strictEqual((yield* client.openLink(token))._tag, "Consumed")
      assert.deepInclude(yield* client.authenticate, { email: ann, emailVerified: true })
      assert.strictEqual(yield* outcome(client.openLink(token)), "InvalidToken")
    })
  )

  test(
    "signs in with any of several links, while the client keeps its token",
    Effect.gen(function* () {
      const client = yield* signedUp
      const first = yield* linkTokenFor(client, ann)
      yield* linkTokenFor(client, ann)
      assert.strictEqual((yield* client.openLink(first))._tag, "Consumed")
    })
  )

  test(
    "asks for confirmation once the client has another token",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      yield* client.signUp(ben, rightPassword)
      assert.deepStrictEqual(yield* client.openLink(token), confirmation)
      assert.strictEqual((yield* client.authenticate).email, ben)
    })
  )

  test(
    "signs in once for twenty concurrent calls",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      const copies = yield* Effect.all(Array.from({ length: 20 }, () => TestClient.copyOf(client)))
      const outcomes = yield* Effect.forEach(copies, (copy) => outcome(copy.openLink(token)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(outcomes.sort(), [...Array.from({ length: 19 }, () => "InvalidToken"), "ok"])
      assert.strictEqual(yield* revokeSessionsOf(ann), 1)
    })
  )
})

describe("SignInWithMagicLink.open on any other client", () => {
  test(
    "asks for confirmation and changes nothing, any number of times",
    Effect.gen(function* () {
      const token = yield* linkTokenFor(yield* TestClient.make, ann)
      const other = yield* TestClient.make
      const previous = (yield* callNames).length
      for (let count = 1; count <= 3; count++) {
        assert.deepStrictEqual(yield* other.openLink(token), confirmation)
      }
      const calls = (yield* callNames).slice(previous)
      assert.deepStrictEqual(new Set(calls), new Set(["RateLimitStore.consume", "MagicLinkRepository.find"]))
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.strictEqual(yield* outcome(other.verifyLink(token)), "ok")
      assert.strictEqual((yield* other.authenticate).email, ann)
    })
  )

  test(
    "asks for confirmation with and without a client token",
    Effect.gen(function* () {
      const requester = yield* TestClient.make
      const token = yield* linkTokenFor(requester, ann)
      const other = yield* TestClient.make
      yield* other.signUp(ben, rightPassword)
      assert.deepStrictEqual(yield* other.openLink(token), confirmation)
      yield* Ref.update(requester.cookies, (cookies) => ({ ...cookies, clientToken: Option.none() }))
      assert.deepStrictEqual(yield* requester.openLink(token), confirmation)
    })
  )
})

describe("SignInWithMagicLink.open on any client", () => {
  test(
    "fails with InvalidToken after 15 minutes, to the millisecond",
    Effect.gen(function* () {
      const requester = yield* TestClient.make
      const other = yield* TestClient.make
      const token = yield* linkTokenFor(requester, ann)
      yield* justBefore("15 minutes")
      assert.strictEqual(yield* outcome(other.openLink(token)), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(other.openLink(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(requester.openLink(token)), "InvalidToken")
    })
  )

  test(
    "fails with InvalidToken in another instance",
    Effect.gen(function* () {
      const requester = yield* TestClient.make
      const token = yield* linkTokenFor(requester, ann)
      assert.strictEqual(yield* outcome(requester.at(otherInstance).openLink(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(requester.openLink(token)), "ok")
    })
  )

  test(
    "fails with PersistenceError, and not with InvalidToken, while the store is down",
    Effect.gen(function* () {
      const requester = yield* TestClient.make
      const token = yield* linkTokenFor(requester, ann)
      yield* beforeNext("MagicLinkRepository.find", outage)
      assert.strictEqual(yield* outcome(requester.openLink(token)), "PersistenceError")
      assert.strictEqual(yield* outcome(requester.openLink(token)), "ok")
    })
  )
})

describe("SignInWithMagicLink.verify: concurrent calls", () => {
  test(
    "sign in exactly one of fifty with the same token",
    Effect.gen(function* () {
      const token = yield* linkTokenFor(yield* TestClient.make, ann)
      const crowd = Array.from({ length: 50 }, () => verifyOnNewClient(token))
      const outcomes = yield* Effect.all(crowd, { concurrency: "unbounded" })
      assert.deepStrictEqual(outcomes.sort(), [...Array.from({ length: 49 }, () => "InvalidToken"), "ok"])
      assert.strictEqual(yield* revokeSessionsOf(ann), 1)
    })
  )

  test(
    "sign in exactly one of two with different links of one address",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const tokens = [yield* linkTokenFor(client, ann), yield* linkTokenFor(client, ann)]
      const outcomes = yield* Effect.all(tokens.map(verifyOnNewClient), { concurrency: "unbounded" })
      assert.deepStrictEqual(outcomes.sort(), ["InvalidToken", "ok"])
    })
  )
})

describe("SignInWithMagicLink.verify: failure", () => {
  test(
    "consumes nothing and creates no account if the session cannot be stored",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      const sibling = yield* linkTokenFor(client, ann)
      yield* before("SessionRepository.issue", outage)
      assert.strictEqual(yield* outcome(client.verifyLink(token)), "PersistenceError")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      yield* release("SessionRepository.issue")
      assert.strictEqual(yield* outcome(client.verifyLink(sibling)), "ok")
    })
  )

  test(
    "leaves password and sessions of an unverified account unchanged",
    Effect.gen(function* () {
      const first = yield* signedUp
      const token = yield* linkTokenFor(yield* TestClient.make, ann)
      yield* before("SessionRepository.issue", outage)
      assert.strictEqual(yield* verifyOnNewClient(token), "PersistenceError")
      yield* release("SessionRepository.issue")
      assert.strictEqual(yield* outcome(first.authenticate), "ok")
      assert.strictEqual(yield* outcome(first.signIn(ann, rightPassword)), "ok")
    })
  )

  for (const method of ["MagicLinkRepository.consume", "UserRepository.findByEmailForUpdate"] as const) {
    test(
      `fails with PersistenceError, and not with InvalidToken, if the store fails in ${method}`,
      Effect.gen(function* () {
        const client = yield* TestClient.make
        const token = yield* linkTokenFor(client, ann)
        yield* beforeNext(method, outage)
        assert.strictEqual(yield* outcome(client.verifyLink(token)), "PersistenceError")
        assert.strictEqual(yield* outcome(client.verifyLink(token)), "ok")
      })
    )
  }

  test(
    "completes if the client disconnects",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      yield* disconnectDuring("MagicLinkRepository.consume", client.verifyLink(token))
      assert.strictEqual(yield* revokeSessionsOf(ann), 1)
    })
  )
})

describe("SignInWithMagicLink.verify: concurrent sign-up", () => {
  test(
    "succeeds, and takes the unverified account over",
    Effect.gen(function* () {
      const owner = yield* TestClient.make
      const attacker = yield* TestClient.make
      yield* owner.requestLink(ann)
      const token = yield* sentLinkToken(ann)
      yield* beforeNext("UserRepository.insert", attacker.signUp(ann, rightPassword))
      assert.strictEqual(yield* outcome(owner.verifyLink(token)), "ok")
      assert.strictEqual(yield* outcome(attacker.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(attacker.signIn(ann, rightPassword)), "InvalidCredentials")
    })
  )
})
