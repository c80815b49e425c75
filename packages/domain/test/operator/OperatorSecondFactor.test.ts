/** What operators need beside an invitation: a passkey or an authenticator app. */
import { assert, describe, it } from "@effect/vitest"
import type { UserId } from "@latchkey/domain/core/Ids"
import { none as noKeys, SecretKeys } from "@latchkey/domain/core/SecretKeys"
import * as Domain from "@latchkey/domain/Domain"
import { OperatorInstance, operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import { Operators } from "@latchkey/domain/operator/Operators"
import { none as noPasskeys, WebAuthn } from "@latchkey/domain/passkey/WebAuthn"
import type { SignInResult } from "@latchkey/domain/session/SessionIssuer"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ann, baseUrl, ben, outcome, ports, test } from "../support.ts"
import { auditLines, auditLog } from "../support/AuditTrail.ts"
import { codeOf, setUpApp, shown } from "../support/SecondFactor.ts"
import {
  type Dashboard,
  entered,
  enteredWithKey,
  invitedWithKey,
  joined,
  joinedWithPasskey,
  makeDashboard,
  reinvited,
  tokenOf
} from "./support.ts"

const by = { actor: "command_line" } as const

const optionsOf = (result: SignInResult) => (result._tag === "SecondFactorRequired" ? result.options : [])

const invite = (id: UserId) =>
  Effect.flatMap(Operators, (all) => Effect.map(all.invite({ id, by, delivery: "link" }), tokenOf))

const standings = (...browsers: ReadonlyArray<Dashboard>) => Effect.forEach(browsers, ({ standing }) => standing)

describe("OperatorSessions.standingOf", () => {
  test(
    "says that an operator with an invitation lacks a passkey or an app, and asks nothing of sessions without a name",
    Effect.gen(function* () {
      const { dashboard } = yield* joined("admin")
      const unnamed = [yield* enteredWithKey, yield* entered(yield* invitedWithKey())]
      assert.deepStrictEqual(yield* standings(dashboard, ...unnamed), ["without_factor", "sufficient", "sufficient"])
    })
  )

  test(
    "requires the passkey of an operator who has one, in every session of theirs",
    Effect.gen(function* () {
      const { authenticator, dashboard, id } = yield* joinedWithPasskey("admin")
      const again = yield* reinvited(id)
      const { dashboard: other } = yield* joined("viewer", ben)
      assert.deepStrictEqual(yield* standings(dashboard, again, other), ["too_weak", "too_weak", "without_factor"])
      yield* again.keys.signIn(authenticator)
      assert.deepStrictEqual(yield* standings(dashboard, again), ["too_weak", "sufficient"])
    })
  )

  test(
    "counts no passkey of a former host",
    Effect.gen(function* () {
      const { dashboard, id } = yield* joined()
      yield* dashboard.keys.options
      yield* Samples.storedPasskey({ id, instanceId: operatorInstanceId }, { rpId: "login.former.example" })
      assert.deepStrictEqual(yield* standings(dashboard), ["without_factor"])
      yield* Samples.storedPasskey({ id, instanceId: operatorInstanceId }, { rpId: new URL(baseUrl).hostname })
      assert.deepStrictEqual(yield* standings(dashboard), ["too_weak"])
    })
  )

  test(
    "accepts a session that set up an app, and one that was signed in with it",
    Effect.gen(function* () {
      const { dashboard, id } = yield* joined()
      yield* setUpApp(dashboard.own)
      assert.deepStrictEqual(yield* standings(dashboard), ["sufficient"])
      assert.deepStrictEqual((yield* dashboard.session).methods, ["dashboard_invitation", "totp"])
      assert.strictEqual(Option.getOrThrow((yield* dashboard.session).operator).id, id)
    })
  )

  it.effect("requires nothing where operators can have neither", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* OperatorInstance).authConfig.secondFactor, "off")
      const { dashboard } = yield* joined()
      assert.deepStrictEqual(yield* standings(dashboard), ["sufficient"])
    }).pipe(
      Effect.provide(
        Domain.layer.pipe(
          Layer.provide([Layer.succeed(SecretKeys, noKeys), Layer.succeed(WebAuthn, noPasskeys)]),
          Layer.provideMerge(ports)
        )
      )
    )
  )
})

describe("OperatorSessions.waysOf", () => {
  test(
    "names what the operator has, and nothing without a name",
    Effect.gen(function* () {
      const { dashboard } = yield* joinedWithPasskey("viewer", ann)
      const { dashboard: other } = yield* joined("viewer", ben)
      const browsers = [dashboard, other, yield* enteredWithKey]
      assert.deepStrictEqual(yield* Effect.forEach(browsers, ({ ways }) => ways), [["passkey"], [], []])
    })
  )
})

describe("An invitation of an operator with an app", () => {
  test(
    "opens no session without a code of the app, and is used",
    Effect.gen(function* () {
      const { dashboard, id } = yield* joined("support")
      const { app } = yield* setUpApp(dashboard.own)
      const token = yield* invite(id)
      const browser = yield* makeDashboard
      const entries = (yield* auditLines).length
      assert.deepStrictEqual(optionsOf(yield* browser.enter(token)), ["totp", "recovery_code"])
      assert.strictEqual(yield* outcome(browser.own.completeSignIn(codeOf("000000"))), "InvalidToken")
      assert.strictEqual(yield* outcome(browser.session), "Unauthenticated")
      assert.strictEqual(yield* outcome(entered(token)), "InvalidToken")
      assert.notInclude((yield* auditLines).slice(entries).join(), "dashboard_opened")
      yield* browser.own.completeSignIn(yield* shown(app))
      const session = yield* browser.session
      assert.deepStrictEqual(session.methods, ["dashboard_invitation", "totp"])
      assert.deepStrictEqual([yield* browser.isConfirmed, yield* browser.standing], [true, "sufficient"])
      const entry = (yield* auditLog).at(-1)
      assert.deepStrictEqual(
        [entry?.action, entry?.detail, entry?.name, entry?.operatorSessionId],
        ["dashboard_opened", "dashboard invitation totp", Option.some("The support"), Option.some(session.id)]
      )
    })
  )

  test(
    "opens none if the operator is disabled before the code is there",
    Effect.gen(function* () {
      const { dashboard, id } = yield* joined()
      const { app } = yield* setUpApp(dashboard.own)
      const browser = yield* entered(yield* invite(id))
      const { update } = yield* Operators
      yield* update({ id, by, patch: { disabled: true } })
      yield* update({ id, by, patch: { disabled: false } })
      assert.strictEqual(yield* outcome(browser.own.completeSignIn(yield* shown(app))), "Unauthenticated")
      assert.strictEqual(yield* outcome(browser.session), "Unauthenticated")
    })
  )
})
