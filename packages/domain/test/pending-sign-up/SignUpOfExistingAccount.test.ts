import { assert, describe } from "@effect/vitest"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import type { Password } from "@latchkey/domain/password/Password"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  ann,
  linkTokenFor,
  newPassword,
  outcome,
  rightPassword,
  sentInvitationToken,
  sentSignUpToken,
  signInOnNewClient,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import { beforeNext, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { by, newClient, pendingCount, set, signedUp } from "../support/VerifiedSignUp.ts"

const provision = (user: { readonly emailVerified: boolean; readonly password: Option.Option<Password> }) =>
  Effect.gen(function* () {
    const instance = yield* (yield* InstanceDirectory).get(defaultId)
    const fields = { email: ann, externalId: Option.none(), disabled: false, ...user }
    return yield* (yield* UserProvisioning).create({ instance, by, user: fields })
  })

describe("VerifySignUp.verify, with an account that was created meanwhile", () => {
  test(
    "does not sign in to a verified account: of a magic link, an invitation, or an operator",
    Effect.gen(function* () {
      const wayIn = {
        magicLink: Effect.gen(function* () {
          const client = yield* TestClient.make
          yield* client.verifyLink(yield* linkTokenFor(client, ann))
        }),
        invitation: Effect.gen(function* () {
          const instance = yield* set({})
          yield* (yield* Invitations).create({ instance, by, email: ann })
          const token = yield* sentInvitationToken(ann)
          yield* (yield* TestClient.make).at(instance).acceptInvitation(token)
        }),
        operator: provision({ emailVerified: true, password: Option.some(newPassword) })
      }
      for (const create of Object.values(wayIn)) {
        const { client, token } = yield* signedUp(ann)
        yield* create
        const { id: userId, passwordHash } = Option.getOrThrow(yield* storedUser(ann))
        assert.strictEqual(yield* outcome(client.openSignUp(token)), "InvalidToken")
        assert.strictEqual(yield* outcome(client.verifySignUp(token)), "InvalidToken")
        assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
        assert.strictEqual(
          Option.isSome(Option.getOrThrow(yield* storedUser(ann)).passwordHash),
          Option.isSome(passwordHash)
        )
        const instance = yield* set({})
        yield* Effect.flatMap(UserProvisioning, (users) => users.delete({ instance, by, userId }))
      }
    })
  )

  test(
    "does not sign in to an account that was verified while the email was written",
    Effect.gen(function* () {
      const client = yield* newClient
      yield* client.requestSignUp(ann, wrongPassword)
      const owner = yield* TestClient.make
      const ownersLink = yield* linkTokenFor(owner, ann)
      yield* client.requestSignUp(ann, wrongPassword)
      yield* beforeNext("MagicLinkRepository.insert", Effect.orDie(owner.verifyLink(ownersLink)))
      const token = yield* sentSignUpToken(ann)
      assert.strictEqual(yield* outcome(client.verifySignUp(token)), "InvalidToken")
    })
  )

  for (const emailVerified of [true, false]) {
    test(
      `does not sign in if an operator creates ${emailVerified ? "a verified" : "an unverified"} account at the same moment`,
      Effect.gen(function* () {
        const { client, token } = yield* signedUp(ann, wrongPassword)
        const services = yield* Effect.context<InstanceDirectory | UserProvisioning>()
        const operator = Effect.provide(provision({ emailVerified, password: Option.some(newPassword) }), services)
        yield* beforeNext("UserRepository.insert", Effect.orDie(operator))
        assert.strictEqual(yield* outcome(client.verifySignUp(token)), "InvalidToken")
        assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
        assert.strictEqual(yield* countOf("SessionRepository.issue"), 0)
      })
    )
  }

  test(
    "does nothing once an operator has created the account, verified or not: the pending sign-ups are void",
    Effect.gen(function* () {
      const { client, token } = yield* signedUp(ann, wrongPassword)
      yield* provision({ emailVerified: false, password: Option.some(newPassword) })
      assert.strictEqual(yield* outcome(client.verifySignUp(token)), "InvalidToken")
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
      assert.strictEqual(yield* pendingCount(ann), 0)
    })
  )

  test(
    "claims an unverified account as every first verification does, and gives it no password",
    Effect.gen(function* () {
      const stranger = yield* TestClient.make
      yield* stranger.signUp(ann, wrongPassword)
      const { client, token } = yield* signedUp(ann)
      assert.deepStrictEqual(yield* client.openSignUp(token), { email: ann, keepsCredential: false })
      assert.deepInclude(yield* client.verifySignUp(token), { hasCredential: false, passwordRemoved: true })
      assert.strictEqual(yield* outcome(stranger.authenticate), "Unauthenticated")
      for (const text of [wrongPassword, rightPassword]) {
        assert.strictEqual(yield* signInOnNewClient(ann, text), "InvalidCredentials")
      }
      assert.isTrue(Option.isSome(Option.getOrThrow(yield* storedUser(ann)).claimedAt))
    })
  )

  test(
    "keeps the password of an unverified account on a client that is signed in to it",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.signUp(ann, newPassword)
      const at = client.at(yield* set({ verification: "before" }))
      yield* at.requestSignUp(ann, rightPassword)
      const token = yield* sentSignUpToken(ann)
      assert.deepInclude(yield* at.verifySignUp(token), { hasCredential: true, passwordRemoved: false })
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "InvalidCredentials")
    })
  )

  test(
    "does not sign in to a disabled account",
    Effect.gen(function* () {
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const { client, token } = yield* signedUp(ann)
      const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
      const instance = yield* set({})
      yield* Effect.flatMap(UserAdministration, ({ disable }) => disable({ instance, userId, by }))
      assert.strictEqual(yield* outcome(client.verifySignUp(token)), "InvalidToken")
    })
  )

  test(
    "does nothing after the account was deleted, which deletes the pending sign-ups, too",
    Effect.gen(function* () {
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const { client, token } = yield* signedUp(ann)
      const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
      const instance = yield* set({})
      yield* Effect.flatMap(UserProvisioning, (users) => users.delete({ instance, by, userId }))
      assert.strictEqual(yield* pendingCount(ann), 0)
      assert.strictEqual(yield* outcome(client.verifySignUp(token)), "InvalidToken")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )
})
