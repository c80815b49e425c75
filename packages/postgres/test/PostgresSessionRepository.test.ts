import { createHash } from "node:crypto"
import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { TokenHash } from "@latchkey/domain/core/Token"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Arr from "effect/Array"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
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

    it.effect("keeps an unused client that signs in after the cleanup has looked at it", () =>
      Effect.gen(function* () {
        const sessions = yield* SessionRepository
        const sql = yield* SqlClient
        const { id: instanceId } = yield* Samples.storedInstance
        const user = yield* Samples.storedUser(instanceId)
        // So many that sign-ins end between the beginning of the statement and its locks.
        yield* sql`
          INSERT INTO latchkey.clients (instance_id, client_id, token_hash, expires_at)
          SELECT
            ${instanceId}, 'client_' || lpad(n::text, 8, '0') || '-0000-7000-8000-000000000000', sha256(n::text::bytea),
            '2031-01-01'
          FROM generate_series(1, 20000) AS n`
        const cleanup = sessions.deleteUnusedClients({ instanceId, after: Option.none(), limit: 20_000 })
        const signIns = Effect.forEach(Arr.range(19_951, 20_000), (n) => {
          const presentedClient = Option.some(TokenHash.make(createHash("sha256").update(String(n)).digest("hex")))
          const grant = Samples.grant(user, { presentedClient })
          return Effect.as(sessions.issue(grant), grant)
        })
        const [grants, { deleted }] = yield* Effect.all([signIns, cleanup], { concurrency: "unbounded" })
        assert.isAbove(deleted, 19_900)
        for (const { clientHash, session } of grants) {
          const key = { instanceId, tokenHash: session.tokenHash, clientHash, now: Samples.plus(1) }
          const found = yield* sessions.findActive({ ...key, idleLifetime: Duration.days(7) })
          assert.isTrue(Option.isSome(found))
        }
      }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, migrated)))
    )
  })
}
