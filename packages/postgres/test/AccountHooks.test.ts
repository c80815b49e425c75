/** An app's own rows beside the users, in one transaction. */
import * as AuthenticationMethods from "@latchkey/domain/instance/AuthenticationMethods"
import * as PasswordRoom from "@latchkey/domain/password/Room"
import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import * as AccountHooks from "@latchkey/domain/account/AccountHooks"
import * as EventRecorder from "@latchkey/domain/event/EventRecorder"
import { Email } from "@latchkey/domain/core/Email"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import * as OperatorSessionObserver from "@latchkey/domain/operator/OperatorSessionObserver"
import * as Password from "@latchkey/domain/password/Password"
import * as SignUp from "@latchkey/domain/password/SignUp"
import * as RateLimiter from "@latchkey/domain/rate-limit/RateLimiter"
import * as SessionIssuer from "@latchkey/domain/session/SessionIssuer"
import * as StepUp from "@latchkey/domain/session/StepUp"
import * as InsecurePasswordBlocklist from "@latchkey/memory/InsecurePasswordBlocklist"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { databases } from "@latchkey/test-support/postgres/databases"

/** Addresses that begin with "guest" get no profile: the database refuses it. */
const Profiles = Layer.effectDiscard(
  Effect.flatMap(
    SqlClient,
    (sql) => sql`
      CREATE TABLE profiles (
        instance_id text NOT NULL,
        user_id text NOT NULL,
        email text NOT NULL CHECK (email NOT LIKE 'guest%'),
        PRIMARY KEY (instance_id, user_id),
        FOREIGN KEY (instance_id, user_id) REFERENCES latchkey.users ON DELETE CASCADE
      )`
  )
)

const Hooks = AccountHooks.layer(
  Effect.map(SqlClient, (sql) => ({
    onCreated: ({ email, id, instanceId }) =>
      sql`INSERT INTO profiles VALUES (${instanceId}, ${id}, ${email})`.pipe(
        Effect.mapError((cause) => new PersistenceError({ cause })),
        Effect.asVoid
      )
  }))
)

const App = SignUp.layer.pipe(
  Layer.provide([SessionIssuer.layer, RateLimiter.layer]),
  Layer.provide(OperatorSessionObserver.layer),
  Layer.provide(EventRecorder.layer),
  Layer.provide(Hooks),
  Layer.provide(StepUp.layer),
  Layer.provide(AuthenticationMethods.layer(PasswordRoom.methods)),
  Layer.provide([
    InsecurePasswordBlocklist.layer,
    InsecurePasswordHasher.layer,
    MemoryIdGenerator.layer,
    MemoryMailer.layer,
    MemoryTokenGenerator.layer
  ]),
  Layer.provide(Postgres.layer),
  Layer.provide(Profiles)
)

let callers = 0

const signUp = (email: string) =>
  Effect.flatMap(SignUp.SignUp, (signUps) =>
    signUps.signUp({
      instance: defaultInstance,
      email: Email.make(email),
      password: Either.getOrThrow(Password.parse("correct horse battery")),
      caller: { ipAddress: `192.0.2.${++callers}`, clientToken: Option.none(), sessionToken: Option.none() }
    })
  )

/** Returns how many users, sessions and profiles there are. */
const counts = Effect.flatMap(
  SqlClient,
  (sql) => sql<{ users: number; sessions: number; profiles: number }>`
    SELECT (SELECT count(*)::integer FROM latchkey.users) AS users,
      (SELECT count(*)::integer FROM latchkey.sessions) AS sessions,
      (SELECT count(*)::integer FROM profiles) AS profiles`
).pipe(Effect.map(([row]) => [row?.users, row?.sessions, row?.profiles]))

for (const database of databases()) {
  it.layer(Layer.provideMerge(App, database.migrated), { timeout: "60 seconds" })(
    `A hook of an app on ${database.name}`,
    (it) => {
      it.effect("stores a row in the transaction that creates the user, and its failure undoes the sign-up", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* signUp("ann@example.com")
          const joined = yield* sql`
            SELECT FROM latchkey.users u JOIN profiles p USING (instance_id, user_id) WHERE u.xmin = p.xmin`
          assert.lengthOf(joined, 1)

          const refused = yield* Effect.flip(signUp("guest@example.com"))
          assert.strictEqual(refused._tag, "PersistenceError")
          assert.deepStrictEqual(yield* counts, [1, 1, 1])
        })
      )

      it.effect("stores one row for concurrent sign-ups with one address, and deleting the user deletes it", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const before = yield* counts
          const attempts = Effect.all(
            Arr.makeBy(10, () => Effect.either(signUp("ben@example.com"))),
            { concurrency: "unbounded" }
          )
          assert.lengthOf((yield* attempts).filter(Either.isRight), 1)
          assert.deepStrictEqual(
            yield* counts,
            before.map((count) => (count ?? 0) + 1)
          )
          yield* sql`DELETE FROM latchkey.users WHERE email = 'ben@example.com'`
          assert.deepStrictEqual(yield* counts, before)
        })
      )
    }
  )
}
