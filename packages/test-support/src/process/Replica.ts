import { randomBytes } from "node:crypto"
import { Browser } from "../Browser.ts"
import type { Reply } from "../HttpClient.ts"
import { freePort } from "../freePort.ts"
import { type CleanUp, folder, type Latchkey, run } from "./latchkey.ts"
import { within } from "./until.ts"

/** A running `latchkey serve`. Several may share a database. */
export interface Replica extends Latchkey {
  readonly port: number
  readonly origin: string
  /** Its EMAIL_FROM, which identifies its emails. */
  readonly sender: string
}

export interface ReplicaOptions {
  readonly database: string
  readonly port?: number | undefined
  readonly sender?: string
  /** The URL of its email provider. Without it, it has no EMAIL_FROM. */
  readonly emailProvider?: string
  readonly environment?: Readonly<Record<string, string>>
  /** The program; that of the build without it. */
  readonly main?: string | undefined
}

const adminKey = randomBytes(24).toString("hex")

/** Returns the settings of a service that sends from `sender` through the provider at `url`. */
export const emailSettings = (sender: string, url: string) => ({
  EMAIL_FROM: sender,
  EMAIL_PROVIDER_API_KEY: "AKIATEST:secret",
  AWS_REGION: "eu-central-1",
  AWS_ENDPOINT_URL_SESV2: url
})

let started = 0

/** Starts a replica and waits until it is ready. It trusts every `X-Forwarded-For`. */
export const startReplica = async (options: ReplicaOptions, cleanUp?: CleanUp): Promise<Replica> => {
  const port = options.port ?? (await freePort())
  const sender = options.sender ?? `replica-${++started}@latchkey.example`
  const latchkey = run(
    ["serve"],
    {
      directory: folder(cleanUp),
      ...(options.main === undefined ? {} : { main: options.main }),
      environment: {
        PORT: String(port),
        // All replicas have the public origin of their load balancer.
        BASE_URL: "http://localhost:3000",
        DATABASE_URL: options.database,
        ADMIN_API_KEY: adminKey,
        TRUSTED_PROXIES: "127.0.0.0/8",
        ...(options.emailProvider === undefined ? {} : emailSettings(sender, options.emailProvider)),
        ...options.environment
      }
    },
    cleanUp
  )
  await within(240, "the start", latchkey.says("Latchkey is ready"))
  return { ...latchkey, port, origin: `http://127.0.0.1:${port}`, sender }
}

let visitors = 0

/** Returns an IP address that no visitor had before, so that visitors share no limit per IP address. */
export const newAddress = (): string => {
  visitors++
  return `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`
}

/** Makes a browser with its own cookies and IP address. */
export const visitor = ({ origin }: Replica, headers: Readonly<Record<string, string>> = {}): Browser =>
  new Browser(origin, { "x-forwarded-for": newAddress(), ...headers })

/** Makes a browser with the same cookies that sends its requests to another replica. */
export const sentTo = (browser: Browser, { origin }: Replica): Browser =>
  Object.assign(new Browser(origin, browser.headers), { jar: browser.jar })

/** Sends a request to the admin API. */
export const administer = async (replica: Replica, method: string, path: string, body: unknown): Promise<Reply> => {
  const reply = await visitor(replica).send(method, `/v1/admin/instances${path}`, {
    headers: { authorization: `Bearer ${adminKey}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
  return reply
}

export const signUp = "/v1/auth/sign-up/email-password"
export const signIn = "/v1/auth/sign-in/email-password"
export const requestLink = "/v1/auth/sign-in/magic-link"
export const session = "/v1/auth/session"
export const password = "correct horse battery"

let emails = 0

/** Returns an email address that was not used before. */
export const newEmail = (): string => `user-${++emails}@example.com`
