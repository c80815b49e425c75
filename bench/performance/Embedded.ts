import * as Effect from "effect/Effect"
import type { RunOptions } from "./embeddedApp.ts"
import type { Latchkey } from "./Latchkey.ts"
import * as Process from "./Process.ts"

type Result = { readonly perSecond: number } | { readonly failure: string }

/** `spans`: the app makes none, one for each of its requests, or that with a tracer that samples one percent. */
interface Options {
  readonly profile: string | undefined
  readonly spans: "none" | "without tracer" | "one percent"
}

/** Starts an app that uses Latchkey as a library. */
export const make = (databaseUrl: string, { client, session }: Latchkey["cookies"], { profile, spans }: Options) =>
  Effect.gen(function* () {
    const app = yield* Process.start(new URL("embeddedApp.js", import.meta.url), {
      ...(profile === undefined ? {} : { profile }),
      environment: { DATABASE_URL: databaseUrl, CLIENT: client, SESSION: session, SPANS: spans }
    })
    yield* Process.message(app, 30)
    return {
      /** Returns the session checks per second of this many concurrent fibers, and the CPU time of all. */
      run: (fibers: number, seconds: number) =>
        Effect.gen(function* () {
          const options: RunOptions = { fibers, rampMillis: 300, millis: seconds * 1000 }
          const before = Process.processorSeconds(app)
          app.send(options)
          const result = yield* Process.message<Result>(app, seconds + 30)
          if ("failure" in result) return yield* Effect.fail(new Error(result.failure))
          return { perSecond: result.perSecond, processorSeconds: Process.processorSeconds(app) - before }
        })
    }
  })
