import { assert, describe } from "@effect/vitest"
import { defaultAuthConfig, defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { RequestPasswordReset } from "@latchkey/domain/password-reset/RequestPasswordReset"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  ann,
  instance,
  linkTokenFor,
  newPassword,
  noAccount,
  outcome,
  resetTokenFor,
  rightPassword,
  signedUp,
  test
} from "../support.ts"
import { callNames, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const withoutPasswords = instance({
  authConfig: { ...defaultAuthConfig, password: false, magic_link: true },
  rateLimits: {
    ...instance({}).rateLimits,
    signUpPerIp: { limit: 1, windowSeconds: 60 },
    signInPerIp: { limit: 1, windowSeconds: 60 }
  }
})

type Client = ReturnType<TestClient.TestClient["at"]>

const attempts: Readonly<Record<string, (client: Client) => Effect.Effect<unknown, { readonly _tag: string }>>> = {
  "sign-up with an account": (client) => client.signUp(ann, rightPassword),
  "sign-up without an account": (client) => client.signUp(noAccount, rightPassword),
  "sign-in with an account": (client) => client.signIn(ann, rightPassword),
  "sign-in without an account": (client) => client.signIn(noAccount, rightPassword),
  "the request for a link to set a new password": (client) => client.forgotPassword(ann),
  "opening such a link": (client) => client.openReset("A".repeat(43)),
  "setting a password with it": (client) => client.resetPassword("A".repeat(43), newPassword),
  "setting a password without a session": (client) => client.changePassword(newPassword)
}

describe("An instance with passwords turned off", () => {
  for (const [name, attempt] of Object.entries(attempts)) {
    test(
      `fails with PasswordDisabled for ${name}, before any lookup and any hashing`,
      Effect.gen(function* () {
        yield* signedUp
        const client = (yield* TestClient.make).at(withoutPasswords)
        const previous = (yield* callNames).length
        assert.strictEqual(yield* outcome(attempt(client)), "PasswordDisabled")
        const made = (yield* callNames).slice(previous)
        assert.deepStrictEqual(
          made.filter((method) => !["PasswordHasher.withPlace", "RateLimitStore.consume"].includes(method)),
          []
        )
      })
    )
  }

  test(
    "fails with PasswordDisabled for a signed-in user, and leaves the password as it is",
    Effect.gen(function* () {
      const client = yield* signedUp
      const hashes = yield* countOf("PasswordHasher.hash")
      const change = client.at(withoutPasswords).changePassword(newPassword, rightPassword)
      assert.strictEqual(yield* outcome(change), "PasswordDisabled")
      assert.strictEqual(yield* countOf("PasswordHasher.hash"), hashes)
      assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "ok")
    })
  )

  test(
    "limits sign-ups and sign-ins per IP address as ever",
    Effect.gen(function* () {
      const client = (yield* TestClient.make).at(withoutPasswords)
      assert.strictEqual(yield* outcome(client.signUp(ann, rightPassword)), "PasswordDisabled")
      assert.strictEqual(yield* outcome(client.signUp(ann, rightPassword)), "RateLimited")
      assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "PasswordDisabled")
      assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "RateLimited")
    })
  )

  test(
    "has no password resets, and discards requests for them that were queued before",
    Effect.gen(function* () {
      const { isAvailable } = yield* RequestPasswordReset
      assert.deepStrictEqual([isAvailable(instance({})), isAvailable(withoutPasswords)], [true, false])
      const client = yield* signedUp
      yield* client.forgotPassword(ann)
      yield* Effect.flatMap(InstanceDirectory, ({ update }) => update(defaultId, { authConfig: { password: false } }))
      yield* (yield* EmailDispatcher).dispatch
      const [delivery] = yield* (yield* MailDeliveryLog).list(defaultId, 1)
      assert.deepStrictEqual([delivery?.state, delivery?.reason], ["discarded", Option.some("disabled")])
    })
  )

  test(
    "does not consume a link to set a new password, which works again once passwords are turned on",
    Effect.gen(function* () {
      const client = yield* signedUp
      const token = yield* resetTokenFor(client, ann)
      const there = client.at(withoutPasswords)
      assert.strictEqual(yield* outcome(there.resetPassword(token, newPassword)), "PasswordDisabled")
      assert.strictEqual(yield* outcome(client.resetPassword(token, newPassword)), "ok")
    })
  )

  test(
    "lets users with and without a password sign in with a link",
    Effect.gen(function* () {
      const client = yield* signedUp
      const there = client.at(withoutPasswords)
      assert.strictEqual(yield* outcome(there.verifyLink(yield* linkTokenFor(client, ann))), "ok")
      assert.strictEqual(yield* outcome(there.verifyLink(yield* linkTokenFor(client, noAccount))), "ok")
    })
  )
})
