import { assert, it } from "@effect/vitest"
import { Email } from "@latchkey/domain/core/Email"
import * as Domain from "@latchkey/domain/Domain"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import * as Password from "@latchkey/domain/password/Password"
import { SignInWithPassword } from "@latchkey/domain/password/SignInWithPassword"
import { SignUp } from "@latchkey/domain/password/SignUp"
import { Sessions } from "@latchkey/domain/session/Sessions"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as InsecurePasswordBlocklist from "@latchkey/memory/InsecurePasswordBlocklist"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as PlainEmailTemplates from "@latchkey/memory/PlainEmailTemplates"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isDeferred, statementsOf } from "@latchkey/test-support/postgres/Recording"
import { onServer, servers } from "@latchkey/test-support/postgres/databases"

const newClient = { ipAddress: "192.0.2.1", clientToken: Option.none(), sessionToken: Option.none() }

for (const server of servers()) {
  const layer = Domain.layer.pipe(
    Layer.provide([
      InsecurePasswordBlocklist.layer,
      InsecurePasswordHasher.layer,
      MemoryIdGenerator.layer,
      MemoryMailer.layer,
      MemoryTokenGenerator.layer,
      PlainEmailTemplates.layer
    ]),
    Layer.provide(BaseUrl.layer),
    Layer.provide(HttpSettings.layer({ baseUrl: "https://auth.example.com" })),
    Layer.provide(Postgres.layer),
    Layer.provide(onServer(server).migrated)
  )

  it.layer(layer, { timeout: "60 seconds" })(`Number of queries (${server.name})`, (it) => {
    it.effect(
      "one for a session check, six for a sign-in on a known client, four for a wrong password, with or without an account",
      () =>
        Effect.gen(function* () {
          const instance = yield* (yield* InstanceDirectory).get(defaultId)
          const credentials = {
            instance,
            email: Email.make("ada@example.com"),
            password: yield* Password.parse("correct horse battery")
          }
          const wrong = yield* Password.parse("wrong horse battery")
          const { signIn } = yield* SignInWithPassword
          yield* (yield* SignUp).signUp({ ...credentials, caller: newClient })
          const issued = yield* signIn({ ...credentials, caller: newClient })
          if (issued._tag !== "SignedIn") return yield* Effect.dieMessage(issued._tag)
          const caller = {
            ...newClient,
            clientToken: Option.some(issued.clientToken),
            sessionToken: Option.some(issued.sessionToken)
          }

          const count = <A, E, R>(attempt: Effect.Effect<A, E, R>) =>
            Effect.map(statementsOf(attempt), (statements) => statements.length)
          const unknown = Email.make("unknown@example.com")
          // The first attempt in an instance also reads the schemes of its password hashes.
          yield* Effect.flip(signIn({ ...credentials, caller: newClient, email: unknown }))
          const counts = [
            yield* count(Effect.flatMap(Sessions, (sessions) => sessions.authenticate({ instance, caller }))),
            yield* count(signIn({ ...credentials, caller })),
            yield* count(signIn({ ...credentials, caller: newClient, password: wrong }).pipe(Effect.flip)),
            yield* count(signIn({ ...credentials, caller: newClient, email: unknown }).pipe(Effect.flip))
          ]
          assert.deepStrictEqual(counts, [1, 6, 4, 4])
        })
    )

    it.effect("of the writes of a sign-in, only the session or the failure waits for the disk", () =>
      Effect.gen(function* () {
        const instance = yield* (yield* InstanceDirectory).get(defaultId)
        const password = yield* Password.parse("correct horse battery")
        const credentials = { instance, email: Email.make("grace@example.com"), password, caller: newClient }
        const { signIn } = yield* SignInWithPassword
        yield* (yield* SignUp).signUp(credentials)

        const waiting = <A, E, R>(attempt: Effect.Effect<A, E, R>) =>
          Effect.map(statementsOf(attempt), (statements) =>
            statements
              .filter((statement) => /INSERT|UPDATE/.test(statement.text) && !isDeferred(statement))
              .map(({ text }) => /"(sessions|sign_in_failures|rate_limits)"/.exec(text)?.[1])
          )
        assert.deepStrictEqual(yield* waiting(signIn(credentials)), ["sessions"])
        const wrong = { ...credentials, password: yield* Password.parse("wrong horse battery") }
        assert.deepStrictEqual(yield* waiting(Effect.flip(signIn(wrong))), ["sign_in_failures"])
      })
    )
  })
}
