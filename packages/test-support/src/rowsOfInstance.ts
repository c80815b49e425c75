import { ExternalId } from "@latchkey/domain/account/ExternalId"
import * as PortsContract from "@latchkey/testkit/PortsContract"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/**
 * Stores an instance, and a row of every kind that can belong to it. The rows come from the contracts of the ports: the
 * tests of the removal of instances fail for a table that none of them writes to.
 */
export const writeRowsOfInstance = Effect.gen(function* () {
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId, { externalId: Option.some(ExternalId.make("crm|7")) })
  return { instanceId, user: yield* PortsContract.writeRows(user) }
})
