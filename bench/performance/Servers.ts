import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { installed } from "@latchkey/test-support/postgres/programs"
import * as TestDatabase from "@latchkey/test-support/postgres/ServerDatabase"
import { start } from "@latchkey/test-support/postgres/TestServer"
import * as Bare from "./Bare.ts"
import * as BetterAuth from "./BetterAuth.ts"
import * as Embedded from "./Embedded.ts"
import * as Latchkey from "./Latchkey.ts"
import * as Pages from "./Pages.ts"

/** The newest PostgreSQL on this machine with its default settings: commits are on disk. */
export const postgres = Effect.gen(function* () {
  const [programs] = installed()
  if (programs === undefined) return yield* Effect.fail(new Error("There is no PostgreSQL 15 or newer on this machine"))
  return yield* Effect.acquireRelease(
    Effect.promise(() => start(programs, [])),
    ({ stop }) => Effect.promise(stop)
  )
})

/** Starts all servers on one PostgreSQL. They run until the scope closes. */
export const make = (directory: string, profile: string | undefined) =>
  Effect.gen(function* () {
    const { name, url } = yield* postgres
    const database = Effect.map(TestDatabase.make(url), Redacted.value)
    const latchkeyUrl = yield* database
    const latchkey = yield* Latchkey.make({ databaseUrl: latchkeyUrl, directory, profile })
    const collector = yield* Bare.nothing
    const withTraces = (ratio: string) =>
      Effect.flatMap(database, (databaseUrl) =>
        Latchkey.make({ databaseUrl, directory, profile, environment: Latchkey.telemetry(collector, ratio) })
      )
    const again = (environment: Readonly<Record<string, string>>) =>
      Latchkey.serve({
        databaseUrl: latchkeyUrl,
        directory,
        profile: undefined,
        environment: { BASE_URL: `http://localhost:${latchkey.port}`, ...environment }
      })
    const betterAuth = yield* BetterAuth.copy(directory)
    return {
      postgres: name,
      latchkey,
      latchkeyOnePercent: yield* withTraces("0.01"),
      latchkeyTraced: yield* withTraces("1"),
      newLatchkey: again({}),
      newLatchkeyTraced: again(Latchkey.telemetry(collector, "1")),
      embedded: yield* Embedded.make(latchkeyUrl, latchkey.cookies, { profile, spans: "none" }),
      embeddedSpans: yield* Embedded.make(latchkeyUrl, latchkey.cookies, { profile, spans: "without tracer" }),
      embeddedTracer: yield* Embedded.make(latchkeyUrl, latchkey.cookies, { profile, spans: "one percent" }),
      betterAuth: yield* BetterAuth.make(betterAuth, yield* database, false),
      betterAuthCached: yield* BetterAuth.make(betterAuth, yield* database, true),
      pagesInMemory: yield* Pages.inMemory,
      nothing: yield* Bare.nothing,
      barePrepared: yield* Bare.session("prepared", latchkeyUrl, latchkey.sessionCheck),
      bareBatched: yield* Bare.session("batched", latchkeyUrl, latchkey.sessionCheck),
      bareAccessToken: yield* Bare.accessToken(latchkeyUrl, latchkey.accessToken),
      bareArgon2: yield* Bare.argon2,
      bareSignIn: yield* Bare.signIn(latchkeyUrl, latchkey)
    }
  })

export type Servers = Effect.Effect.Success<ReturnType<typeof make>>
