/** That nothing names a deleted user, whatever tables there are. */
import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import { FormerEmails } from "@latchkey/domain/account/FormerEmails"
import type { User } from "@latchkey/domain/account/UserRepository"
import * as EventRecorder from "@latchkey/domain/event/EventRecorder"
import { Email } from "@latchkey/domain/core/Email"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import * as Domain from "@latchkey/domain/Domain"
import * as UserDeletion from "@latchkey/domain/personal-data/UserDeletion"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Postgres from "@latchkey/postgres/Postgres"
import { databasesWithCitus } from "@latchkey/test-support/postgres/databases"
import * as PortsContract from "@latchkey/testkit/PortsContract"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { limits } from "@latchkey/domain/rooms"

/** Stores a row of every kind about a user and the address, and of some more than one. */
const populate = Effect.fnUntraced(function* (user: User) {
  const { email, id: userId, instanceId } = user
  yield* PortsContract.writeRows(user)
  const former = Samples.formerEmail(user, { email: Email.make(`former-${email}`), expiresAt: Samples.now })
  yield* (yield* FormerEmails).put(former)
  yield* (yield* MagicLinkRepository).insert(Samples.magicLink(instanceId, { email: former.email }))
  yield* Samples.storedOneTimeToken(instanceId, { subject: email })
  const store = yield* RateLimitStore
  const encode = LimitKey.makeEncode(yield* TokenGenerator)
  const rate = { limit: 1, windowSeconds: 60 }
  for (const key of [...LimitKey.ofUser(limits, userId), ...LimitKey.ofEmail(limits, email, [Samples.clientId()])]) {
    yield* store.consume(instanceId, [{ key: encode(key), rate }], Samples.now)
  }
})

/** Returns the tables that can name a user of an instance. */
const tablesOfUsers = Effect.flatMap(SqlClient, (sql) =>
  Effect.map(
    sql<{ name: string }>`
      SELECT DISTINCT table_name AS name FROM information_schema.columns o
      JOIN information_schema.columns c USING (table_schema, table_name)
      WHERE table_schema = 'latchkey' AND o.column_name = 'instance_id' AND c.column_name IN ('email', 'user_id')`,
    (tables) => tables.map(({ name }) => name)
  )
)

/** Returns the tables with a row that contains the text in any column. */
const tablesNaming = (text: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const tables = yield* sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'latchkey' AND table_type = 'BASE TABLE' ORDER BY name`
    const found = yield* Effect.filter(tables, ({ name }) =>
      Effect.map(
        sql`SELECT 1 FROM latchkey.${sql.literal(name)} AS row WHERE strpos(row::text, ${text}) > 0 LIMIT 1`,
        (rows) => rows.length > 0
      )
    )
    return found.map(({ name }) => name)
  })

const verified = { emailVerifiedAt: Option.some(Samples.now) }

for (const database of databasesWithCitus()) {
  const layer = UserDeletion.layer.pipe(
    Layer.provide(EventRecorder.layer),
    Layer.provideMerge(
      Layer.mergeAll(Domain.layerLimits, Postgres.layer, MemoryIdGenerator.layer, MemoryTokenGenerator.layer)
    ),
    Layer.provideMerge(database.migrated)
  )
  it.layer(layer, { timeout: "60 seconds" })(`The deletion of a user on ${database.name}`, (it) => {
    it.effect("leaves the address in no table, and the id in the audit log, events and deliveries only", () =>
      Effect.gen(function* () {
        const { id: instanceId } = yield* Samples.storedInstance
        const user = yield* Samples.storedUser(instanceId, verified)
        const other = yield* Samples.storedUser(instanceId, verified)
        yield* populate(user)
        yield* populate(other)
        const before = [yield* tablesNaming(other.email), yield* tablesNaming(other.id)]
        assert.deepStrictEqual(yield* tablesNaming(user.email), [
          "email_deliveries",
          "email_suppressions",
          "events",
          "former_emails",
          "invitations",
          "magic_links",
          "one_time_tokens",
          "queued_emails",
          "sign_in_failures",
          "users"
        ])
        assert.includeMembers(yield* tablesNaming(user.id), [
          "audit_log",
          "client_users",
          "event_versions",
          "events",
          "factor_recoveries",
          "factor_recovery_links",
          "former_emails",
          "identities",
          "one_time_tokens",
          "passkeys",
          "rate_limits",
          "recovery_codes",
          "second_factors",
          "sessions",
          "users",
          "webhook_deliveries"
        ])
        assert.includeMembers([...new Set(before.flat())], yield* tablesOfUsers)
        const { delete: remove } = yield* UserDeletion.UserDeletion
        yield* remove({ instanceId, userId: user.id, by: { actor: "user" } })
        assert.deepStrictEqual(yield* tablesNaming(user.email), [])
        assert.deepStrictEqual(yield* tablesNaming(user.id), [
          "audit_log",
          "event_versions",
          "events",
          "webhook_deliveries"
        ])
        assert.deepStrictEqual([yield* tablesNaming(other.email), yield* tablesNaming(other.id)], before)
      })
    )

    it.effect("is done once by twenty concurrent callers, and the others find no user", () =>
      Effect.gen(function* () {
        const { id: instanceId } = yield* Samples.storedInstance
        const user = yield* Samples.storedUser(instanceId, verified)
        const { delete: remove } = yield* UserDeletion.UserDeletion
        const outcomes = yield* Effect.all(
          Array.from({ length: 20 }, () =>
            Effect.match(remove({ instanceId, userId: user.id, by: { actor: "user" } }), {
              onSuccess: () => "deleted",
              onFailure: ({ _tag }) => _tag
            })
          ),
          { concurrency: "unbounded" }
        )
        assert.sameMembers(outcomes, ["deleted", ...Array.from({ length: 19 }, () => "UserNotFound")])
        const sql = yield* SqlClient
        const [row] = yield* sql<{ count: number }>`
          SELECT count(*)::integer AS count FROM latchkey.audit_log WHERE user_id = ${user.id}`
        assert.strictEqual(row?.count, 1)
      })
    )
  })
}
