import { inspect } from "node:util"
import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import { databases } from "../../../test/support/postgres/databases.ts"
import { spansOf } from "./Recording.ts"

const setUp = Effect.gen(function* () {
  const sql = yield* SqlClient
  const users = yield* UserRepository
  const sessions = yield* SessionRepository
  const user = yield* Samples.storedUser(Samples.instanceId())
  const grant = Samples.grant(user)
  yield* sessions.issue(grant)
  const live = sessions.findActive({
    instanceId: user.instanceId,
    tokenHash: grant.session.tokenHash,
    clientHash: grant.clientHash,
    now: Samples.now,
    idleLifetime: Duration.days(1)
  })
  const secrets = [
    user.email,
    Option.getOrThrow(Option.map(user.passwordHash, Redacted.value)),
    grant.session.tokenHash,
    grant.clientHash
  ]
  return { grant, live, secrets, sessions, sql, user, users }
})

/** Everything that a logger or a tracer could make of it. */
const printed = (value: unknown): string => {
  const pretty =
    Exit.isExit(value) && Exit.isFailure(value) ? Cause.pretty(value.cause, { renderErrorCause: true }) : ""
  return `${inspect(value, { depth: 20, showHidden: true })} ${JSON.stringify(value)} ${pretty}`
}

const tellsNone = (value: unknown, secrets: ReadonlyArray<string>) => {
  for (const secret of secrets) assert.notInclude(printed(value), secret)
}

for (const database of databases()) {
  it.layer(Layer.provideMerge(Postgres.layer, database.migrated), { timeout: "60 seconds" })(
    `What ${database.name} is told`,
    (it) => {
      it.effect("is not in the spans", () =>
        Effect.gen(function* () {
          const { grant, live, secrets, sessions, user, users } = yield* setUp
          const calls = [
            users.findByEmail(user.instanceId, user.email),
            users.findForSignIn({ ...user, clientHash: Option.some(grant.clientHash), now: Samples.now }),
            live,
            users.search({ instanceId: user.instanceId, prefix: user.email, after: Option.none(), limit: 9 }),
            Effect.exit(users.insert(Samples.user(user.instanceId, { ...user, email: Samples.email() }))),
            sessions.revoke(user.instanceId, grant.session.tokenHash)
          ]
          const { spans } = yield* spansOf(Effect.all(calls))
          assert.isAbove(spans.length, 2 * calls.length - 1)
          assert.include(printed(spans), "instance_id = $1")
          assert.include(printed(spans), "users_pkey")
          tellsNone(spans, secrets)
        })
      )

      it.effect("is not in the error of a statement that fails, though PostgreSQL answers the whole row", () =>
        Effect.gen(function* () {
          const { secrets, sql, user, users } = yield* setUp
          const duplicate = Samples.user(user.instanceId, { ...user, email: Samples.email() })
          const raw = yield* Effect.exit(
            sql`INSERT INTO latchkey.users VALUES (${user.instanceId}, ${user.id}, ${user.email})`
          )
          assert.include(printed(raw), user.email)
          const exit = yield* Effect.exit(users.insert(duplicate))
          assert.include(printed(exit), "users_pkey")
          assert.include(printed(exit), "23505")
          tellsNone(exit, [...secrets, duplicate.email, user.id])
        })
      )

      it.effect("is not in the error of a row that cannot be read, but the field is", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const instances = yield* InstanceRepository
          const { id } = yield* Samples.storedInstance
          yield* sql`UPDATE latchkey.instances SET plan = 'nobody''s business' WHERE instance_id = ${id}`
          const exit = yield* Effect.exit(instances.findById(id))
          assert.include(printed(exit), "A row is not as expected: plan")
          tellsNone(exit, ["business", id])
        })
      )

      it.effect("is not in the error of a value that PostgreSQL refuses", () =>
        Effect.gen(function* () {
          const { sql } = yield* setUp
          const instances = yield* InstanceRepository
          yield* sql`ALTER TABLE latchkey.instances ALTER name TYPE integer USING 0`
          const exit = yield* Effect.exit(instances.insert(Samples.instance({ name: "A private name" })))
          assert.include(printed(exit), "A value was refused (22P02)")
          tellsNone(exit, ["A private name"])
        })
      )
    }
  )
}
