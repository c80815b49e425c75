import { assert, describe } from "@effect/vitest"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { annsNew } from "../email-change/support.ts"
import { authenticatorAt, withPasskeys } from "../passkey/support.ts"
import { ann, linkTokenFor, outcome, rightPassword, signedUp, signInOnNewClient, storedUser, test } from "../support.ts"
import { optional, setUpApp } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"

describe("An account that an operator hands back", () => {
  test(
    "by the steps of the documentation keeps neither password, passkey nor app of the one who had it",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      const authenticator = authenticatorAt()
      yield* withPasskeys(attacker).add(authenticator)
      yield* withPasskeys(attacker).signIn(authenticator)
      yield* setUpApp(attacker.at(optional))
      const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
      const target = { instance: defaultInstance, userId, by: { actor: "admin_api" } } as const
      const { update } = yield* UserProvisioning
      const { removePasskeys, resetSecondFactor } = yield* UserAdministration
      yield* update({ ...target, patch: { disabled: true } })
      yield* update({ ...target, patch: { email: annsNew, emailVerified: true, password: Option.none() } })
      yield* removePasskeys(target)
      yield* resetSecondFactor(target)
      yield* update({ ...target, patch: { disabled: false } })
      assert.strictEqual(yield* outcome(attacker.authenticate), "Unauthenticated")
      assert.strictEqual(yield* signInOnNewClient(annsNew, rightPassword), "InvalidCredentials")
      const other = yield* TestClient.make
      assert.strictEqual(yield* outcome(withPasskeys(other).signIn(authenticator)), "InvalidCredentials")
      const owner = yield* TestClient.make
      yield* owner.at(optional).verifyLink(yield* linkTokenFor(owner, annsNew))
      assert.deepInclude(yield* owner.authenticate, { email: annsNew, methods: ["magic_link"] })
    })
  )
})
