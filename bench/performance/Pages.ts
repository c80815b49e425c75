import { randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import Pg from "pg"
import { freePort } from "@latchkey/test-support/freePort"
import * as Accounts from "./Accounts.ts"
import type { MeasuredServer, Workload } from "./MeasuredServer.ts"
import * as Process from "./Process.ts"
import { forwarded, get } from "./Requests.ts"
import { users } from "./Users.ts"

/** The pages that are measured. */
export interface Pages {
  readonly signIn: Workload
  readonly account: Workload
  /** The dashboard's overview, with a chart of 24 hours. */
  readonly overview: Workload
}

export const hoursOfChart = 24
/** One outcome of each color. */
export const outcomesOfChart = ["ok", "InvalidCredentials", "RateLimited", "Interrupted"]

/** Stores counts for every hour, so that the whole chart is drawn. */
export const fillChart = (connectionString: string) =>
  Effect.tryPromise(async () => {
    const client = new Pg.Client({ connectionString })
    await client.connect()
    try {
      await client.query(
        `INSERT INTO latchkey.attempt_counts (instance_id, hour, attempt, outcome, count)
        SELECT 'default', date_trunc('hour', now()) - ago * interval '1 hour', 'sign_in', outcome, 1000
        FROM generate_series(1, $1::integer) ago, unnest($2::text[]) outcome`,
        [hoursOfChart, outcomesOfChart]
      )
    } finally {
      await client.end()
    }
  })

const operatorCookie = (origin: string, key: string) =>
  Effect.tryPromise(async () => {
    const response = await fetch(`${origin}/dashboard/sign-in`, {
      method: "POST",
      body: new URLSearchParams({ key }),
      headers: { origin, "sec-fetch-site": "same-origin" },
      redirect: "manual"
    })
    const cookie = response.headers.get("set-cookie")?.split(";", 1).join("")
    if (response.status !== 303 || cookie === undefined)
      throw new Error(`The dashboard responded with ${response.status}`)
    return cookie
  })

/** Makes the requests of users with these cookies, and of an operator. */
export const make = (port: number, adminKey: string, cookies: ReadonlyArray<string>): Effect.Effect<Pages, Error> =>
  Effect.map(operatorCookie(`http://localhost:${port}`, adminKey), (operator) => {
    const page = (path: string, contains: string, cookieOf: (index: number) => string): Workload => ({
      requests: users.map((user, index) =>
        get(path, { ...forwarded(`localhost:${port}`, user), accept: "text/html", cookie: cookieOf(index) })
      ),
      status: 200,
      contains
    })
    return {
      signIn: page("/sign-in", "<h1>Sign in", () => ""),
      account: page("/account", "<h1>Your account", (index) => cookies[index] ?? ""),
      overview: page("/dashboard/instances/default", 'class="bars"', () => operator)
    }
  })

/** Starts the pages on a store in memory. */
export const inMemory = Effect.gen(function* () {
  const port = yield* Effect.promise(freePort)
  const adminKey = randomBytes(32).toString("hex")
  const process = yield* Process.start(new URL("pagesApp.js", import.meta.url), {
    environment: { PORT: String(port), ADMIN_KEY: adminKey }
  })
  yield* Process.message(process, 30)
  const cookies = yield* Accounts.signUp(`http://127.0.0.1:${port}`, users)
  return { process, port, pages: yield* make(port, adminKey, cookies) } satisfies MeasuredServer & { pages: Pages }
})
