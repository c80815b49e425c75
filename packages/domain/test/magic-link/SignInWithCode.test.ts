import { assert, describe } from "@effect/vitest"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { defaultId, defaultSignUpConfig } from "@latchkey/domain/instance/Instance"
import { SignInCode } from "@latchkey/domain/magic-link/SignInCode"
import type { Session } from "@latchkey/domain/session/SessionRepository"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  instance,
  justBefore,
  noAccount,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  revokeSessionsOf,
  rightPassword,
  sentLinkToken,
  signedUp,
  storedUser,
  test,
  withCodes
} from "../support.ts"
import { argsOf, before, callNames, disconnectDuring, pauseNext, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { codeFor, newClient } from "../support/SignInCodes.ts"

describe("SignInWithMagicLink.verifyCode", () => {
  test(
    "creates an account with a verified address, and signs in as a link does",
    Effect.gen(function* () {
      const client = yield* newClient()
      const issued = yield* client.verifyCode(yield* codeFor(client))
      assert.deepInclude(yield* client.authenticate, {
        id: issued.sessionId,
        userId: issued.userId,
        email: ann,
        emailVerified: true
      })
      const grant = (yield* argsOf("SessionRepository.issue"))[0]?.[0] as { readonly session: Session }
      assert.strictEqual(grant.session.method, "magic_link")
    })
  )

  test(
    "takes an unverified account over as a link does",
    Effect.gen(function* () {
      const first = yield* signedUp
      const client = yield* newClient()
      const issued = yield* client.verifyCode(yield* codeFor(client))
      assert.isTrue(issued.passwordRemoved)
      assert.strictEqual(yield* outcome(first.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(first.signIn(ann, rightPassword)), "InvalidCredentials")
      assert.isTrue(Option.isSome(Option.getOrThrow(yield* storedUser(ann)).claimedAt))
    })
  )

  test(
    "accepts a code once",
    Effect.gen(function* () {
      const client = yield* newClient()
      const code = yield* codeFor(client)
      yield* client.verifyCode(code)
      assert.strictEqual(yield* outcome(client.verifyCode(code)), "InvalidToken")
    })
  )

  test(
    "accepts a code for 10 minutes after the request, to the millisecond",
    Effect.gen(function* () {
      const [first, second] = [yield* newClient(), yield* newClient()]
      const codes = [yield* codeFor(first), yield* codeFor(second, ben)] as const
      yield* justBefore("10 minutes")
      assert.strictEqual(yield* outcome(first.verifyCode(codes[0])), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(second.verifyCode(codes[1])), "InvalidToken")
      assert.isTrue(Option.isNone(yield* storedUser(ben)))
    })
  )

  test(
    "ends every link and every other code of the address, and none of another address",
    Effect.gen(function* () {
      const [client, second, bens] = [yield* newClient(), yield* newClient(), yield* newClient()]
      const code = yield* codeFor(client)
      const link = yield* sentLinkToken(ann)
      const secondCode = yield* codeFor(second)
      const bensCode = yield* codeFor(bens, ben)
      yield* client.verifyCode(code)
      assert.strictEqual(yield* outcome(second.verifyLink(link)), "InvalidToken")
      assert.strictEqual(yield* outcome(second.verifyCode(secondCode)), "InvalidToken")
      assert.strictEqual(yield* outcome(bens.verifyCode(bensCode)), "ok")
    })
  )

  test(
    "fails with InvalidToken after a link of the address was used",
    Effect.gen(function* () {
      const client = yield* newClient()
      const code = yield* codeFor(client)
      yield* (yield* newClient()).verifyLink(yield* sentLinkToken(ann))
      assert.strictEqual(yield* outcome(client.verifyCode(code)), "InvalidToken")
    })
  )

  test(
    "accepts the code of the newest request of the client only",
    Effect.gen(function* () {
      const client = yield* newClient()
      const old = yield* codeFor(client)
      yield* TestClock.adjust("1 second")
      const newest = yield* codeFor(client)
      assert.notStrictEqual(old, newest)
      assert.strictEqual(yield* outcome(client.verifyCode(old)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.verifyCode(newest)), "ok")
    })
  )

  test(
    "fails with InvalidToken on any other client, and the code still works on the one that requested it",
    Effect.gen(function* () {
      const client = yield* newClient()
      const code = yield* codeFor(client)
      const thief = yield* newClient()
      assert.strictEqual(yield* outcome(thief.verifyCode(code)), "InvalidToken")
      yield* codeFor(thief, ben)
      assert.strictEqual(yield* outcome(thief.verifyCode(code)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.verifyCode(code)), "ok")
    })
  )

  test(
    "fails with InvalidToken in another instance, for the same client",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const code = yield* codeFor(client.at(withCodes))
      const there = client.at(instance({ ...otherInstance, emailConfig: withCodes.emailConfig }))
      assert.strictEqual(yield* outcome(there.verifyCode(code)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.at(withCodes).verifyCode(code)), "ok")
    })
  )

  test(
    "does the same work for addresses with and without an account, if the code is wrong",
    Effect.gen(function* () {
      yield* signedUp
      const closed = instance({ ...withCodes, signUp: { ...defaultSignUpConfig, mode: "closed" } })
      yield* (yield* InstanceDirectory).update(defaultId, { signUp: { mode: "closed" } })
      const [client, other] = [yield* newClient(closed), yield* newClient(closed)]
      const calls = (client: TestClient.Actions, address: typeof ann) =>
        Effect.gen(function* () {
          const previous = (yield* callNames).length
          yield* client.requestLink(address)
          assert.strictEqual(yield* outcome(client.verifyCode(SignInCode.make("000000"))), "InvalidToken")
          return (yield* callNames).slice(previous)
        })
      const known = yield* calls(client, ann)
      assert.deepStrictEqual(yield* calls(other, noAccount), known)
      assert.deepStrictEqual(known.slice(-3), [
        "RateLimitStore.consume",
        "MagicLinkRepository.findCode",
        "RateLimitStore.consume"
      ])
    })
  )

  for (const method of [
    "MagicLinkRepository.findCode",
    "RateLimitStore.consume",
    "MagicLinkRepository.consume"
  ] as const) {
    test(
      `fails with PersistenceError, and not with InvalidToken, if the store fails in ${method}`,
      Effect.gen(function* () {
        const client = yield* newClient()
        const code = yield* codeFor(client)
        yield* before(method, outage)
        assert.strictEqual(yield* outcome(client.verifyCode(code)), "PersistenceError")
        yield* release(method)
        assert.strictEqual(yield* outcome(client.verifyCode(code)), "ok")
      })
    )
  }

  for (const rival of ["code", "link"] as const) {
    test(
      `fails with InvalidToken if a concurrent call with the same ${rival} signs in first`,
      Effect.gen(function* () {
        const client = yield* newClient()
        const code = yield* codeFor(client)
        const link = yield* sentLinkToken(ann)
        const copy = (yield* TestClient.withCookies(yield* client.caller)).at(withCodes)
        const { reached, resume } = yield* pauseNext("Transaction.run")
        const attempt = yield* Effect.fork(outcome(client.verifyCode(code)))
        yield* reached
        const first = rival === "code" ? copy.verifyCode(code) : (yield* newClient()).verifyLink(link)
        assert.strictEqual(yield* outcome(first), "ok")
        yield* resume
        assert.strictEqual(yield* attempt, "InvalidToken")
      })
    )
  }

  test(
    "completes if the client disconnects",
    Effect.gen(function* () {
      const client = yield* newClient()
      const code = yield* codeFor(client)
      yield* disconnectDuring("MagicLinkRepository.consume", client.verifyCode(code))
      assert.strictEqual(yield* revokeSessionsOf(ann), 1)
    })
  )
})
