/** A provider that lies, for the tests of one file: each test begins with an honest one. */
import type { Connection } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as HostileProvider from "@latchkey/test-support/oidc/HostileProvider"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { clientFor, connectionTo, signIn } from "./support.ts"

/** Starts the provider before the tests of the file. */
export const setUp = () => {
  const undo: Array<() => void | Promise<void>> = []
  let provider: HostileProvider.HostileProvider
  let honest: Pick<HostileProvider.HostileProvider, "algorithm" | "keys" | "user">

  beforeAll(async () => {
    provider = await HostileProvider.start((one) => undo.push(one))
    honest = { algorithm: provider.algorithm, keys: provider.keys, user: provider.user }
  })
  beforeEach(() => void Object.assign(provider, honest, { lies: {} }))
  afterAll(async () => {
    for (const one of undo) await one()
  })

  return {
    get provider() {
      return provider
    },
    /** Signs in at the provider with a client that knows nothing of it yet. */
    attempt: (lies: HostileProvider.Lies = {}, changes: Partial<Connection> = {}) =>
      Effect.gen(function* () {
        Object.assign(provider, { lies })
        const client = yield* clientFor(provider)
        return yield* signIn(client, connectionTo(provider.issuer, changes), provider.signIn)
      })
  }
}
