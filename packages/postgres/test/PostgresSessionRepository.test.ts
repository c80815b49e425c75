import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { onServer, servers } from "@latchkey/test-support/postgres/databases"
import { statementsOf } from "@latchkey/test-support/postgres/Recording"

/** A node of a plan that was executed, as `EXPLAIN (ANALYZE, FORMAT JSON)` writes it. */
interface Node {
  readonly Operation?: string
  readonly "Relation Name"?: string
  readonly "Actual Loops": number
  readonly Plans?: ReadonlyArray<Node>
}

const nodesIn = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(nodesIn)]

/** Returns the nodes below deletions that read tables. */
const readsToDelete = (plan: Node): ReadonlyArray<Node> =>
  nodesIn(plan)
    .filter(({ Operation }) => Operation === "Delete")
    .flatMap((deletion) => nodesIn(deletion).slice(1))
    .filter((node) => node["Relation Name"] !== undefined)

for (const server of servers()) {
  const { migrated, name } = onServer(server)
  describe(`PostgresSessionRepository on ${name}`, () => {
    it.effect(
      "reads nothing for deletions where a new session replaces none, and no session or client is too many",
      () =>
        Effect.gen(function* () {
          const { issue } = yield* SessionRepository
          const sql = yield* SqlClient
          const user = yield* Effect.flatMap(Samples.storedInstance, ({ id }) => Samples.storedUser(id))
          const grant = Samples.grant(user)
          const [issued] = yield* statementsOf(issue(grant))
          yield* sql`DELETE FROM latchkey.clients WHERE client_id = ${grant.newClientId}`
          const [explained] = yield* sql.unsafe<{ readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: Node }> }>(
            `EXPLAIN (ANALYZE, FORMAT JSON) ${issued?.text}`,
            issued?.parameters
          )
          const reads = explained?.["QUERY PLAN"].flatMap(({ Plan }) => readsToDelete(Plan)) ?? []
          assert.isAtLeast(reads.length, 3)
          assert.deepStrictEqual(
            reads.filter((node) => node["Actual Loops"] > 0),
            []
          )
        }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, migrated)))
    )
  })
}
