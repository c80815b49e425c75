import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  instance,
  linkTokenFor,
  newPassword,
  outage,
  outcome,
  rightPassword,
  signedUp,
  storedPasskeyOf,
  test,
  withoutUsablePasskeys,
  wrongPassword
} from "../support.ts"
import { before, beforeNext, release } from "../support/Interception.ts"
import { codeOf, optional, pendingClient, shown, userWithApp, withMode } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"
import { annWithPasskey } from "../passkey/support.ts"

/** Makes a client that has signed up with the address. */
const signedUpAs = (address: typeof ben) =>
  Effect.tap(TestClient.make, (client) => client.signUp(address, rightPassword))

describe("Reauthenticate", () => {
  test(
    "with the password, issues a new session with new tokens and a new time, and the former one ends",
    Effect.gen(function* () {
      const client = yield* signedUp
      const copy = yield* TestClient.copyOf(client)
      const former = yield* client.authenticate
      yield* TestClock.adjust("1 hour")
      const issued = yield* client.reauthenticate(rightPassword)
      const session = yield* client.authenticate
      assert.deepStrictEqual([session.id, session.methods], [issued.sessionId, ["password"]])
      assert.strictEqual(session.authenticatedAt.epochMillis, former.authenticatedAt.epochMillis + 3_600_000)
      assert.notStrictEqual(session.id, former.id)
      assert.strictEqual(yield* outcome(copy.authenticate), "Unauthenticated")
    })
  )

  test(
    "adds the method to those of the session, and keeps other sessions",
    Effect.gen(function* () {
      const { app, client, recoveryCodes } = yield* userWithApp()
      const cookies = yield* TestClient.make
      yield* cookies.at(withMode("off")).signIn(ann, rightPassword)
      const other = cookies.at(optional)
      yield* other.reauthenticateWithCode(yield* shown(app))
      assert.deepInclude(yield* other.authenticate, { methods: ["password", "totp"] })
      yield* other.reauthenticateWithCode(codeOf(recoveryCodes[0] ?? ""))
      assert.deepInclude(yield* other.authenticate, { methods: ["password", "totp", "recovery_code"] })
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "fails with InvalidCredentials for a wrong password, counts it as a sign-in, and keeps the session",
    Effect.gen(function* () {
      const client = yield* signedUp
      for (let tries = 0; tries < 10; tries++) {
        assert.strictEqual(yield* outcome(client.reauthenticate(wrongPassword)), "InvalidCredentials")
      }
      assert.strictEqual(yield* outcome(client.reauthenticate(rightPassword)), "RateLimited")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "fails with InvalidCredentials without a password, PasswordDisabled with passwords off, InvalidToken without an app",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.verifyLink(yield* linkTokenFor(client, ben))
      assert.strictEqual(yield* outcome(client.reauthenticate(rightPassword)), "InvalidCredentials")
      assert.strictEqual(yield* outcome(client.reauthenticateWithCode(codeOf("492817"))), "InvalidToken")
      const without = instance({ authConfig: { ...optional.authConfig, password: false } })
      assert.strictEqual(yield* outcome(client.at(without).reauthenticate(rightPassword)), "PasswordDisabled")
    })
  )

  test(
    "fails with Unauthenticated without a session, and with a pending sign-in only",
    Effect.gen(function* () {
      const { app } = yield* userWithApp()
      const { client } = yield* pendingClient()
      assert.strictEqual(yield* outcome(client.reauthenticate(rightPassword)), "Unauthenticated")
      assert.strictEqual(yield* outcome(client.reauthenticateWithCode(yield* shown(app))), "Unauthenticated")
    })
  )

  test(
    "accepts a code of the app once, together with sign-ins",
    Effect.gen(function* () {
      const { app, client } = yield* userWithApp()
      const code = yield* shown(app)
      yield* client.reauthenticateWithCode(code)
      assert.strictEqual(yield* outcome(client.reauthenticateWithCode(code)), "InvalidToken")
      const pending = yield* pendingClient()
      assert.strictEqual(yield* outcome(pending.client.completeSignIn(code)), "InvalidToken")
    })
  )

  test(
    "with the password, renews no session of level 2 of a user who has a second factor, whether or not it is recent",
    Effect.gen(function* () {
      const { app, client } = yield* userWithApp()
      const former = yield* client.authenticate
      for (const password of Array.from({ length: 11 }, () => rightPassword)) {
        assert.strictEqual(yield* outcome(client.reauthenticate(password)), "ReauthenticationRequired")
      }
      yield* TestClock.adjust("1 hour")
      for (const password of [wrongPassword, rightPassword]) {
        assert.strictEqual(yield* outcome(client.reauthenticate(password)), "ReauthenticationRequired")
      }
      assert.deepStrictEqual((yield* client.authenticate).authenticatedAt, former.authenticatedAt)
      yield* client.reauthenticateWithCode(yield* shown(app))
      assert.deepInclude(yield* client.authenticate, { methods: ["password", "totp"] })
    })
  )

  test(
    "with the password, renews no session of level 2 of a user who has a passkey",
    Effect.gen(function* () {
      const { authenticator, client, keys } = yield* annWithPasskey
      yield* keys.signIn(authenticator)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* outcome(client.reauthenticate(rightPassword)), "ReauthenticationRequired")
      yield* keys.confirm(yield* keys.answer(authenticator))
      assert.strictEqual(yield* outcome(keys.options), "ok")
    })
  )

  test(
    "with the password, leaves level 1 to a user who has neither any more",
    Effect.gen(function* () {
      const { client } = yield* userWithApp()
      yield* client.removeTotp
      assert.deepInclude(yield* client.authenticate, { methods: ["password", "totp"] })
      yield* TestClock.adjust("1 hour")
      yield* client.reauthenticate(rightPassword)
      assert.deepInclude(yield* client.authenticate, { methods: ["password"] })
    })
  )

  test(
    "issues no session if the presented one is revoked at the same time, and uses no code up",
    Effect.gen(function* () {
      const { app, client, cookies } = yield* userWithApp()
      const plain = yield* signedUpAs(ben)
      const code = yield* shown(app)
      for (const [holder, attempt] of [
        [cookies, outcome(client.reauthenticateWithCode(code))],
        [plain, outcome(plain.reauthenticate(rightPassword))]
      ] as const) {
        const copy = yield* TestClient.copyOf(holder)
        yield* beforeNext("UserRepository.findByIdForUpdate", copy.signOut)
        assert.strictEqual(yield* attempt, "Unauthenticated")
      }
      // The sign-outs belonged to the transactions that failed.
      assert.strictEqual(yield* outcome(client.reauthenticateWithCode(code)), "ok")
    })
  )

  test(
    "uses no code up if the session cannot be stored",
    Effect.gen(function* () {
      const { app, client } = yield* userWithApp()
      const code = yield* shown(app)
      yield* before("SessionRepository.issue", outage)
      assert.strictEqual(yield* outcome(client.reauthenticateWithCode(code)), "PersistenceError")
      yield* release("SessionRepository.issue")
      assert.strictEqual(yield* outcome(client.reauthenticateWithCode(code)), "ok")
    })
  )
})

const changes = (client: TestClient.Actions) => ({
  password: outcome(client.changePassword(newPassword, rightPassword)),
  email: outcome(client.requestEmailChange(ben, rightPassword)),
  deletion: outcome(client.deleteAccount(rightPassword))
})

describe("A dangerous change of a user with a passkey", () => {
  test(
    "requires it, whatever password is given",
    Effect.gen(function* () {
      const client = (yield* signedUp).at(optional)
      yield* storedPasskeyOf(ann)
      for (const change of Object.values(changes(client))) {
        assert.strictEqual(yield* change, "ReauthenticationRequired")
      }
    })
  )

  for (const [title, at] of Object.entries(withoutUsablePasskeys)) {
    test(
      `is possible with a password on an instance ${title}`,
      Effect.gen(function* () {
        const client = (yield* signedUp).at(at)
        yield* storedPasskeyOf(ann)
        for (const change of Object.values(changes(client)).reverse()) assert.strictEqual(yield* change, "ok")
      })
    )
  }
})

describe("A dangerous change of a user with a second factor", () => {
  test(
    "requires it in the last ten minutes, whatever password is given",
    Effect.gen(function* () {
      const { app, client } = yield* userWithApp()
      yield* TestClock.adjust("10 minutes")
      for (const change of Object.values(changes(client))) {
        assert.strictEqual(yield* change, "ReauthenticationRequired")
      }
      yield* client.reauthenticateWithCode(yield* shown(app))
      for (const change of Object.values(changes(client)).slice(1)) assert.strictEqual(yield* change, "ok")
    })
  )

  test(
    "is refused in a session of level 1",
    Effect.gen(function* () {
      yield* userWithApp()
      const cookies = yield* TestClient.make
      yield* cookies.at(withMode("off")).signIn(ann, rightPassword)
      for (const change of Object.values(changes(cookies.at(optional)))) {
        assert.strictEqual(yield* change, "ReauthenticationRequired")
      }
    })
  )

  test(
    "needs no current password right after it was presented, and keeps the level of the session",
    Effect.gen(function* () {
      const { app, client } = yield* userWithApp()
      yield* client.reauthenticateWithCode(yield* shown(app))
      assert.strictEqual(yield* outcome(client.changePassword(newPassword)), "ok")
      assert.deepInclude(yield* client.authenticate, { methods: ["password", "totp"] })
      assert.strictEqual(yield* outcome(client.changePassword(rightPassword, wrongPassword)), "InvalidCredentials")
      assert.strictEqual(
        yield* outcome(client.changePassword(rightPassword, undefined, false)),
        "ReauthenticationRequired"
      )
    })
  )
})
