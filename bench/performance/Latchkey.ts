import { randomBytes } from "node:crypto"
import { openSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { freePort } from "../../test/support/postgres/Cluster.ts"
import * as Accounts from "./Accounts.ts"
import type { Kind, SignInService } from "./Contestant.ts"
import { Connection } from "./load/Connection.ts"
import * as Pages from "./Pages.ts"
import { people, password } from "./People.ts"
import * as Process from "./Process.ts"
import { forwarded, get, post } from "./Requests.ts"

/** Besides what every service does, the two answers to people who guess. */
export interface Latchkey extends SignInService {
  readonly wrongPassword: Kind
  readonly refusedByAddress: Kind
  readonly refusedByAccount: Kind
  readonly pages: Pages.Pages
  /** What the browser of the first person presents. */
  readonly cookies: { readonly client: string; readonly session: string }
}

const main = fileURLToPath(import.meta.resolve("@latchkey/server/main"))
const adminKey = randomBytes(32).toString("hex")

const signInPath = "/v1/auth/sign-in/email-password"

/**
 * The default limits keep the times of up to 30 attempts. These keep as many, so that the work is the same, for a
 * second: no client here is fast enough to be refused.
 */
const wide = { limit: Math.max(30, 15 * availableParallelism()), windowSeconds: 1 }
const day = 86_400

const hosts = { address: "limited-by-address.example.com", account: "limited-by-account.example.com" }

/** Instances whose limits are used up at once, and the default one, where they never are. */
const configure = (url: string) => {
  const admin = (method: string, path: string, body: unknown) =>
    Accounts.call(`${url}/v1/admin/instances${path}`, method, { authorization: `Bearer ${adminKey}` }, body)
  const limited = (name: string, host: string, rateLimits: unknown) => ({ name, hosts: [host], rateLimits })
  return Effect.all([
    admin("PATCH", "/default", {
      rateLimits: { signInPerIp: wide, signInPerEmail: wide, signInPerKnownClient: wide }
    }),
    admin(
      "POST",
      "",
      limited("Limited by address", hosts.address, {
        signInPerIp: { limit: 30, windowSeconds: day },
        signInPerEmail: { limit: 31, windowSeconds: day }
      })
    ),
    admin(
      "POST",
      "",
      limited("Limited by account", hosts.account, {
        signInPerIp: { limit: 30, windowSeconds: day },
        signInPerEmail: { limit: 10, windowSeconds: day }
      })
    )
  ])
}

const valueOf = (cookies: string, name: string): string => new RegExp(`${name}=([^;]*)`).exec(cookies)?.[1] ?? ""

const signIns = (host: string, password: string) =>
  people.map((person) => post(signInPath, forwarded(host, person), { email: person.email, password }))

const kinds = (host: string, cookies: ReadonlyArray<string>) => ({
  signIn: { requests: signIns(host, password), status: 200, contains: '"sessionId"' },
  sessionCheck: {
    requests: people.map((person, index) =>
      get("/v1/auth/session", { ...forwarded(host, person), cookie: cookies[index] ?? "" })
    ),
    status: 200,
    contains: '"sessionId"'
  },
  wrongPassword: { requests: signIns(host, "wrong"), status: 401, contains: "invalid_credentials" },
  refusedByAddress: {
    requests: signIns(hosts.address, "wrong").slice(0, 16),
    status: 429,
    contains: "signin_rate_limited"
  },
  refusedByAccount: {
    requests: signIns(hosts.account, "wrong").slice(0, 16),
    status: 429,
    contains: "signin_rate_limited"
  }
})

/** Uses up the limits that a kind of request is refused by. */
const useUp = (port: number, { requests, status }: Kind) =>
  Effect.forEach(
    requests,
    (request) =>
      Effect.tryPromise(async () => {
        const connection = new Connection(port)
        for (let left = 40; (await connection.send(request)).status !== status; left--) {
          if (left === 0) throw new Error("A limit is never used up")
        }
        connection.close()
      }),
    { concurrency: 4, discard: true }
  )

const ready = (url: string) =>
  Effect.tryPromise(() => fetch(`${url}/health/ready`)).pipe(
    Effect.filterOrFail(({ ok }) => ok),
    Effect.retry(Schedule.spaced("50 millis")),
    Effect.timeoutFail({ duration: "30 seconds", onTimeout: () => new Error("latchkey serve did not start") })
  )

/** `latchkey serve` as it is built, behind a proxy, with accounts for all people. Its log goes into a file. */
export const make = (databaseUrl: string, directory: string, profile: string | undefined) =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(freePort)
    const host = `localhost:${port}`
    const url = `http://127.0.0.1:${port}`
    const process = yield* Process.start(main, {
      args: ["serve"],
      ...(profile === undefined ? {} : { profile }),
      output: openSync(join(directory, "latchkey.log"), "w"),
      environment: {
        PORT: String(port),
        BASE_URL: `http://${host}`,
        DATABASE_URL: databaseUrl,
        ADMIN_API_KEY: adminKey,
        TRUSTED_PROXIES: "127.0.0.0/8"
      }
    })
    yield* ready(url)
    yield* configure(url)
    const cookies = yield* Accounts.signUp(url)
    const first = cookies[0] ?? ""
    const requests = kinds(host, cookies)
    yield* Pages.fillChart(databaseUrl)
    yield* useUp(port, requests.refusedByAddress)
    yield* useUp(port, requests.refusedByAccount)
    const latchkey: Latchkey = {
      process,
      port,
      ...requests,
      pages: yield* Pages.make(port, adminKey, cookies),
      cookies: { client: valueOf(first, "__client"), session: valueOf(first, "__session") }
    }
    return latchkey
  })
