import { assert, describe } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { AccessRevocation } from "@latchkey/domain/operator/AccessRevocation"
import { ApiKeys } from "@latchkey/domain/operator/ApiKeys"
import { PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  ann,
  ben,
  linkTokenFor,
  newPassword,
  otherInstance,
  outage,
  outcome,
  resetTokenFor,
  rightPassword,
  signedUp,
  test
} from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { before, countOf } from "../support/Interception.ts"
import {
  created,
  entered,
  enteredWithKey,
  invitedWithKey,
  joined,
  joinedWithPasskey,
  makeDashboard,
  tokenOf
} from "./support.ts"

const by = { actor: "command_line" } as const

const revokeInstance = Effect.flatMap(AccessRevocation, (access) =>
  access.revokeInstance({ by, instanceId: defaultInstance.id })
)
const revokeDashboard = Effect.flatMap(AccessRevocation, (access) => access.revokeDashboard(by))

describe("AccessRevocation.revokeInstance", () => {
  test(
    "ends every session and link, and the password signs in again",
    Effect.gen(function* () {
      const client = yield* signedUp
      const [link, reset] = [yield* linkTokenFor(client, ann), yield* resetTokenFor(client, ann)]
      yield* client.signIn(ann, rightPassword)
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      assert.strictEqual(yield* revokeInstance, 3)
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(client.verifyLink(link)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.resetPassword(reset, newPassword)), "InvalidToken")
      yield* client.signIn(ann, rightPassword)
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      assert.deepStrictEqual(yield* auditLines, ["command_line sessions_revoked all users"])
    })
  )

  test(
    "goes in batches until none is left, and touches no other instance",
    Effect.gen(function* () {
      const links = yield* MagicLinkRepository
      yield* Effect.replicateEffect(
        Effect.suspend(() => links.insert(Samples.magicLink(defaultId))),
        1001
      )
      const { insert } = yield* UserRepository
      const other = Samples.user(otherInstance.id)
      const grant = Samples.grant(other)
      yield* insert(other)
      const { findActive, issue } = yield* SessionRepository
      yield* issue(grant)
      assert.strictEqual(yield* revokeInstance, 1001)
      assert.strictEqual(yield* countOf("InstanceRemoval.revokeBatch"), 3)
      assert.strictEqual(yield* revokeInstance, 0)
      const { clientHash, session } = grant
      const key = { instanceId: other.instanceId, tokenHash: session.tokenHash, clientHash, now: Samples.now }
      assert.isTrue(Option.isSome(yield* findActive({ ...key, idleLifetime: defaultInstance.idleLifetime })))
    })
  )

  test(
    "ends nothing if the audit log cannot record it, and is recorded if it fails halfway",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(revokeInstance), "PersistenceError")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      yield* before("AuditLog.append", Effect.void)
      yield* before("InstanceRemoval.revokeBatch", outage)
      assert.strictEqual(yield* outcome(revokeInstance), "PersistenceError")
      assert.deepStrictEqual(yield* auditLines, ["command_line sessions_revoked all users"])
    })
  )
})

describe("AccessRevocation.revokeDashboard", () => {
  test(
    "ends every dashboard session and invitation, and the audit log says so",
    Effect.gen(function* () {
      const browsers = [
        yield* enteredWithKey,
        yield* entered(yield* invitedWithKey()),
        (yield* joined("admin", ben)).dashboard
      ]
      const invitations = [yield* invitedWithKey(), tokenOf(yield* created())]
      assert.strictEqual(yield* revokeDashboard, 5)
      for (const { session } of browsers) assert.strictEqual(yield* outcome(session), "Unauthenticated")
      for (const token of invitations) assert.strictEqual(yield* outcome(entered(token)), "InvalidToken")
      assert.strictEqual(
        (yield* auditLines).at(-1),
        "command_line dashboard_sessions_revoked all, and all invitations and API keys"
      )
    })
  )

  test(
    "ends API keys, and no session of a user",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { authenticate, create } = yield* ApiKeys
      const { secret } = yield* create({ name: "CI", role: "viewer", expiresAt: Option.none() }, by)
      assert.strictEqual(yield* revokeDashboard, 1)
      assert.isTrue(Option.isNone(yield* authenticate(secret)))
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "ends challenges of the dashboard, and keeps passkeys of operators",
    Effect.gen(function* () {
      const { authenticator, id, passkey } = yield* joinedWithPasskey()
      const { keys } = yield* makeDashboard
      const credential = yield* keys.answer(authenticator)
      assert.isAbove(yield* revokeDashboard, 0)
      assert.strictEqual(yield* outcome(keys.present(credential)), "InvalidCredentials")
      assert.deepStrictEqual(yield* (yield* PasskeyRepository).list(operatorInstanceId, id), [passkey])
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), "ok")
    })
  )

  test(
    "and its audit entry are one transaction",
    Effect.gen(function* () {
      const { session } = yield* enteredWithKey
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(revokeDashboard), "PersistenceError")
      assert.strictEqual(yield* outcome(session), "ok")
    })
  )
})
