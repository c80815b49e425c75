import { assert, describe, it } from "@effect/vitest"
import { CleanupJob } from "@latchkey/domain/CleanupJob"
import * as Domain from "@latchkey/domain/Domain"
import * as Connections from "@latchkey/domain/identity-provider/Connections"
import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { IdentityProviderAdministration } from "@latchkey/domain/operator/IdentityProviderAdministration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { ports } from "../support.ts"
import { keysOf } from "../support/MarkingKeys.ts"

const withKeys = (...secrets: ReadonlyArray<string>) => {
  const keys = keysOf(...secrets)
  return Effect.provide(Layer.merge(Domain.layer.pipe(Layer.provide(keys)), keys))
}
const run = Effect.provide(ports)
const cleanUp = Effect.flatMap(CleanupJob, ({ run }) => run)

const current = Effect.flatMap(InstanceDirectory, ({ get }) => get(defaultId))
const add = Effect.gen(function* () {
  const { create } = yield* IdentityProviderAdministration
  const clientSecret = Redacted.make("GOCSPX-1")
  const by = { actor: "admin_api" } as const
  const instance = yield* current
  yield* create({ instance, by, settings: { kind: "google", clientId: "client-1", clientSecret } })
  yield* create({ instance, by, settings: { kind: "github", clientId: "client-2", clientSecret: null } })
})

/** Returns the ids of the keys of the secrets. */
const keyIdsOf = ({ identityProviders }: Instance) =>
  identityProviders.map(({ clientSecret }) =>
    clientSecret === null || Redacted.isRedacted(clientSecret) ? undefined : clientSecret.keyId
  )

describe("The client secrets of a server with another key", () => {
  it.scoped("are encrypted again in the cleanup job, so that the previous key can be dropped", () =>
    Effect.gen(function* () {
      yield* add.pipe(withKeys("aa"))
      yield* cleanUp.pipe(withKeys("bb", "aa"))
      const instance = yield* current.pipe(withKeys("bb"))
      assert.deepStrictEqual(keyIdsOf(instance), ["bb", undefined])
      const opened = Effect.gen(function* () {
        const { connect } = yield* Connections.make
        return yield* Effect.forEach(instance.identityProviders, (provider) => connect(instance, provider))
      })
      assert.deepStrictEqual(
        (yield* opened.pipe(withKeys("bb"))).map(({ clientSecret }) => Option.map(clientSecret, Redacted.value)),
        [Option.some("GOCSPX-1"), Option.none()]
      )
    }).pipe(run)
  )

  it.scoped("stay as they are if their key is not configured", () =>
    Effect.gen(function* () {
      yield* add.pipe(withKeys("aa"))
      yield* cleanUp.pipe(withKeys("cc", "bb"))
      assert.deepStrictEqual(keyIdsOf(yield* current.pipe(withKeys("aa"))), ["aa", undefined])
    }).pipe(run)
  )
})
