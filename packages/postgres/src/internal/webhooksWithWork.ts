import type { PersistenceError } from "@latchkey/domain/core/Errors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { rows } from "./database.ts"

const found = rows(Schema.Struct({ instanceId: InstanceId }))

/** Returns the instances that a query finds, each once, without locks: what changes them looks again. */
export const instancesWithWork = (
  query: Parameters<typeof found>[0]
): Effect.Effect<ReadonlyArray<InstanceId>, PersistenceError> =>
  Effect.map(found(query), (webhooks) => Arr.dedupe(webhooks.map(({ instanceId }) => instanceId)))
