/** Warns about instances that lead to plain http pages beside an https base URL. New ones are refused. */
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { plainHttpFields } from "@latchkey/http/instance/InstanceInput"
import * as Effect from "effect/Effect"
import type { Settings } from "../core/Settings.ts"

/** Logs one warning that names the instances and their fields, or none. Instances that cannot be read are one, too. */
export const warn = (settings: Pick<Settings, "baseUrl">): Effect.Effect<void, never, InstanceDirectory> =>
  Effect.gen(function* () {
    const instances = yield* Effect.flatMap(InstanceDirectory, ({ list }) => list)
    const affected = instances.flatMap((instance) => {
      const fields = plainHttpFields(settings, instance).map(({ field }) => field)
      return fields.length === 0 ? [] : [`${instance.id} (${fields.join(", ")})`]
    })
    if (affected.length === 0) return
    yield* Effect.logWarning(
      "Instances have plain http URLs, but BASE_URL is https. An attacker on the network can change those pages and use the sessions: change them to https",
      affected.join(", ")
    )
  }).pipe(
    Effect.catchAll(({ message }) => Effect.logWarning("Cannot check the URLs of instances for plain http", message))
  )
