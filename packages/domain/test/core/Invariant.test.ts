import { assert, describe } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { EmailTaken, ExternalIdTaken } from "@latchkey/domain/account/AccountErrors"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { ChangeLanguage } from "@latchkey/domain/personal-data/ChangeLanguage"
import { CredentialsChanged } from "@latchkey/domain/session/SessionErrors"
import * as Cause from "effect/Cause"
import { Language } from "@latchkey/domain/language/Language"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { annsNew, changeTokenFor, verified } from "../email-change/support.ts"
import {
  ann,
  linkTokenFor,
  newPassword,
  resetTokenFor,
  rightPassword,
  signedUp as signedUpUser,
  storedUser,
  test
} from "../support.ts"
import { before } from "../support/Interception.ts"
import { appOf, optional, userWithApp } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"
import { newClient, signedUp } from "../support/VerifiedSignUp.ts"

/** Returns what was believed, if the attempt dies because it does not hold. */
const beliefOf = <A, E, R>(attempt: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.either(Effect.sandbox(attempt)), (result) => {
    const defect = Either.isLeft(result) ? Option.getOrUndefined(Cause.dieOption(result.left)) : undefined
    return defect instanceof Error && defect.name === "InvariantViolation" ? defect.message : undefined
  })

const credentialsChange = before("SessionRepository.issue", Effect.fail(new CredentialsChanged()))

describe("A session that cannot be issued although the user is locked", () => {
  const attempts = {
    "at sign-up": Effect.map(TestClient.make, (client) => client.signUp(ann, rightPassword)),
    "at a sign-up that is verified": Effect.gen(function* () {
      const { token } = yield* signedUp(ann)
      return (yield* newClient).verifySignUp(token)
    }),
    "at a sign-in with a link": Effect.gen(function* () {
      const client = yield* TestClient.make
      return client.verifyLink(yield* linkTokenFor(client, ann))
    }),
    "after a new password": Effect.gen(function* () {
      const client = yield* verified()
      return client.changePassword(newPassword, rightPassword)
    }),
    "after a password that was forgotten": Effect.gen(function* () {
      const client = yield* verified()
      return client.resetPassword(yield* resetTokenFor(client, ann), newPassword)
    }),
    "after a new address": Effect.gen(function* () {
      const client = yield* verified()
      return client.confirmEmailChange(yield* changeTokenFor(client, annsNew))
    }),
    "after a new authenticator app": Effect.gen(function* () {
      const client = (yield* signedUpUser).at(optional)
      const enrollment = yield* client.beginTotp
      return client.confirmTotp(Redacted.value(enrollment.enrollment), yield* appOf(enrollment)())
    }),
    "after the removal of one": Effect.map(userWithApp(), ({ client }) => client.removeTotp)
  }

  for (const [when, attempt] of Object.entries(attempts)) {
    test(
      `is a defect, and no outage of the store: ${when}`,
      Effect.gen(function* () {
        const prepared: Effect.Effect<unknown, unknown> = yield* attempt
        yield* credentialsChange
        assert.strictEqual(
          yield* beliefOf(prepared),
          "No one changes the credentials of a user whom this transaction has locked"
        )
      })
    )
  }
})

describe("A user who is gone although the transaction has locked them", () => {
  const isRemoved = Effect.gen(function* () {
    const users = yield* UserRepository
    const { id } = Option.getOrThrow(yield* storedUser(ann))
    yield* before("UserRepository.verifyEmail", users.delete(defaultId, id))
  })
  const exists = "A user whom this transaction has locked exists"

  test(
    "is a defect at the first verification",
    Effect.gen(function* () {
      const client = yield* signedUpUser
      const token = yield* linkTokenFor(client, ann)
      yield* isRemoved
      assert.strictEqual(yield* beliefOf(client.verifyLink(token)), exists)
    })
  )

  test(
    "is a defect at a change of an address that is not verified",
    Effect.gen(function* () {
      const client = yield* signedUpUser
      const token = yield* changeTokenFor(client, annsNew)
      yield* isRemoved
      assert.strictEqual(yield* beliefOf(client.confirmEmailChange(token)), exists)
    })
  )
})

describe("A user who cannot be stored although their address and external id stay", () => {
  const same = "A user whose address and external id stay the same can be stored"

  for (const error of [new EmailTaken(), new ExternalIdTaken()]) {
    test(
      `is a defect: ${error._tag}`,
      Effect.gen(function* () {
        const client = yield* verified()
        const caller = yield* client.caller
        yield* before("UserRepository.update", Effect.fail(error))
        const { change } = yield* ChangeLanguage
        const language = Option.some(Language.make("de"))
        assert.strictEqual(yield* beliefOf(change({ instance: defaultInstance, caller, language })), same)
        assert.strictEqual(yield* beliefOf(client.deleteAccount(rightPassword)), same)
      })
    )
  }
})
