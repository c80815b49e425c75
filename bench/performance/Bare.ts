import * as Effect from "effect/Effect"
import type { Contestant, Kind } from "./Contestant.ts"
import { password, people } from "./People.ts"
import * as Process from "./Process.ts"
import { forwarded, get, post } from "./Requests.ts"

const start = (name: string, environment: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const process = yield* Process.start(new URL(`bare/${name}.js`, import.meta.url), { environment })
    const { port } = yield* Process.message<{ readonly port: number }>(process, 30)
    return { process, port } satisfies Contestant
  })

/** Answers, and does nothing else. */
export const nothing = Effect.map(start("nothing"), (contestant) => ({
  ...contestant,
  request: {
    requests: people.map((person) => get("/", forwarded("localhost", person))),
    status: 200,
    contains: "{}"
  } satisfies Kind
}))

/** Finds a session and does nothing else. It gets what Latchkey gets. */
export const session = (databaseUrl: string, sessionCheck: Kind, environment: Readonly<Record<string, string>> = {}) =>
  Effect.map(start("session", { DATABASE_URL: databaseUrl, ...environment }), (contestant) => ({
    ...contestant,
    sessionCheck: { ...sessionCheck, contains: '"userId"' } satisfies Kind
  }))

/** Verifies a password and does nothing else. */
export const argon2 = Effect.map(start("argon2", { PASSWORD: password }), (contestant) => ({
  ...contestant,
  signIn: {
    requests: people.map((person) => post("/", forwarded("localhost", person), { email: person.email, password })),
    status: 200,
    contains: "true"
  } satisfies Kind
}))
