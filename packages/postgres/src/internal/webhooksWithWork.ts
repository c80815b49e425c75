import type { PersistenceError } from "@latchkey/domain/core/Errors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import { type Database, rows } from "./database.ts"

const found = rows(Schema.Struct({ instanceId: InstanceId }))

/**
 * Returns the instances that a query finds, each once, without locks: what changes them looks again. On a Citus cluster
 * it returns those of all enabled webhooks in random order, because the query is one of several tables.
 */
export const instancesWithWork = (
  { isDistributed, sql, tables }: Database,
  query: Parameters<typeof found>[0]
): Effect.Effect<ReadonlyArray<InstanceId>, PersistenceError> => {
  const ofEnabled = sql`SELECT instance_id AS "instanceId" FROM ${tables.webhooks} WHERE disabled_at IS NULL`
  const instances = Effect.map(found(isDistributed ? ofEnabled : query), (webhooks) =>
    Arr.dedupe(webhooks.map(({ instanceId }) => instanceId))
  )
  return isDistributed ? Effect.map(Effect.flatMap(instances, Random.shuffle), Arr.fromIterable) : instances
}
