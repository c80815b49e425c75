import { createHash } from "node:crypto"
import { assert, describe } from "@effect/vitest"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import * as ForeignHash from "@latchkey/domain/password/ForeignHash"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  ann,
  ben,
  newPassword,
  outcome,
  password,
  refusedAsCommon,
  resetTokenFor,
  rightPassword,
  test
} from "../support.ts"
import { countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const common = password("Password1")
const by = { actor: "admin_api", ipAddress: "192.0.2.9" } as const
const bensAccount = { email: ben, emailVerified: true, externalId: Option.none(), disabled: false }

/** Returns a hash that another system made of the common password. */
const importedHash = () => {
  const salt = "5a".repeat(16)
  const digest = createHash("sha256").update(salt).update("Password1").digest("hex")
  return ForeignHash.make(`$insecure$v=0$${salt}$${digest}`)
}

describe("A common password", () => {
  test(
    "is refused wherever one is set, and costs no hash",
    Effect.gen(function* () {
      const { create, update } = yield* UserProvisioning
      const client = yield* TestClient.make
      yield* client.signUp(ann, rightPassword)
      const token = yield* resetTokenFor(client, ann)
      const user = { ...bensAccount, password: Option.some(newPassword) }
      const bens = yield* create({ instance: defaultInstance, by, user })
      const hashes = yield* countOf("PasswordHasher.hash")
      yield* refusedAsCommon((yield* TestClient.make).signUp(ben, common))
      yield* refusedAsCommon(client.changePassword(common, rightPassword))
      yield* refusedAsCommon(client.resetPassword(token, common))
      yield* refusedAsCommon(client.resetPassword(token, password("ann@example.com")))
      yield* refusedAsCommon(
        create({ instance: defaultInstance, by, user: { ...user, password: Option.some(common) } })
      )
      const patch = { password: Option.some(common) }
      yield* refusedAsCommon(update({ instance: defaultInstance, by, userId: bens.user.id, patch }))
      assert.strictEqual(yield* countOf("PasswordHasher.hash"), hashes)
      yield* client.resetPassword(token, newPassword)
    })
  )

  test(
    "that was imported signs in, and cannot be set again",
    Effect.gen(function* () {
      const { create } = yield* UserProvisioning
      const passwordHash = Option.some(importedHash())
      const user = { ...bensAccount, password: Option.none(), passwordHash }
      yield* create({ instance: defaultInstance, by, user })
      const client = yield* TestClient.make
      assert.strictEqual(yield* outcome(client.signIn(ben, common)), "ok")
      // The sign-in has replaced the hash.
      assert.strictEqual(yield* outcome(client.signIn(ben, common)), "ok")
      yield* refusedAsCommon(client.changePassword(common, common))
    })
  )
})
