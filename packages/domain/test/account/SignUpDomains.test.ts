import { assert, describe, it } from "@effect/vitest"
import { defaultId, defaultSignUpConfig } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  ann,
  email,
  instance,
  linkTokenFor,
  noAccount,
  outcome,
  password,
  rightPassword,
  sentInvitationToken,
  signedUp,
  storedUser,
  test,
  deliveryResults
} from "../support.ts"
import { callsOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import * as VerifiedSignUp from "../support/VerifiedSignUp.ts"

const refused = { ...defaultSignUpConfig, refusedDomains: ["example.com"] }

const refuse = Effect.flatMap(InstanceDirectory, ({ update }) => update(defaultId, { signUp: refused }))

describe("Instance.admits", () => {
  const admits = (signUp: Partial<typeof defaultSignUpConfig>, address: string) =>
    instance({ signUp: { ...defaultSignUpConfig, ...signUp } }).admits(email(address))

  it("admits the domains that are listed, and without any all, but none of those that are refused", () => {
    assert.isTrue(admits({}, "ann@example.com"))
    assert.isTrue(admits({ allowedDomains: ["example.org", "example.com"] }, "ann@example.com"))
    assert.isFalse(admits({ allowedDomains: ["example.org"] }, "ann@example.com"))
    assert.isFalse(admits({ refusedDomains: ["example.com"] }, "ann@example.com"))
    assert.isFalse(admits({ allowedDomains: ["example.com"], refusedDomains: ["example.com"] }, "ann@example.com"))
  })

  it("compares whole domains", () => {
    for (const address of ["ann@mail.example.com", "ann@notexample.com", "ann@example.com.evil.example"]) {
      assert.isFalse(admits({ allowedDomains: ["example.com"] }, address))
      assert.isTrue(admits({ refusedDomains: ["example.com"] }, address))
    }
  })
})

describe("An address of a refused domain", () => {
  test(
    "cannot sign up with a password, whether or not it has an account, before any lookup",
    Effect.gen(function* () {
      yield* signedUp
      const client = (yield* TestClient.make).at(yield* refuse)
      for (const [address, text] of [
        [ann, rightPassword],
        [noAccount, rightPassword],
        [noAccount, password("short")]
      ] as const) {
        const attempt = Effect.map(outcome(client.signUp(address, text)), (result) =>
          assert.strictEqual(result, "SignUpRefused")
        )
        assert.deepStrictEqual(yield* callsOf(attempt), ["PasswordHasher.withPlace", "RateLimitStore.consume"])
      }
      assert.isTrue(Option.isNone(yield* storedUser(noAccount)))
    })
  )

  test(
    "gets no link without an account, and the request is the same",
    Effect.gen(function* () {
      yield* signedUp
      const client = (yield* TestClient.make).at(yield* refuse)
      const known = yield* callsOf(client.requestLink(ann))
      assert.deepStrictEqual(yield* callsOf(client.requestLink(noAccount)), known)
      assert.sameDeepMembers(yield* deliveryResults, [
        [ann, "sent", null],
        [noAccount, "discarded", "no_account"]
      ])
    })
  )

  test(
    "gets no account with a link from before",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const link = yield* linkTokenFor(client, noAccount)
      const there = client.at(yield* refuse)
      assert.strictEqual(yield* outcome(there.openLink(link)), "InvalidToken")
      assert.strictEqual(yield* outcome(there.verifyLink(link)), "InvalidToken")
      assert.isTrue(Option.isNone(yield* storedUser(noAccount)))
    })
  )

  test(
    "gets no account with a sign-up that was not verified before, and its owner learns why",
    Effect.gen(function* () {
      const { token } = yield* VerifiedSignUp.signedUp(ann)
      const there = (yield* TestClient.make).at(yield* refuse)
      assert.strictEqual(yield* outcome(there.verifySignUp(token)), "SignUpRefused")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )

  test(
    "signs in as ever if it has an account",
    Effect.gen(function* () {
      yield* signedUp
      const client = yield* TestClient.make
      const there = client.at(yield* refuse)
      assert.strictEqual(yield* outcome(there.signIn(ann, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(there.verifyLink(yield* linkTokenFor(client, ann))), "ok")
    })
  )

  test(
    "can be invited",
    Effect.gen(function* () {
      const there = yield* refuse
      yield* (yield* Invitations).create({ instance: there, by: { actor: "program" }, email: ann })
      yield* (yield* EmailDispatcher).dispatch
      const client = (yield* TestClient.make).at(there)
      assert.strictEqual(yield* outcome(client.acceptInvitation(yield* sentInvitationToken(ann))), "ok")
    })
  )
})
