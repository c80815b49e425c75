import type { Fragment } from "@effect/sql/Statement"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Database, rows } from "./database.ts"

/** How many webhooks one call looks for. Those that are furthest behind come first. */
const limit = 100

const found = rows(Schema.Struct({ instanceId: InstanceId }))

/**
 * Returns the instances of enabled webhooks `w` that `hasWork`, without locks: what changes them looks again. On a
 * Citus cluster it returns those of all enabled webhooks, because the condition is one of several tables.
 */
export const instancesWithWork = (
  { isDistributed, sql, tables }: Database,
  hasWork: Fragment
): Effect.Effect<ReadonlyArray<InstanceId>, PersistenceError> =>
  Effect.map(
    found(
      isDistributed
        ? sql`SELECT DISTINCT instance_id AS "instanceId" FROM ${tables.webhooks} WHERE disabled_at IS NULL`
        : sql`
          SELECT w.instance_id AS "instanceId" FROM ${tables.webhooks} w WHERE w.disabled_at IS NULL AND ${hasWork}
          ORDER BY w.position LIMIT ${limit}`
    ),
    (instances) => Arr.dedupe(instances.map(({ instanceId }) => instanceId))
  )
