import { assert } from "vitest"
import { send } from "@latchkey/test-support/HttpClient"
import type { CleanUp } from "@latchkey/test-support/process/latchkey"
import { type Replica, startReplica } from "@latchkey/test-support/process/Replica"

const key = "an-admin-key-of-more-than-32-characters"

/** The headers of a request to the admin API. */
export const admin = { authorization: `Bearer ${key}` }

const wide = { limit: 1000, windowSeconds: 60 }

/** Limits that no test reaches. */
export const wideLimits = {
  signUpPerIp: wide,
  signInPerIp: wide,
  signInPerEmail: wide,
  signInPerKnownClient: wide,
  magicLinkPerIp: wide,
  magicLinkPerEmail: wide,
  magicLinkPerEmailPerDay: wide,
  magicLinkVerifyPerIp: wide,
  magicLinkToUnknownPerInstance: wide,
  magicLinkCodePerInstance: wide,
  signUpPerInstance: wide
}

/** Changes limits of the default instance with the admin API. */
export const limit = async ({ origin }: Replica, rateLimits: Partial<Record<keyof typeof wideLimits, unknown>>) => {
  const headers = { ...admin, "content-type": "application/json" }
  const body = JSON.stringify({ rateLimits })
  const reply = await send("PATCH", `${origin}/v1/admin/instances/default`, { headers, body })
  assert.strictEqual(reply.status, 200, reply.text)
}

export interface Settings {
  readonly poolSize?: number
  /** The URL of its email provider. */
  readonly emailProvider?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly main?: string | undefined
  readonly port?: number | undefined
}

/** Starts `latchkey serve` on a database. */
export const start = (cleanUp: CleanUp, database: string, { poolSize = 10, environment, ...others }: Settings = {}) =>
  startReplica(
    {
      database,
      ...others,
      environment: { ADMIN_API_KEY: key, DATABASE_POOL_SIZE: String(poolSize), ...environment }
    },
    cleanUp
  )

/** Returns the lines of its log that contain a stack trace, a path or SQL, which no log should. */
export const leaks = ({ out, err }: Replica): ReadonlyArray<string> =>
  `${out()}${err()}`
    .split("\n")
    .filter((line) => /^\s+at |\\n\s+at |node_modules|\.[jt]s:\d|\b(SELECT|INSERT|UPDATE|DELETE)\b/.test(line))
