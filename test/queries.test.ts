import { assert, it } from "@effect/vitest"
import * as Domain from "@latchkey/domain/Domain"
import { Email } from "@latchkey/domain/core/Email"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import * as Password from "@latchkey/domain/password/Password"
import * as PublicUrls from "@latchkey/domain/instance/PublicUrls"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { SignIn } from "@latchkey/domain/password/SignInWithPassword"
import { SignUp } from "@latchkey/domain/password/SignUp"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { statementsOf } from "../packages/postgres/test/Recording.ts"
import { onServer, servers } from "./support/postgres/databases.ts"

const stranger = { address: "192.0.2.1", client: Option.none(), session: Option.none() }

for (const server of servers()) {
  const layer = Domain.layer.pipe(
    Layer.provide([InsecurePasswordHasher.layer, MemoryIdGenerator.layer, MemoryMailer.layer, MemoryTokenGenerator.layer]),
    Layer.provide(PublicUrls.layer("https://auth.example.com")),
    Layer.provide(Postgres.layer),
    Layer.provide(onServer(server).migrated)
  )

  it.layer(layer, { timeout: "60 seconds" })(`Queries on ${server.name}`, (it) => {
    it.effect("are one for a session check, four for a sign-in and two for a wrong password", () =>
      Effect.gen(function* () {
        const instance = yield* (yield* Instances).get(defaultId)
        const credentials = {
          instance,
          email: Email.make("ada@example.com"),
          password: yield* Password.parse("correct horse battery")
        }
        const wrong = yield* Password.parse("wrong horse battery")
        const { withPassword } = yield* SignIn
        const issued = yield* (yield* SignUp).withPassword({ ...credentials, caller: stranger })
        const caller = { ...stranger, client: Option.some(issued.clientToken), session: Option.some(issued.sessionToken) }

        const count = <A, E, R>(attempt: Effect.Effect<A, E, R>) =>
          Effect.map(statementsOf(attempt), (statements) => statements.length)
        const nobody = Email.make("nobody@example.com")
        const counts = [
          yield* count(Effect.flatMap(Sessions, (sessions) => sessions.authenticate({ instance, caller }))),
          yield* count(withPassword({ ...credentials, caller })),
          yield* count(withPassword({ ...credentials, caller: stranger, password: wrong }).pipe(Effect.flip)),
          yield* count(withPassword({ ...credentials, caller: stranger, email: nobody }).pipe(Effect.flip))
        ]
        assert.deepStrictEqual(counts, [1, 4, 2, 2])
      })
    )
  })
}
