import * as Effect from "effect/Effect"
import Pg from "pg"
import { password, signers, type User } from "./Users.ts"

/** Sends a request. Fails unless the response is successful. */
export const call = (url: string, method: string, headers: Record<string, string>, body: unknown) =>
  Effect.tryPromise(async () => {
    const init = { method, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) }
    const response = await fetch(url, init)
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
    return response
  })

/** Returns the cookies that a response sets, as a `Cookie` header. */
export const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1).join(""))
    .join("; ")

/**
 * Copies the account of the first signer for all others, because each sign-up hashes. `copies` has a statement for each
 * table, with the number of the last signer as `$1`.
 */
export const copySigner = (connectionString: string, copies: ReadonlyArray<string>) =>
  Effect.tryPromise(async () => {
    const client = new Pg.Client({ connectionString })
    await client.connect()
    try {
      for (const statement of copies) await client.query(statement, [signers.length - 1])
    } finally {
      await client.end()
    }
  })

/** Creates an account for every user, and returns the `Cookie` header of each. */
export const signUp = (url: string, users: ReadonlyArray<User>) =>
  Effect.forEach(users, ({ email, ipAddress }) =>
    Effect.map(
      call(`${url}/v1/auth/sign-up/email-password`, "POST", { "x-forwarded-for": ipAddress }, { email, password }),
      cookieOf
    )
  )
