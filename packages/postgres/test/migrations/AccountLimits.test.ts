import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { databases } from "@latchkey/test-support/postgres/databases"
import * as initial from "../../src/internal/migrations/0001_initial.ts"
import * as migrator from "../../src/internal/migrator.ts"
import { all } from "../support/Versions.ts"

for (const database of databases()) {
  describe(`The migration account_limits on ${database.name}`, () => {
    it.effect("keeps users and sessions, and the 20 clients that a user has signed in on last", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* migrator.apply({ "0001_initial": initial.migration })
        const { clientHash, session } = Samples.grant(Samples.user(Samples.instanceId()))
        const { id, instanceId, tokenHash, userId } = session
        const email = Samples.email()
        yield* sql`
          INSERT INTO latchkey.users (instance_id, user_id, email, credential_version, created_at)
          VALUES (${instanceId}, ${userId}, ${email}, 3, ${"2030-01-01T00:00:00Z"})`
        yield* sql`
          INSERT INTO latchkey.clients (instance_id, client_id, token_hash, expires_at)
          SELECT ${instanceId}, 'client_' || n, CASE n WHEN 25 THEN decode(${clientHash}, 'hex') ELSE sha256(n::text::bytea) END,
            '2031-07-20T12:00:00Z'::timestamptz + n * '1 day'::interval
          FROM generate_series(1, 25) AS n`
        yield* sql`
          INSERT INTO latchkey.client_users (instance_id, user_id, client_id)
          SELECT instance_id, ${userId}, client_id FROM latchkey.clients`
        yield* sql`
          INSERT INTO latchkey.sessions (
            instance_id, session_id, user_id, client_id, token_hash, method, credential_version, authenticated_at,
            last_seen_at, expires_at, ends_at
          ) VALUES (
            ${instanceId}, ${id}, ${userId}, 'client_25', decode(${tokenHash}, 'hex'), 'password', 3,
            ${"2030-06-15T12:00:00Z"}, ${"2030-06-15T12:00:00Z"}, ${"2030-07-15T12:00:00Z"}, ${"2030-07-15T12:00:00Z"}
          )`
        assert.deepStrictEqual(yield* Migrations.apply, all.slice(1))
        const known = yield* sql<{ client: string; at: string }>`
          SELECT client_id AS client, to_char(known_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS at
          FROM latchkey.client_users ORDER BY known_at`
        assert.lengthOf(known, 20)
        assert.deepStrictEqual(known[0], { client: "client_6", at: "2030-06-21 12:00" })
        const user = Option.getOrThrow(yield* (yield* UserRepository).findById(instanceId, userId))
        assert.deepInclude(user, { claimedAt: Option.none(), credentialVersion: 3, email })
        const key = { instanceId, tokenHash, clientHash, now: Samples.plus(1), idleLifetime: Duration.days(1) }
        assert.isTrue(Option.isSome(yield* (yield* SessionRepository).findActive(key)))
      }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )
  })
}
