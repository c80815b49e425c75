import { assert, describe } from "@effect/vitest"
import { AuthenticationMethods, layer, layerOwn, type MethodIds } from "@latchkey/domain/instance/AuthenticationMethods"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import * as InstancePatch from "@latchkey/domain/instance/InstancePatch"
import { operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import * as Password from "@latchkey/domain/password/Room"
import * as StepUp from "@latchkey/domain/session/StepUp"
import { SessionIssuer } from "@latchkey/domain/session/SessionIssuer"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ann, signedUp, storedUser, test } from "../support.ts"

describe("The methods of a session", () => {
  const cases: ReadonlyArray<readonly [MethodIds, number, ReadonlyArray<string>]> = [
    [["password"], 1, ["pwd"]],
    [["magic_link"], 1, ["email"]],
    [["passkey"], 2, ["pop", "user", "mfa"]],
    [["password", "totp"], 2, ["pwd", "otp", "mfa"]],
    [["magic_link", "recovery_code"], 2, ["email", "recovery_code", "mfa"]],
    [["magic_link", "password"], 1, ["email", "pwd"]],
    [["passkey", "totp"], 2, ["pop", "user", "mfa", "otp"]],
    [["method_of_a_former_app"], 1, []],
    [["password", "method_of_a_former_app"], 1, ["pwd"]]
  ]
  for (const [ids, level, amr] of cases) {
    const [named, stated] = [ids.join(" and "), amr.join(", ")]
    test(
      `${named} have level ${level} and amr ${stated}`,
      Effect.gen(function* () {
        const { amrOf, levelOf } = yield* AuthenticationMethods
        assert.strictEqual(levelOf(ids), level)
        assert.deepStrictEqual(amrOf(ids), amr)
      })
    )
  }
})

describe("AuthenticationMethods", () => {
  test(
    "has `mfa` in `amr` exactly at level 2, for every method",
    Effect.gen(function* () {
      const { all } = yield* AuthenticationMethods
      assert.isAbove(all.length, 4)
      for (const { amr, id, level } of all) assert.strictEqual(amr.includes("mfa"), level === 2, id)
    })
  )

  test(
    "finds a sign-in possible by what new users can begin with, without emails not with links",
    Effect.gen(function* () {
      const { isSignInPossible } = yield* AuthenticationMethods
      const possible = (authConfig: Partial<Instance["authConfig"]>, hasEmail: boolean) =>
        isSignInPossible(InstancePatch.apply(defaultInstance, { authConfig }), hasEmail)
      for (const hasEmail of [true, false]) {
        assert.isTrue(possible({ password: true, magic_link: false }, hasEmail))
        assert.isFalse(possible({ password: false, magic_link: false, passkey: true }, hasEmail))
        assert.strictEqual(possible({ password: false, magic_link: true }, hasEmail), hasEmail)
      }
    })
  )

  test(
    "are the only ones that a session can have: another id is a defect, and no session",
    Effect.gen(function* () {
      yield* signedUp
      const { grant } = yield* SessionIssuer
      const user = yield* Effect.flatten(storedUser(ann))
      const caller = { ipAddress: "192.0.2.1", clientToken: Option.none(), sessionToken: Option.none() }
      const exit = yield* Effect.exit(grant({ instance: defaultInstance, user, methods: ["pasword"], caller }))
      assert.include(String(Exit.isFailure(exit) ? exit.cause : "no failure"), "No method has the id of pasword")
    })
  )

  test(
    "has no method of an app for operators, and does not ask the app about them",
    Effect.gen(function* () {
      const asked: Array<string> = []
      const check = (instance: Instance) => Effect.sync(() => asked.push(instance.id) > 0)
      const own = layerOwn(
        Effect.succeed([
          { id: "sms", amr: ["sms", "mfa"], level: 2, isSecondFactor: true, admits: check, stepsUp: check }
        ])
      )
      const services = StepUp.layer.pipe(Layer.provideMerge(Layer.provide(layer(), own)))
      yield* Effect.provide(
        Effect.gen(function* () {
          const stepUp = yield* StepUp.StepUp
          const { admits } = yield* AuthenticationMethods
          const user = { id: Samples.userId(), passwordHash: Option.none(), secondFactorAt: Option.none() }
          const ofOperators = new Instance({ ...defaultInstance, id: operatorInstanceId })
          assert.deepStrictEqual(yield* stepUp.waysOf(ofOperators, user), [])
          assert.isFalse(yield* admits(ofOperators, user))
          assert.deepStrictEqual(asked, [])
          assert.lengthOf(yield* stepUp.waysOf(defaultInstance, user), 1)
          assert.isTrue(yield* admits(defaultInstance, user))
        }),
        services
      )
    })
  )

  test(
    "does not start with two methods of one id",
    Effect.gen(function* () {
      const own = layerOwn(Effect.succeed([{ id: "password", amr: [], level: 2 }]))
      const exit = yield* Effect.exit(Layer.build(Layer.provide(layer(Password.methods), own)))
      assert.include(
        String(Exit.isFailure(exit) ? exit.cause : "no failure"),
        'Two authentication methods have the id "password"'
      )
    })
  )
})
