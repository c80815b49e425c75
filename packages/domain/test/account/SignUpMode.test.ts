import { assert, describe } from "@effect/vitest"
import type { Email } from "@latchkey/domain/core/Email"
import { defaultId, type SignUpMode } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  ann,
  ben,
  linkTokenFor,
  noAccount,
  outcome,
  password,
  rightPassword,
  signedUp,
  storedUser,
  test,
  deliveryResults
} from "../support.ts"
import { callsOf, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const setMode = (mode: SignUpMode) =>
  Effect.flatMap(InstanceDirectory, ({ update }) => update(defaultId, { signUp: { mode } }))

const newClientAt = (mode: SignUpMode) =>
  Effect.gen(function* () {
    const client = yield* TestClient.make
    return client.at(yield* setMode(mode))
  })

const requestAndSend = (client: Pick<TestClient.TestClient, "requestLink">, address: Email) =>
  Effect.zipRight(
    client.requestLink(address),
    Effect.flatMap(EmailDispatcher, ({ dispatch }) => dispatch)
  )

for (const mode of ["invitation", "closed"] as const) {
  describe(`With the sign-up mode ${mode}`, () => {
    test(
      "signing up with a password fails with SignUpClosed for every address and password, before any lookup",
      Effect.gen(function* () {
        yield* signedUp
        const client = yield* newClientAt(mode)
        for (const [address, text] of [
          [ann, rightPassword],
          [noAccount, rightPassword],
          [noAccount, password("short")]
        ] as const) {
          const calls = yield* callsOf(
            Effect.map(outcome(client.signUp(address, text)), (result) => {
              assert.strictEqual(result, "SignUpClosed")
            })
          )
          assert.deepStrictEqual(calls, ["PasswordHasher.withPlace", "RateLimitStore.consume"])
        }
        assert.isTrue(Option.isNone(yield* storedUser(noAccount)))
      })
    )

    test(
      "a request for a link is queued alike for every address, and sends nothing without an account",
      Effect.gen(function* () {
        yield* signedUp
        const client = yield* newClientAt(mode)
        const known = yield* callsOf(client.requestLink(ann))
        const unknown = yield* callsOf(client.requestLink(noAccount))
        assert.deepStrictEqual(unknown, known)
        assert.sameDeepMembers(yield* deliveryResults, [
          [ann, "sent", null],
          [noAccount, "discarded", "no_account"]
        ])
        assert.strictEqual(yield* countOf("Mailer.send"), 1)
        assert.strictEqual(yield* countOf("MagicLinkRepository.insert"), 1)
      })
    )

    test(
      "a link that was sent while sign-up was open creates no account",
      Effect.gen(function* () {
        const client = yield* TestClient.make
        const token = yield* linkTokenFor(client, noAccount)
        const there = client.at(yield* setMode(mode))
        assert.strictEqual(yield* outcome(there.openLink(token)), "InvalidToken")
        assert.strictEqual(yield* outcome(there.verifyLink(token)), "InvalidToken")
        assert.isTrue(Option.isNone(yield* storedUser(noAccount)))
        assert.strictEqual(yield* outcome(client.at(yield* setMode("open")).verifyLink(token)), "ok")
      })
    )

    test(
      "accounts that exist sign in with a password and with a link",
      Effect.gen(function* () {
        yield* signedUp
        const client = yield* TestClient.make
        const there = client.at(yield* setMode(mode))
        assert.strictEqual(yield* outcome(there.signIn(ann, rightPassword)), "ok")
        assert.strictEqual(yield* outcome(there.verifyLink(yield* linkTokenFor(client, ann))), "ok")
      })
    )

    test(
      "operators create users, who sign in with a link",
      Effect.gen(function* () {
        const client = yield* newClientAt(mode)
        const { create } = yield* UserProvisioning
        const user = {
          email: ben,
          emailVerified: false,
          externalId: Option.none(),
          password: Option.none(),
          disabled: false
        }
        const instance = yield* Effect.flatMap(InstanceDirectory, ({ get }) => get(defaultId))
        yield* create({ instance, by: { actor: "admin_api" }, user })
        yield* requestAndSend(client, ben)
        assert.strictEqual(yield* countOf("Mailer.send"), 1)
      })
    )
  })
}
