import { assert, describe } from "@effect/vitest"
import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import type { MethodIds } from "@latchkey/domain/instance/AuthenticationMethods"
import { StepUp, type StepUpUser } from "@latchkey/domain/session/StepUp"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  ann,
  justBefore,
  oneMilli,
  signedUp,
  storedPasskeyOf,
  storedUser,
  test,
  withoutUsablePasskeys
} from "../support.ts"
import { optional, required, withMode } from "../support/SecondFactor.ts"

const off = withMode("off")

/** Ann, who may have a passkey and a second factor. */
const userWith = (ways: { readonly passkey?: boolean; readonly code?: boolean }) =>
  Effect.gen(function* () {
    yield* signedUp
    const { id } = yield* Effect.flatten(storedUser(ann))
    if (ways.passkey === true) yield* storedPasskeyOf(ann)
    return { id, secondFactorAt: ways.code === true ? Option.some(yield* DateTime.now) : Option.none() }
  })

/** A session that begins now. */
const sessionOf = (...methods: MethodIds) =>
  Effect.map(DateTime.now, (authenticatedAt) => ({ authenticatedAt, methods }))

/** Returns the ids of the methods. */
const waysOf = (instance: Instance, user: StepUpUser) =>
  Effect.flatMap(StepUp, (stepUp) => Effect.map(stepUp.waysOf(instance, user), (ways) => ways.map(({ id }) => id)))

describe("StepUp.waysOf", () => {
  test(
    "counts a passkey that signs in to the instance, of this user, and no other",
    Effect.gen(function* () {
      const user = yield* userWith({ passkey: true })
      assert.deepStrictEqual(yield* waysOf(optional, user), ["passkey"])
      for (const [title, at] of Object.entries(withoutUsablePasskeys)) {
        assert.deepStrictEqual(yield* waysOf(at, user), [], title)
      }
      const { id } = Samples.user(defaultId)
      assert.deepStrictEqual(yield* waysOf(optional, { ...user, id }), [])
    })
  )

  test(
    "counts a passkey for the RP ID among others for a former one",
    Effect.gen(function* () {
      const user = yield* userWith({})
      yield* Samples.storedPasskey(yield* Effect.flatten(storedUser(ann)), { rpId: "former.example" })
      assert.deepStrictEqual(yield* waysOf(optional, user), [])
      yield* storedPasskeyOf(ann)
      assert.deepStrictEqual(yield* waysOf(optional, user), ["passkey"])
    })
  )

  test(
    "counts a second factor where they are turned on",
    Effect.gen(function* () {
      const user = yield* userWith({ code: true })
      for (const at of [off, optional, required]) {
        assert.deepStrictEqual(yield* waysOf(at, user), at === off ? [] : ["totp", "recovery_code"])
      }
    })
  )
})

describe("StepUp.isNeeded and isConfirmed", () => {
  test(
    "ask users without a way to reach level 2 for a recent authentication only",
    Effect.gen(function* () {
      const { isConfirmed, isNeeded } = yield* StepUp
      const user = yield* userWith({})
      const session = yield* sessionOf("password")
      assert.isTrue(yield* isConfirmed(optional, user, session))
      yield* justBefore("10 minutes")
      assert.isTrue(yield* isConfirmed(optional, user, session))
      yield* oneMilli
      assert.isFalse(yield* isConfirmed(optional, user, session))
      assert.isFalse(yield* isNeeded(optional, user, session))
    })
  )

  for (const way of ["passkey", "code"] as const) {
    test(
      `ask users with a ${way} for level 2 in the last ten minutes`,
      Effect.gen(function* () {
        const { isConfirmed, isNeeded } = yield* StepUp
        const user = yield* userWith({ [way]: true })
        const weak = yield* sessionOf("magic_link", "password")
        const strong = [yield* sessionOf("passkey"), yield* sessionOf("password", "recovery_code")]
        assert.isTrue(yield* isNeeded(optional, user, weak))
        assert.isFalse(yield* isConfirmed(optional, user, weak))
        for (const session of strong) {
          assert.isFalse(yield* isNeeded(optional, user, session))
          assert.isTrue(yield* isConfirmed(optional, user, session))
        }
        yield* TestClock.adjust("10 minutes")
        for (const session of strong) {
          assert.isTrue(yield* isNeeded(optional, user, session))
          assert.isFalse(yield* isConfirmed(optional, user, session))
        }
      })
    )
  }
})

describe("StepUp.missingFactor", () => {
  const missingOf = (at: Instance, ways: Parameters<typeof userWith>[0], ...methods: MethodIds) =>
    Effect.gen(function* () {
      const { missingFactor } = yield* StepUp
      return Option.getOrNull(yield* missingFactor(at, yield* userWith(ways), methods))
    })
  const code = ["totp", "recovery_code"]
  const cases = [
    [off, {}, null],
    [off, { code: true }, null],
    [optional, {}, null],
    [optional, { passkey: true }, null],
    [optional, { code: true }, code],
    [optional, { code: true, passkey: true }, code],
    [required, {}, ["totp_enrollment"]],
    [required, { passkey: true }, ["passkey"]],
    [required, { code: true }, code],
    [required, { code: true, passkey: true }, code]
  ] as const
  for (const [at, ways, missing] of cases) {
    const { secondFactor: mode } = at.authConfig
    const owned = Object.keys(ways).join(" and ") || "nothing"
    const what = missing?.join(" or ") ?? "nothing"
    test(
      `with the mode ${mode}, is ${what} of users with ${owned}`,
      Effect.gen(function* () {
        assert.deepStrictEqual<unknown>(yield* missingOf(at, ways, "password"), missing)
      })
    )
  }

  test(
    "is nothing at level 2",
    Effect.gen(function* () {
      assert.isNull(yield* missingOf(required, {}, "passkey"))
    })
  )
})
