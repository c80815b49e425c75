/** Calls of the ports for API keys. */
import { ApiKeyRepository } from "@latchkey/domain/operator/ApiKeyRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import { type Calls, deleteLimit, listLimit } from "./Calls.ts"

const { now } = Samples

const apiKeys = Effect.gen(function* () {
  const port = yield* ApiKeyRepository
  const key = Samples.apiKey()
  yield* port.insert(key)
  const calls: Calls<ApiKeyRepository["Type"]> = {
    insert: port.insert(Samples.apiKey()),
    findActive: port.findActive(key.tokenHash, now),
    touch: port.touch(key.apiKey.id, now),
    list: port.list(listLimit),
    revoke: port.revoke(key.apiKey.id),
    revokeAll: port.revokeAll,
    deleteExpired: port.deleteExpired(Samples.longAgo, deleteLimit)
  }
  return calls
})

/** Returns them by the key of the tag of each port. */
export const make = Effect.gen(function* () {
  return {
    [ApiKeyRepository.key]: yield* apiKeys
  }
})
