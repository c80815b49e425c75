import { randomBytes } from "node:crypto"
import { openSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { freePort } from "@latchkey/test-support/freePort"
import * as Accounts from "./Accounts.ts"
import { Connection } from "./load/Connection.ts"
import type { MeasuredServer, SignInService, Workload } from "./MeasuredServer.ts"
import * as Pages from "./Pages.ts"
import * as Process from "./Process.ts"
import { forwarded, get, post } from "./Requests.ts"
import { crowd, password, signers, users } from "./Users.ts"

/** `latchkey serve`, with additional workloads: wrong passwords, both refusals, and the pages. */
export interface Latchkey extends SignInService {
  readonly wrongPassword: Workload
  readonly refusedPerIp: Workload
  readonly refusedPerAccount: Workload
  /** Access tokens for signed-in users. */
  readonly accessToken: Workload
  /** Sign-ins of many clients, each with its own IP address. */
  readonly overload: Workload
  /** Checks of `/health/live` with pauses, which cost next to nothing. */
  readonly health: Workload
  readonly pages: Pages.Pages
  /** The cookies of the first user. */
  readonly cookies: { readonly client: string; readonly session: string }
}

/** The built command line. */
export const main = fileURLToPath(new URL("dist/main.js", import.meta.resolve("@latchkey/server/package.json")))
const adminKey = randomBytes(32).toString("hex")
const secretKey = randomBytes(32).toString("hex")

const signInPath = "/v1/auth/sign-in/email-password"

/**
 * The default limits store the times of up to 30 attempts. These store as many, so that the work is the same, but for
 * one second: no client here is fast enough to be refused.
 */
const wide = { limit: Math.max(30, 15 * availableParallelism()), windowSeconds: 1 }
const day = 86_400

/** An API for which users get access tokens. */
const audience = "https://api.example.com"

const hosts = { ip: "limited-per-ip.example.com", account: "limited-per-account.example.com" }

/**
 * Creates two instances with limits that are quickly reached. Those of the default instance never are. It has an API for
 * access tokens.
 */
export const configure = (url: string) => {
  const admin = (method: string, path: string, body: unknown) =>
    Accounts.call(`${url}/v1/admin/instances${path}`, method, { authorization: `Bearer ${adminKey}` }, body)
  const limited = (name: string, host: string, rateLimits: unknown) => ({ name, hosts: [host], rateLimits })
  return Effect.all([
    admin("PATCH", "/default", {
      rateLimits: { signInPerIp: wide, signInPerEmail: wide, signInPerKnownClient: wide },
      tokenConfig: { audiences: [audience] }
    }),
    admin(
      "POST",
      "",
      limited("Limited per IP address", hosts.ip, {
        signInPerIp: { limit: 30, windowSeconds: day },
        signInPerEmail: { limit: 31, windowSeconds: day }
      })
    ),
    admin(
      "POST",
      "",
      limited("Limited per account", hosts.account, {
        signInPerIp: { limit: 30, windowSeconds: day },
        signInPerEmail: { limit: 10, windowSeconds: day }
      })
    )
  ])
}

export const copyUser = `
  INSERT INTO latchkey.users (instance_id, user_id, email, password_hash, credential_version, created_at)
  SELECT instance_id, left(user_id, -8) || lpad(to_hex(n), 8, '0'), format('signer%s@example.com', n), password_hash,
    credential_version, created_at
  FROM latchkey.users, generate_series(1, $1::integer) n
  WHERE email = 'signer0@example.com'`

const valueOf = (cookies: string, name: string): string => new RegExp(`${name}=([^;]*)`).exec(cookies)?.[1] ?? ""

const signIns = (host: string, password: string, all = signers) =>
  all.map((user) => post(signInPath, forwarded(host, user), { email: user.email, password }))

export const workloads = (host: string, cookies: ReadonlyArray<string>) => ({
  // On a machine that does other work the service sheds sign-ins. The report says how many.
  signIn: { requests: signIns(host, password), status: 200, contains: '"sessionId"', shed: "wait" as const },
  sessionCheck: {
    requests: users.map((user, index) =>
      get("/v1/auth/session", { ...forwarded(host, user), cookie: cookies[index] ?? "" })
    ),
    status: 200,
    contains: '"sessionId"'
  },
  accessToken: {
    requests: users.map((user, index) =>
      post("/v1/auth/token", { ...forwarded(host, user), cookie: cookies[index] ?? "" }, { audience })
    ),
    status: 200,
    contains: '"accessToken"'
  },
  overload: { requests: signIns(host, password, crowd), status: 200, contains: '"sessionId"' },
  health: { requests: [get("/health/live", { host })], status: 200, contains: "", pauseMillis: 10 },
  wrongPassword: { requests: signIns(host, "wrong"), status: 401, contains: "invalid_credentials" },
  refusedPerIp: {
    requests: signIns(hosts.ip, "wrong").slice(0, 16),
    status: 429,
    contains: "signin_rate_limited"
  },
  refusedPerAccount: {
    requests: signIns(hosts.account, "wrong").slice(0, 16),
    status: 429,
    contains: "signin_rate_limited"
  }
})

/** Sends each request until the limit refuses it. */
const reachLimit = (port: number, { requests, status }: Workload) =>
  Effect.forEach(
    requests,
    (request) =>
      Effect.tryPromise(async () => {
        const connection = new Connection(port)
        for (let left = 40; left > 0; ) {
          const reply = await connection.send(request)
          if (reply.status === status) return connection.close()
          if (reply.status === 503) await sleep(reply.retryAfter * 1000)
          else left--
        }
        throw new Error("A limit was never reached")
      }),
    { concurrency: 4, discard: true }
  )

const ready = (url: string) =>
  Effect.tryPromise(() => fetch(`${url}/health/ready`)).pipe(
    Effect.filterOrFail(({ ok }) => ok),
    Effect.retry(Schedule.spaced("50 millis")),
    Effect.timeoutFail({ duration: "2 minutes", onTimeout: () => new Error("latchkey serve did not start") })
  )

/**
 * Sends telemetry to a collector, with that share of the traces. Metrics are sent every ten seconds, and logs every
 * second.
 */
export const telemetry = (collector: MeasuredServer, ratio: string): Readonly<Record<string, string>> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
  OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
  OTEL_TRACES_SAMPLER_ARG: ratio
})

/** Where the service stores its data and its log, and what it is started with in addition. */
interface Options {
  readonly databaseUrl: string
  readonly directory: string
  readonly profile: string | undefined
  readonly nodeArgs?: ReadonlyArray<string>
  readonly environment?: Readonly<Record<string, string>>
}

/** Starts `latchkey serve` as it is built, behind a proxy. Logs to a file. */
export const serve = ({ databaseUrl, directory, environment = {}, nodeArgs = [], profile }: Options) =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(freePort)
    const process = yield* Process.start(main, {
      args: ["serve"],
      nodeArgs,
      ...(profile === undefined ? {} : { profile }),
      output: openSync(join(directory, `latchkey-${port}.log`), "w"),
      environment: {
        PORT: String(port),
        BASE_URL: `http://localhost:${port}`,
        DATABASE_URL: databaseUrl,
        ADMIN_API_KEY: adminKey,
        SECRET_KEY: secretKey,
        TRUSTED_PROXIES: "127.0.0.0/8",
        ...environment
      }
    })
    yield* ready(`http://127.0.0.1:${port}`)
    return { process, port } satisfies MeasuredServer
  })

/** Starts `latchkey serve`, and creates an account for every user. */
export const make = (options: Options) =>
  Effect.gen(function* () {
    const { port, process } = yield* serve(options)
    const url = `http://127.0.0.1:${port}`
    yield* configure(url)
    const cookies = yield* Accounts.signUp(url, users)
    yield* Accounts.signUp(url, signers.slice(0, 1))
    yield* Accounts.copySigner(options.databaseUrl, [copyUser])
    const first = cookies[0] ?? ""
    const requests = workloads(`localhost:${port}`, cookies)
    yield* Pages.fillChart(options.databaseUrl)
    yield* reachLimit(port, requests.refusedPerIp)
    yield* reachLimit(port, requests.refusedPerAccount)
    const latchkey: Latchkey = {
      process,
      port,
      ...requests,
      pages: yield* Pages.make(port, adminKey, cookies),
      cookies: { client: valueOf(first, "__client"), session: valueOf(first, "__session") }
    }
    return latchkey
  })
