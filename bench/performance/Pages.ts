import { randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import Pg from "pg"
import { freePort } from "../../test/support/postgres/Cluster.ts"
import * as Accounts from "./Accounts.ts"
import type { Contestant, Kind } from "./Contestant.ts"
import { people } from "./People.ts"
import * as Process from "./Process.ts"
import { forwarded, get } from "./Requests.ts"

/** What people and operators look at. */
export interface Pages {
  readonly signIn: Kind
  readonly account: Kind
  /** With a chart of a whole day. */
  readonly overview: Kind
}

export const hoursOfChart = 24
/** One of each colour. */
export const outcomesOfChart = ["ok", "InvalidCredentials", "RateLimited", "Interrupted"]

/** Numbers for every hour of the chart, so that all of it is drawn. */
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
    if (response.status !== 303 || cookie === undefined) throw new Error(`The dashboard answered ${response.status}`)
    return cookie
  })

/** The pages at this port, as the browsers of people with these cookies and of an operator ask for them. */
export const make = (port: number, adminKey: string, cookies: ReadonlyArray<string>): Effect.Effect<Pages, Error> =>
  Effect.map(operatorCookie(`http://localhost:${port}`, adminKey), (operator) => {
    const page = (path: string, contains: string, cookieOf: (index: number) => string): Kind => ({
      requests: people.map((person, index) =>
        get(path, { ...forwarded(`localhost:${port}`, person), accept: "text/html", cookie: cookieOf(index) })
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

/** The pages over a store in memory. */
export const inMemory = Effect.gen(function* () {
  const port = yield* Effect.promise(freePort)
  const adminKey = randomBytes(32).toString("hex")
  const process = yield* Process.start(new URL("pagesApp.js", import.meta.url), {
    environment: { PORT: String(port), ADMIN_KEY: adminKey }
  })
  yield* Process.message(process, 30)
  const cookies = yield* Accounts.signUp(`http://127.0.0.1:${port}`)
  return { process, port, pages: yield* make(port, adminKey, cookies) } satisfies Contestant & { pages: Pages }
})
