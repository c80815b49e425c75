import { assert, describe } from "@effect/vitest"
import { AttemptStatistics } from "@latchkey/domain/audit/AttemptStatistics"
import { HasherOverloaded } from "@latchkey/domain/password/PasswordErrors"
import { defaultAuthConfig, defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import * as Effect from "effect/Effect"
import {
  ann,
  ben,
  instance,
  limited,
  linkTokenFor,
  newPassword,
  otherInstance,
  outage,
  outcome,
  password,
  rightPassword,
  signedUp,
  test,
  wrongPassword
} from "../support.ts"
import { beforeNext } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

/** Stores what was counted, and returns it as the dashboard gets it. */
const counted = (id: Instance["id"] = defaultId) =>
  Effect.gen(function* () {
    const { flush, lastDay } = yield* AttemptStatistics
    yield* flush
    return (yield* lastDay(id)).map(({ attempt, count, outcome }) => `${attempt} ${outcome} ${count}`)
  })

describe("AttemptRecorder", () => {
  test(
    "counts sign-ups and sign-ins by outcome",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const strict = client.at(limited({ signInPerKnownClient: { limit: 1, windowSeconds: 60 } }))
      yield* client.signUp(ann, rightPassword)
      yield* outcome(client.signUp(ann, rightPassword))
      yield* outcome(client.signUp(ben, password("short")))
      yield* outcome(strict.signIn(ann, wrongPassword))
      yield* outcome(strict.signIn(ann, wrongPassword))
      yield* client.signIn(ann, rightPassword)
      yield* client.signIn(ann, rightPassword)
      yield* beforeNext("PasswordHasher.withPlace", new HasherOverloaded())
      yield* outcome(client.signIn(ann, rightPassword))
      yield* beforeNext("PasswordHasher.verify", Effect.die("a defect"))
      yield* Effect.exit(client.signIn(ann, rightPassword))
      assert.deepStrictEqual(yield* counted(), [
        "sign_in HasherOverloaded 1",
        "sign_in InvalidCredentials 1",
        "sign_in RateLimited 1",
        "sign_in defect 1",
        "sign_in ok 2",
        "sign_up EmailTaken 1",
        "sign_up PasswordRejected 1",
        "sign_up ok 1"
      ])
    })
  )

  test(
    "counts requests and uses of magic links, and signing out everywhere",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      yield* outcome(
        client
          .at(instance({ authConfig: { ...defaultAuthConfig, password: true, magic_link: false } }))
          .requestLink(ann)
      )
      yield* (yield* TestClient.make).openLink(token)
      yield* client.openLink(token)
      yield* outcome(client.verifyLink(token))
      yield* client.signOutAll
      yield* outcome(client.signOutAll)
      assert.deepStrictEqual(yield* counted(), [
        "email sent 1",
        "magic_link_request MagicLinkDisabled 1",
        "magic_link_request ok 1",
        "magic_link_verify ConfirmationNeeded 1",
        "magic_link_verify InvalidToken 1",
        "magic_link_verify ok 1",
        "sign_out_all Unauthenticated 1",
        "sign_out_all ok 1"
      ])
    })
  )

  test(
    "counts password changes",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* outcome(client.changePassword(newPassword))
      yield* client.signUp(ann, rightPassword)
      yield* outcome(client.changePassword(newPassword))
      yield* outcome(client.changePassword(newPassword, wrongPassword))
      yield* outcome(client.changePassword(password("short"), rightPassword))
      yield* client.changePassword(newPassword, rightPassword)
      assert.deepStrictEqual(yield* counted(), [
        "password_set InvalidCredentials 1",
        "password_set PasswordRejected 1",
        "password_set ReauthenticationRequired 1",
        "password_set Unauthenticated 1",
        "password_set ok 1",
        "sign_up ok 1"
      ])
    })
  )

  test(
    "counts attempts for their own instance",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.at(otherInstance).signUp(ann, rightPassword)
      yield* outcome(client.signIn(ann, rightPassword))
      assert.deepStrictEqual(yield* counted(), ["sign_in InvalidCredentials 1"])
      assert.deepStrictEqual(yield* counted(otherInstance.id), ["sign_up ok 1"])
    })
  )

  test(
    "needs no statement during the attempt, and keeps counts while the store is down",
    Effect.gen(function* () {
      const { flush } = yield* AttemptStatistics
      yield* beforeNext("AttemptCounts.add", outage)
      yield* signedUp
      assert.strictEqual(yield* outcome(flush), "PersistenceError")
      assert.deepStrictEqual(yield* counted(), ["sign_up ok 1"])
    })
  )
})
