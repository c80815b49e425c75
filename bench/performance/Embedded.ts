import * as Effect from "effect/Effect"
import type { EmbeddedOrders } from "./embeddedApp.ts"
import type { Latchkey } from "./Latchkey.ts"
import * as Process from "./Process.ts"

type Answer = { readonly perSecond: number } | { readonly failure: string }

/** An app in which Latchkey is a library. */
export const make = (databaseUrl: string, { client, session }: Latchkey["cookies"], profile: string | undefined) =>
  Effect.gen(function* () {
    const app = yield* Process.start(new URL("embeddedApp.js", import.meta.url), {
      ...(profile === undefined ? {} : { profile }),
      environment: { DATABASE_URL: databaseUrl, CLIENT: client, SESSION: session }
    })
    yield* Process.message(app, 30)
    return {
      /** Session checks a second, as many at once as there are fibers. */
      run: (fibers: number, seconds: number) =>
        Effect.gen(function* () {
          const orders: EmbeddedOrders = { fibers, rampMillis: 300, millis: seconds * 1000 }
          app.send(orders)
          const answer = yield* Process.message<Answer>(app, seconds + 30)
          return "failure" in answer ? yield* Effect.fail(new Error(answer.failure)) : answer.perSecond
        })
    }
  })
