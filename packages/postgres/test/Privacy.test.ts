import { inspect } from "node:util"
import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { databases } from "@latchkey/test-support/postgres/databases"
import { spansOf } from "@latchkey/test-support/postgres/Recording"

const setUp = Effect.gen(function* () {
  const sql = yield* SqlClient
  const users = yield* UserRepository
  const sessions = yield* SessionRepository
  const user = yield* Samples.storedUser(Samples.instanceId())
  const grant = Samples.grant(user)
  yield* sessions.issue(grant)
  const links = yield* MagicLinkRepository
  const link = Samples.magicLink(user.instanceId, { email: user.email })
  yield* links.insert(link)
  const findSession = sessions.findActive({
    instanceId: user.instanceId,
    tokenHash: grant.session.tokenHash,
    clientHash: grant.clientHash,
    now: Samples.now,
    idleLifetime: Duration.days(1)
  })
  const privateValues = [
    user.email,
    Option.getOrThrow(Option.map(user.passwordHash, Redacted.value)),
    grant.session.tokenHash,
    grant.clientHash,
    link.tokenHash
  ]
  return { findSession, grant, link, links, privateValues, sessions, sql, user, users }
})

/** Everything that a logger or a tracer could print of a value. */
const printed = (value: unknown): string => {
  const pretty =
    Exit.isExit(value) && Exit.isFailure(value) ? Cause.pretty(value.cause, { renderErrorCause: true }) : ""
  return `${inspect(value, { depth: 20, showHidden: true })} ${JSON.stringify(value)} ${pretty}`
}

const assertContainsNone = (value: unknown, privateValues: ReadonlyArray<string>) => {
  for (const text of privateValues) assert.notInclude(printed(value), text)
}

for (const database of databases()) {
  it.layer(Layer.provideMerge(Postgres.layer, database.migrated), { timeout: "60 seconds" })(
    `A value that is sent to ${database.name}`,
    (it) => {
      it.effect("does not appear in spans", () =>
        Effect.gen(function* () {
          const { findSession, grant, link, links, privateValues, sessions, user, users } = yield* setUp
          const calls = [
            users.findByEmail(user.instanceId, user.email),
            users.findForSignIn({ ...user, clientHash: Option.some(grant.clientHash), now: Samples.now }),
            findSession,
            users.list({
              instanceId: user.instanceId,
              prefix: user.email,
              order: "email",
              after: Option.none(),
              limit: 9
            }),
            Effect.exit(links.insert(link)),
            sessions.revoke(user.instanceId, grant.session.tokenHash)
          ]
          const { spans } = yield* spansOf(Effect.all(calls))
          assert.isAbove(spans.length, 2 * calls.length - 1)
          assert.include(printed(spans), "instance_id = $1")
          assert.include(printed(spans), "magic_links_pkey")
          assertContainsNone(spans, privateValues)
        })
      )

      it.effect("does not appear in the error of a failed statement, though PostgreSQL returns the whole row", () =>
        Effect.gen(function* () {
          const { link, links, privateValues, sql, user } = yield* setUp
          const raw = yield* Effect.exit(
            sql`INSERT INTO latchkey.users VALUES (${user.instanceId}, ${user.id}, ${user.email})`
          )
          assert.include(printed(raw), user.email)
          const exit = yield* Effect.exit(links.insert(link))
          assert.include(printed(exit), "magic_links_pkey")
          assert.include(printed(exit), "23505")
          assertContainsNone(exit, privateValues)
        })
      )

      it.effect("does not appear in the error of a row that cannot be decoded, but the field does", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const instances = yield* InstanceRepository
          const { id } = yield* Samples.storedInstance
          yield* sql`UPDATE latchkey.instances SET plan = 'a private plan' WHERE instance_id = ${id}`
          const exit = yield* Effect.exit(instances.findById(id))
          assert.include(printed(exit), "A row cannot be decoded: plan")
          assertContainsNone(exit, ["private", id])
        })
      )

      it.effect("does not appear in the error of a value that PostgreSQL rejects", () =>
        Effect.gen(function* () {
          const { sql } = yield* setUp
          const instances = yield* InstanceRepository
          yield* sql`ALTER TABLE latchkey.instances ALTER name TYPE integer USING 0`
          const exit = yield* Effect.exit(instances.insert(Samples.instance({ name: "A private name" })))
          assert.include(printed(exit), "A value was rejected (22P02)")
          assertContainsNone(exit, ["A private name"])
        })
      )
    }
  )
}
