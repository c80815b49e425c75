import * as Effect from "effect/Effect"
import type { MeasuredServer, SignInService, Workload } from "./MeasuredServer.ts"
import * as Process from "./Process.ts"
import { forwarded, get, post } from "./Requests.ts"
import { crowd, password, users } from "./Users.ts"

const start = (name: string, environment: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const process = yield* Process.start(new URL(`bare/${name}.js`, import.meta.url), { environment })
    const { port } = yield* Process.message<{ readonly port: number }>(process, 30)
    return { process, port } satisfies MeasuredServer
  })

/** A server that only responds. */
export const nothing = Effect.map(start("nothing"), (server) => ({
  ...server,
  request: {
    requests: users.map((user) => get("/", forwarded("localhost", user))),
    status: 200,
    contains: "{}"
  } satisfies Workload,
  overload: {
    requests: crowd.map((user) => post("/", forwarded("localhost", user), { email: user.email, password })),
    status: 200,
    contains: "{}"
  } satisfies Workload
}))

/** A server that only looks up sessions: each with a separate query, or many with one. It gets Latchkey's requests. */
export const session = (kind: "prepared" | "batched", databaseUrl: string, sessionCheck: Workload) =>
  Effect.map(start(kind, { DATABASE_URL: databaseUrl }), (server) => ({
    ...server,
    sessionCheck: { ...sessionCheck, contains: '"userId"' } satisfies Workload
  }))

/** A server that issues access tokens on Latchkey's tables, and does nothing else. It gets Latchkey's requests. */
export const accessToken = (databaseUrl: string, accessToken: Workload) =>
  Effect.map(start("accessToken", { DATABASE_URL: databaseUrl }), (server) => ({ ...server, accessToken }))

/**
 * A server that signs in and checks sessions on Latchkey's tables, and does nothing else. It gets Latchkey's requests.
 */
export const signIn = (databaseUrl: string, { sessionCheck, signIn }: Pick<SignInService, "sessionCheck" | "signIn">) =>
  Effect.map(start("signIn", { DATABASE_URL: databaseUrl }), (server) => ({
    ...server,
    signIn,
    sessionCheck: { ...sessionCheck, contains: '"userId"' } satisfies Workload
  }))

/** A server that only verifies a password. */
export const argon2 = Effect.map(start("argon2", { PASSWORD: password }), (server) => ({
  ...server,
  signIn: {
    requests: users.map((user) => post("/", forwarded("localhost", user), { email: user.email, password })),
    status: 200,
    contains: "true"
  } satisfies Workload
}))
