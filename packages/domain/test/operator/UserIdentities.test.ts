import { assert, describe, it } from "@effect/vitest"
import { IdentityId, IdentityRepository } from "@latchkey/domain/account/IdentityRepository"
import { defaultAuthConfig, defaultId, defaultInstance, type Instance } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { verified } from "../email-change/support.ts"
import { ann, ben, instance, layer, outage, outcome, rightPassword, signedUp, storedUser, test } from "../support.ts"
import { auditLog } from "../support/AuditTrail.ts"
import { argsOf, beforeNext } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const user = Effect.flatten(storedUser(ann))
const linked = Effect.flatMap(user, (of) => Samples.storedIdentity(of))
const identities = Effect.flatMap(user, ({ id }) =>
  Effect.flatMap(IdentityRepository, ({ list }) => list(defaultId, id))
)
const remove = (identityId: IdentityId, at: Instance = defaultInstance, address = ann) =>
  Effect.gen(function* () {
    const { id: userId } = yield* Effect.flatten(storedUser(address))
    const { removeIdentity } = yield* UserAdministration
    yield* removeIdentity({ instance: at, userId, identityId, by: { actor: "dashboard", name: "Grace" } })
  })

describe("UserAdministration.removeIdentity", () => {
  test(
    "unlinks the identity, ends the sessions, tells the user, and is in the audit log",
    Effect.gen(function* () {
      const client = yield* verified()
      const identity = yield* linked
      const other = yield* linked
      const { find } = yield* UserAdministration
      const { id: userId } = yield* user
      const by = { actor: "dashboard" } as const
      assert.sameDeepMembers(
        [...(yield* find({ instance: defaultInstance, userId, by })).identities],
        [identity, other]
      )
      yield* remove(identity.id)
      assert.deepStrictEqual(yield* identities, [other])
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      const queued = yield* argsOf("EmailOutbox.enqueue")
      assert.deepInclude(queued.at(-1)?.[0], { kind: "identity_removed", email: ann })
      const entry = (yield* auditLog).find(({ action }) => action === "identity_removed")
      assert.deepInclude(entry, { actor: "dashboard", userId: Option.some(userId), detail: identity.id })
    })
  )

  test(
    "fails with IdentityNotFound for an identity of another user, and changes nothing",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* (yield* TestClient.make).signUp(ben, rightPassword)
      const identity = yield* linked
      assert.strictEqual(yield* outcome(remove(identity.id, defaultInstance, ben)), "IdentityNotFound")
      const unknown = IdentityId.make("identity_01890a5d-ac96-774b-bcce-b302099a8057")
      assert.strictEqual(yield* outcome(remove(unknown)), "IdentityNotFound")
      assert.deepStrictEqual(yield* identities, [identity])
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "keeps the last way to sign in, and the sessions",
    Effect.gen(function* () {
      const client = yield* signedUp
      const identity = yield* linked
      const withoutOthers = instance({ authConfig: { ...defaultAuthConfig, password: false, magic_link: false } })
      assert.strictEqual(yield* outcome(remove(identity.id, withoutOthers)), "NoSignInMethod")
      assert.deepStrictEqual(yield* identities, [identity])
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  it.scoped("happens as a whole, or not at all", () =>
    Effect.gen(function* () {
      const client = yield* signedUp
      const identity = yield* linked
      yield* beforeNext("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(remove(identity.id)), "PersistenceError")
      assert.deepStrictEqual(yield* identities, [identity])
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    }).pipe(Effect.provide(Layer.fresh(layer)))
  )
})
