import { assert, describe } from "@effect/vitest"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import * as OneTimeTokens from "@latchkey/domain/one-time-token/OneTimeTokens"
import * as PendingSignIns from "@latchkey/domain/session/PendingSignIns"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  email,
  justBefore,
  linkTokenFor,
  newPassword,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  rightPassword,
  sentResetToken,
  signedUp,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import { argsOf, before, beforeNext, callsOf, countOf, pauseNext, release } from "../support/Interception.ts"
import { appOf, codeOf, optional, pendingClient, shown, userWithApp, withMode } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"

describe("A sign-in of a user with a second factor", () => {
  test(
    "with the right password, issues no session, and asks for a code",
    Effect.gen(function* () {
      yield* userWithApp()
      const issued = yield* countOf("SessionRepository.issue")
      const { client, result } = yield* pendingClient()
      assert.deepStrictEqual(result.options, ["totp", "recovery_code"])
      assert.strictEqual(yield* countOf("SessionRepository.issue"), issued)
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.deepStrictEqual(yield* client.pendingOptions, ["totp", "recovery_code"])
    })
  )

  test(
    "with a wrong password, fails as without one",
    Effect.gen(function* () {
      yield* userWithApp()
      const client = (yield* TestClient.make).at(optional)
      assert.strictEqual(yield* outcome(client.beginSignIn(ann, wrongPassword)), "InvalidCredentials")
    })
  )

  test(
    "with a link, or with a new password from a forgotten one, asks for a code, too",
    Effect.gen(function* () {
      const { app } = yield* userWithApp()
      const cookies = yield* TestClient.make
      const byLink = cookies.at(optional)
      // The first one verifies the address, and takes no account over: its client is signed in.
      const own = yield* pendingClient()
      yield* own.client.completeSignIn(yield* shown(app))
      yield* own.client.beginSignInWithLink(yield* linkTokenFor(own.cookies, ann))
      yield* byLink.beginSignInWithLink(yield* linkTokenFor(cookies, ann))
      yield* TestClock.adjust("1 minute")
      yield* byLink.completeSignIn(yield* shown(app))
      assert.deepInclude(yield* byLink.authenticate, { methods: ["magic_link", "totp"] })
      // A new password by link would remove an app of the last seven days.
      yield* TestClock.adjust("7 days")
      const forgetful = (yield* TestClient.make).at(optional)
      yield* forgetful.forgotPassword(ann)
      yield* forgetful.beginReset(yield* sentResetToken(ann), newPassword)
      yield* TestClock.adjust("1 minute")
      yield* forgetful.completeSignIn(yield* shown(app))
      assert.deepInclude(yield* forgetful.authenticate, { methods: ["password", "totp"] })
    })
  )

  test(
    "asks for none while the instance has it turned off, and again afterwards",
    Effect.gen(function* () {
      yield* userWithApp()
      const client = (yield* TestClient.make).at(withMode("off"))
      yield* client.signIn(ann, rightPassword)
      assert.deepInclude(yield* client.authenticate, { methods: ["password"] })
      yield* pendingClient()
    })
  )

  test(
    "costs as many calls of the store as one without",
    Effect.gen(function* () {
      yield* signedUp
      // The first sign-in of a process also reads which schemes the hashes have.
      yield* (yield* TestClient.make).signIn(ann, rightPassword)
      const without = yield* callsOf((yield* TestClient.make).at(optional).signIn(ann, rightPassword))
      yield* userWithApp(ben)
      const withOne = yield* callsOf((yield* TestClient.make).at(optional).beginSignIn(ben, rightPassword))
      assert.deepStrictEqual(
        withOne.map((name) => name.replace("OneTimeTokenRepository.put", "SessionRepository.issue")),
        without
      )
    })
  )
})

describe("SecondFactorSignIn.complete", () => {
  test(
    "signs in with a code of the app, at level 2, on the same client",
    Effect.gen(function* () {
      const { app } = yield* userWithApp()
      const { client } = yield* pendingClient()
      const issued = yield* client.completeSignIn(yield* shown(app))
      assert.deepInclude(yield* client.authenticate, { id: issued.sessionId, methods: ["password", "totp"] })
    })
  )

  test(
    "accepts the code of the step before and after, and none of two steps away",
    Effect.gen(function* () {
      const { app } = yield* userWithApp()
      for (const seconds of [-60, 60]) {
        const { client } = yield* pendingClient()
        assert.strictEqual(yield* outcome(client.completeSignIn(yield* shown(app, seconds))), "InvalidToken")
      }
      for (const seconds of [-30, 30]) {
        const { client } = yield* pendingClient()
        assert.strictEqual(yield* outcome(client.completeSignIn(yield* shown(app, seconds))), "ok")
      }
    })
  )

  test(
    "accepts a code once, also after a later one, and never the one that set the app up",
    Effect.gen(function* () {
      const cookies = yield* TestClient.make
      const owner = cookies.at(optional)
      yield* owner.signUp(ann, rightPassword)
      const enrollment = yield* owner.beginTotp
      const app = appOf(enrollment)
      yield* owner.confirmTotp(Redacted.value(enrollment.enrollment), yield* app())
      const attempt = (seconds: number) =>
        Effect.gen(function* () {
          const { client } = yield* pendingClient()
          return yield* outcome(client.completeSignIn(yield* shown(app, seconds)))
        })
      assert.strictEqual(yield* attempt(0), "InvalidToken")
      assert.strictEqual(yield* attempt(30), "ok")
      assert.strictEqual(yield* attempt(30), "InvalidToken")
      assert.strictEqual(yield* attempt(0), "InvalidToken")
    })
  )

  test(
    "completes a sign-in once: with the same cookies it fails with Unauthenticated",
    Effect.gen(function* () {
      const { app } = yield* userWithApp()
      const { client, cookies } = yield* pendingClient()
      const copy = (yield* TestClient.copyOf(cookies)).at(optional)
      yield* client.completeSignIn(yield* shown(app))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* outcome(copy.completeSignIn(yield* shown(app))), "Unauthenticated")
    })
  )

  test(
    "ends with the next sign-in on its client",
    Effect.gen(function* () {
      const { app } = yield* userWithApp()
      const { client, cookies } = yield* pendingClient()
      const former = (yield* TestClient.copyOf(cookies)).at(optional)
      yield* client.beginSignIn(ann, rightPassword)
      assert.strictEqual(yield* outcome(former.completeSignIn(yield* shown(app))), "Unauthenticated")
      assert.strictEqual(yield* outcome(client.completeSignIn(yield* shown(app))), "ok")
    })
  )

  test(
    "of fifty concurrent requests with one recovery code signs one in",
    Effect.gen(function* () {
      const { recoveryCodes } = yield* userWithApp()
      const code = codeOf(recoveryCodes[0] ?? "")
      const clients = yield* Effect.replicateEffect(pendingClient(), 50)
      const outcomes = yield* Effect.forEach(clients, ({ client }) => outcome(client.completeSignIn(code)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual([...outcomes].sort(), [...Array.from({ length: 49 }, () => "InvalidToken"), "ok"])
    })
  )

  test(
    "signs in with each recovery code once, and tells the user",
    Effect.gen(function* () {
      const { recoveryCodes } = yield* userWithApp()
      assert.lengthOf(recoveryCodes, 10)
      const users = yield* UserRepository
      const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
      const owner = Option.getOrThrow(yield* users.findById(defaultId, userId))
      yield* users.verifyEmail({
        instanceId: defaultId,
        userId: owner.id,
        now: owner.createdAt,
        password: "keep_password"
      })
      for (const text of recoveryCodes.slice(0, 2)) {
        const { client } = yield* pendingClient()
        yield* client.completeSignIn(codeOf(text.toUpperCase()))
        assert.deepInclude(yield* client.authenticate, { methods: ["password", "recovery_code"] })
        const { client: again } = yield* pendingClient()
        assert.strictEqual(yield* outcome(again.completeSignIn(codeOf(text))), "InvalidToken")
      }
      const { client } = yield* pendingClient()
      yield* client.completeSignIn(codeOf(recoveryCodes[2] ?? ""))
      assert.deepInclude(yield* client.secondFactorStatus, { recoveryCodes: 7 })
      const queued = (yield* argsOf("EmailOutbox.enqueue")).map(([email]) => (email as { readonly kind: string }).kind)
      assert.lengthOf(
        queued.filter((kind) => kind === "recovery_code_used"),
        3
      )
      yield* (yield* EmailDispatcher).dispatch
      assert.isNotEmpty(yield* (yield* MemoryMailer.Sent).sent)
    })
  )

  test(
    "leaves the sign-in pending after a wrong code",
    Effect.gen(function* () {
      const { app } = yield* userWithApp()
      const { client } = yield* pendingClient()
      assert.strictEqual(yield* outcome(client.completeSignIn(yield* shown(app, 600))), "InvalidToken")
      assert.strictEqual(yield* outcome(client.completeSignIn(yield* shown(app))), "ok")
    })
  )

  test(
    "fails with Unauthenticated without the cookie, on another client, and in another instance",
    Effect.gen(function* () {
      const { app } = yield* userWithApp()
      const { cookies, result } = yield* pendingClient()
      const code = yield* shown(app)
      const without = (yield* TestClient.withCookies({
        clientToken: Option.some(result.clientToken),
        sessionToken: Option.none()
      })).at(optional)
      const other = yield* pendingClient()
      const thief = (yield* TestClient.withCookies({
        clientToken: Option.some(other.result.clientToken),
        sessionToken: Option.none(),
        pendingToken: Option.some(result.token)
      })).at(optional)
      for (const client of [without, thief, cookies.at(otherInstance)]) {
        assert.strictEqual(yield* outcome(client.completeSignIn(code)), "Unauthenticated")
        assert.strictEqual(yield* outcome(client.pendingOptions), "Unauthenticated")
      }
      assert.strictEqual(yield* outcome(cookies.at(optional).completeSignIn(code)), "ok")
    })
  )

  test(
    "works for ten minutes, to the millisecond",
    Effect.gen(function* () {
      const { app } = yield* userWithApp()
      const [first, second] = [yield* pendingClient(), yield* pendingClient()]
      yield* justBefore("10 minutes")
      assert.strictEqual(yield* outcome(first.client.completeSignIn(yield* shown(app))), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(second.client.completeSignIn(yield* shown(app, 30))), "Unauthenticated")
    })
  )

  test(
    "fails with Unauthenticated after the password was changed, the user was signed out everywhere, or disabled",
    Effect.gen(function* () {
      const { app, client: owner } = yield* userWithApp()
      yield* owner.reauthenticateWithCode(yield* shown(app))
      const first = yield* pendingClient()
      yield* owner.changePassword(newPassword, rightPassword)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* outcome(first.client.completeSignIn(yield* shown(app))), "Unauthenticated")
      yield* owner.changePassword(rightPassword, newPassword)
      const second = yield* pendingClient()
      yield* owner.signOutAll
      assert.strictEqual(yield* outcome(second.client.completeSignIn(yield* shown(app))), "Unauthenticated")
      const third = yield* pendingClient()
      const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
      const disabledAt = Option.map(yield* storedUser(ann), ({ createdAt }) => createdAt)
      yield* (yield* UserRepository).setDisabled({ instanceId: defaultId, userId, disabledAt })
      assert.strictEqual(yield* outcome(third.client.completeSignIn(yield* shown(app))), "Unauthenticated")
    })
  )

  test(
    "fails if the credentials change while the code is checked, and does not use the code up",
    Effect.gen(function* () {
      const { app, client: owner } = yield* userWithApp()
      const { client } = yield* pendingClient()
      const code = yield* shown(app)
      yield* beforeNext("UserRepository.findByIdForUpdate", owner.signOutAll)
      assert.strictEqual(yield* outcome(client.completeSignIn(code)), "Unauthenticated")
      const again = yield* pendingClient()
      assert.strictEqual(yield* outcome(again.client.completeSignIn(code)), "ok")
    })
  )

  test(
    "fails if the address of the user changes while the code is checked",
    Effect.gen(function* () {
      const users = yield* UserRepository
      const { app } = yield* userWithApp()
      const { client } = yield* pendingClient()
      const own = Option.getOrThrow(yield* storedUser(ann))
      const move = users.update(new User({ ...own, email: email("ann@example.org") }), own.credentialVersion)
      yield* beforeNext("UserRepository.findByIdForUpdate", move)
      assert.strictEqual(yield* outcome(client.completeSignIn(yield* shown(app))), "Unauthenticated")
    })
  )

  test(
    "does not begin if the credentials change before the pending sign-in is stored",
    Effect.gen(function* () {
      const { client: owner } = yield* userWithApp()
      const client = (yield* TestClient.make).at(optional)
      yield* beforeNext("OneTimeTokenRepository.put", owner.signOutAll)
      assert.strictEqual(yield* outcome(client.beginSignIn(ann, rightPassword)), "InvalidCredentials")
    })
  )

  test(
    "leaves the code and the pending sign-in unused if the store fails before the session is stored",
    Effect.gen(function* () {
      const { app, recoveryCodes } = yield* userWithApp()
      const { client } = yield* pendingClient()
      const code = yield* shown(app)
      yield* before("SessionRepository.issue", outage)
      assert.strictEqual(yield* outcome(client.completeSignIn(code)), "PersistenceError")
      assert.strictEqual(yield* outcome(client.completeSignIn(codeOf(recoveryCodes[0] ?? ""))), "PersistenceError")
      yield* release("SessionRepository.issue")
      assert.strictEqual(yield* outcome(client.completeSignIn(code)), "ok")
      const again = yield* pendingClient()
      assert.strictEqual(yield* outcome(again.client.completeSignIn(codeOf(recoveryCodes[0] ?? ""))), "ok")
    })
  )

  test(
    "does not accept a code that another request uses after it was checked",
    Effect.gen(function* () {
      const factors = yield* SecondFactorRepository
      const { app } = yield* userWithApp()
      const { client } = yield* pendingClient()
      const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
      const step = Math.floor((yield* Clock.currentTimeMillis) / 30_000)
      const code = yield* shown(app)
      yield* beforeNext("SecondFactorRepository.acceptStep", factors.acceptStep(defaultId, userId, step))
      assert.strictEqual(yield* outcome(client.completeSignIn(code)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
    })
  )

  test(
    "fails with Unauthenticated if another request completes the sign-in meanwhile, and uses no code up",
    Effect.gen(function* () {
      const { recoveryCodes } = yield* userWithApp()
      const { client, result } = yield* pendingClient()
      const tokens = yield* TokenGenerator
      const consume = (yield* OneTimeTokens.make(PendingSignIns.kind)).consume({
        instanceId: defaultId,
        subject: tokens.hash(result.clientToken),
        tokenHash: tokens.hash(result.token)
      })
      const code = codeOf(recoveryCodes[0] ?? "")
      yield* beforeNext("UserRepository.findByIdForUpdate", consume)
      assert.strictEqual(yield* outcome(client.completeSignIn(code)), "Unauthenticated")
      const again = yield* pendingClient()
      assert.strictEqual(yield* outcome(again.client.completeSignIn(code)), "ok")
    })
  )

  test(
    "completes although the client disconnects",
    Effect.gen(function* () {
      const { app } = yield* userWithApp()
      const { client } = yield* pendingClient()
      const code = yield* shown(app)
      const { reached, resume } = yield* pauseNext("SessionRepository.issue")
      const attempt = yield* Effect.fork(client.completeSignIn(code))
      yield* reached
      const interruption = yield* Effect.fork(Fiber.interrupt(attempt))
      yield* Effect.yieldNow()
      yield* resume
      yield* Fiber.join(interruption)
      assert.strictEqual(yield* outcome(client.pendingOptions), "Unauthenticated")
      const again = yield* pendingClient()
      assert.strictEqual(yield* outcome(again.client.completeSignIn(code)), "InvalidToken")
    })
  )
})
