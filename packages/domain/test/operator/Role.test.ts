import { assert, describe, it } from "@effect/vitest"
import {
  authorize,
  isAllowed,
  needsConfirmation,
  type Permission,
  permissions,
  Role
} from "@latchkey/domain/operator/Role"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"

/** What each role adds to the one before it. */
const added: Readonly<Record<Role, ReadonlyArray<Permission>>> = {
  viewer: [
    "api_keys.read",
    "audit.read",
    "email_texts.read",
    "emails.read",
    "instances.read",
    "invitations.read",
    "operators.read",
    "own_account",
    "users.read"
  ],
  support: ["emails.support", "invitations.write", "users.access", "users.support"],
  admin: ["api_keys.write", "email_texts.write", "instances.write", "operators.write", "users.write"]
}

const expected = {
  viewer: [...added.viewer],
  support: [...added.viewer, ...added.support],
  admin: [...added.viewer, ...added.support, ...added.admin]
}

describe("Role", () => {
  it.each(Role.literals)("%s has exactly its permissions", (role) => {
    assert.deepStrictEqual(
      permissions.filter((permission) => isAllowed(role, permission)).sort(),
      expected[role].sort()
    )
  })

  it("asks an operator to confirm who they are before what gives or takes access", () => {
    assert.deepStrictEqual([...permissions.filter(needsConfirmation)].sort(), [
      "api_keys.write",
      "instances.write",
      "operators.write",
      "users.access",
      "users.write"
    ])
  })

  it("refuses every other permission, and names it", () => {
    for (const role of Role.literals) {
      for (const permission of permissions) {
        const result = Effect.runSync(Effect.either(authorize(role, permission)))
        assert.strictEqual(Either.isRight(result), expected[role].includes(permission), `${role} ${permission}`)
        if (Either.isLeft(result)) {
          assert.strictEqual(result.left.message, `The role ${role} does not include the permission ${permission}`)
        }
      }
    }
  })
})
