import * as Effect from "effect/Effect"
import { people, password } from "./People.ts"

/** Calls a server that has to agree. */
export const call = (url: string, method: string, headers: Record<string, string>, body: unknown) =>
  Effect.tryPromise(async () => {
    const init = { method, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) }
    const response = await fetch(url, init)
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
    return response
  })

const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1).join(""))
    .join("; ")

/** Gives everybody an account, and answers what the browser of each presents then. */
export const signUp = (url: string) =>
  Effect.forEach(people, ({ address, email }) =>
    Effect.map(
      call(`${url}/v1/auth/sign-up/email-password`, "POST", { "x-forwarded-for": address }, { email, password }),
      cookieOf
    )
  )
