import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { type SessionGrant, SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { onServer, servers } from "@latchkey/test-support/postgres/databases"

const count = 300_000

interface Account {
  readonly user: User
  /** One of the user's sessions. */
  readonly grant: SessionGrant
}

/** A user with very many active sessions, as a version without a limit could store them. */
class Crowded extends Context.Tag("@latchkey/postgres/test/Crowded")<Crowded, Account>() {}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId)
  const now = "2030-06-15T12:00:00Z"
  const end = "2031-06-15T12:00:00Z"
  yield* sql`
    INSERT INTO latchkey.clients (instance_id, client_id, token_hash, expires_at)
    SELECT ${instanceId}, 'client_' || n, sha256(n::text::bytea), ${end} FROM generate_series(1, ${count}::integer) AS n`
  yield* sql`
    INSERT INTO latchkey.sessions (
      instance_id, session_id, user_id, client_id, token_hash, method, credential_version, authenticated_at,
      last_seen_at, expires_at, ends_at
    )
    SELECT ${instanceId}, 'sess_01890a5d-ac96-774b-bcce-' || lpad(n::text, 12, '0'), ${user.id}, 'client_' || n, sha256(n::text::bytea), 'password', 0,
      ${now}::timestamptz - n * '1 ms'::interval, ${now}, ${end}, ${end}
    FROM generate_series(1, ${count}::integer) AS n`
  const grant = Samples.grant(user, { session: Samples.session(user, { authenticatedAt: Samples.plus(1) }) })
  yield* (yield* SessionRepository).issue(grant)
  yield* sql`ANALYZE`
  yield* sql`SET statement_timeout = '5s'`
  return { grant, user }
})

type Call = (
  account: Account & { readonly sessions: SessionRepository["Type"]; readonly users: UserRepository["Type"] }
) => Effect.Effect<unknown, unknown>

/** The calls that end all sessions of the user, or all but one. */
const endings: Record<string, Call> = {
  "the first verification": ({ user: { id: userId, instanceId }, users }) =>
    users.verifyEmail({ instanceId, userId, now: Samples.now, password: "drop_password" }),
  "a password change": ({ user: { credentialVersion, id: userId, instanceId }, users }) =>
    users.setPasswordHash({ instanceId, userId, credentialVersion, next: Samples.passwordHash() }),
  "signing out everywhere": ({ sessions, user }) => sessions.revokeAll(user.instanceId, user.id),
  "signing out of all other sessions": ({ grant, sessions, user }) =>
    sessions.revokeOthers(user.instanceId, user.id, grant.session.id),
  disabling: ({ user: { id: userId, instanceId }, users }) =>
    users.setDisabled({ instanceId, userId, disabledAt: Option.some(Samples.now) })
}

for (const server of servers()) {
  const layer = Layer.effect(Crowded, make).pipe(
    Layer.provideMerge(Layer.provideMerge(Postgres.layer, onServer(server, 1).migrated))
  )

  it.layer(layer, { timeout: "120 seconds" })(`A user with 300,000 sessions on ${server.name}`, (it) => {
    /** Makes all sessions active again, and runs the test. */
    const test = (name: string, run: (account: Parameters<Call>[0]) => Effect.Effect<unknown, unknown, SqlClient>) =>
      it.effect(name, () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* sql`UPDATE latchkey.users SET credential_version = 0, disabled_at = NULL`
          yield* sql`UPDATE latchkey.sessions SET credential_version = 0 WHERE credential_version <> 0`
          yield* run({ ...(yield* Crowded), sessions: yield* SessionRepository, users: yield* UserRepository })
        })
      )

    const listed = ({ sessions, user: { id: userId, instanceId } }: Parameters<Call>[0]) =>
      sessions.list({ instanceId, userId, now: Samples.plus(2), idleLifetime: Duration.days(7), limit: 100 })

    test("is listed within the timeout of a statement", (account) =>
      Effect.gen(function* () {
        const [first, ...others] = yield* listed(account)
        assert.strictEqual(first?.id, account.grant.session.id)
        assert.lengthOf(others, 99)
      }))

    for (const [what, end] of Object.entries(endings)) {
      test(`is revoked within the timeout of a statement by ${what}`, (account) =>
        Effect.gen(function* () {
          yield* end(account)
          const { id } = account.grant.session
          const rest = yield* listed(account)
          assert.deepStrictEqual(
            rest.map((session) => session.id),
            what === "signing out of all other sessions" ? [id] : []
          )
        }))
    }

    test("signs in within the timeout of a statement, which deletes 500 sessions", ({ sessions, user }) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const rows = Effect.map(
          sql<{ rows: number }>`SELECT count(*)::integer AS rows FROM latchkey.sessions`,
          ([row]) => row?.rows
        )
        const before = yield* rows
        yield* sessions.issue(Samples.grant(user))
        assert.strictEqual(yield* rows, (before ?? 0) - 499)
      }))
  })
}
