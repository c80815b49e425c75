import { assert, describe } from "@effect/vitest"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { ann, otherUsers, outcome, signedIn, signedUp, storedUser, test, wrongPassword } from "../support.ts"
import * as TestClient from "../support/TestClient.ts"

describe("ExportAccount.read", () => {
  test(
    "returns the account with the scheme of its password, its sessions, clients, limits, emails and audit entries",
    Effect.gen(function* () {
      const client = yield* signedUp
      const other = yield* signedIn
      yield* outcome((yield* TestClient.make).signIn(ann, wrongPassword))
      yield* client.requestLink(ann)
      const { id: userId, passwordHash } = Option.getOrThrow(yield* storedUser(ann))
      const by = { actor: "admin_api", ipAddress: "192.0.2.9" } as const
      yield* (yield* UserAdministration).resetFailedSignIns({ instance: defaultInstance, userId, by })
      yield* outcome((yield* TestClient.make).signIn(ann, wrongPassword))
      const data = yield* other.exportAccount
      assert.strictEqual(data.user.email, ann)
      assert.notProperty(data.user, "passwordHash")
      assert.isTrue(Option.isSome(data.passwordScheme))
      assert.notInclude(JSON.stringify(data), Redacted.value(Option.getOrThrow(passwordHash)))
      assert.lengthOf(data.sessions, 2)
      assert.lengthOf(data.knownClients, 2)
      assert.strictEqual(data.failedSignIns, 1)
      assert.deepStrictEqual(
        data.emails.map(({ kind, state }) => [kind, state]),
        [["magic_link", "queued"]]
      )
      assert.includeMembers(
        data.rateLimits.map(({ key }) => key),
        ["magicLinkPerEmail:ann@example.com", "signInPerEmail:ann@example.com"]
      )
      assert.deepStrictEqual(
        data.auditLog.map(({ action }) => action),
        ["failed_sign_ins_reset"]
      )
    })
  )

  test(
    "returns nothing of other users",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { bensClient, namesake } = yield* otherUsers
      yield* bensClient.requestLink(ann)
      for (const other of [bensClient, namesake]) {
        const { emails, knownClients, sessions } = yield* other.exportAccount
        assert.deepStrictEqual([emails.length, knownClients.length, sessions.length], [0, 1, 1])
      }
      assert.lengthOf((yield* client.exportAccount).emails, 1)
    })
  )

  test(
    "fails with Unauthenticated without an active session, and reads nothing",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* TestClock.adjust("8 days")
      assert.strictEqual(yield* outcome(client.exportAccount), "Unauthenticated")
      assert.strictEqual(yield* outcome((yield* TestClient.make).exportAccount), "Unauthenticated")
    })
  )
})
