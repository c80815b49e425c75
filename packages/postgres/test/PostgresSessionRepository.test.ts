import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { onServer, servers } from "@latchkey/test-support/postgres/databases"
import { statementsOf } from "@latchkey/test-support/postgres/Recording"
import * as QueryPlan from "./support/QueryPlan.ts"

/** Returns the nodes below deletions that read tables. */
const readsToDelete = (plan: QueryPlan.Node): ReadonlyArray<QueryPlan.Node> =>
  QueryPlan.nodes(plan)
    .filter(({ Operation }) => Operation === "Delete")
    .flatMap((deletion) => QueryPlan.nodes(deletion).slice(1))
    .filter((node) => node["Relation Name"] !== undefined)

for (const server of servers()) {
  const { migrated, name } = onServer(server)
  describe(`PostgresSessionRepository on ${name}`, () => {
    it.effect("reads nothing to delete if a new session replaces none, and no session or client is too many", () =>
      Effect.gen(function* () {
        const { issue } = yield* SessionRepository
        const sql = yield* SqlClient
        const user = yield* Effect.flatMap(Samples.storedInstance, ({ id }) => Samples.storedUser(id))
        const grant = Samples.grant(user)
        const [issued = assert.fail()] = yield* statementsOf(issue(grant))
        yield* sql`DELETE FROM latchkey.clients WHERE client_id = ${grant.newClientId}`
        const reads = readsToDelete(yield* QueryPlan.executed(issued))
        assert.isAtLeast(reads.length, 3)
        assert.deepStrictEqual(
          reads.filter((node) => node["Actual Loops"] !== 0),
          []
        )
      }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, migrated)))
    )
  })
}
