import { LatchkeyError } from "../../LatchkeyError.ts"
import type { Log } from "./Log.ts"
import type { Settings } from "./Settings.ts"

/** Two seconds: how long Latchkey may take to reply. */
const timeoutMillis = 2_000

/** A difference of the clocks, in milliseconds, that is worth telling. `Date` has whole seconds. */
const clockTolerance = 30_000

/** A reply with JSON. `date`: Latchkey's clock, in milliseconds since 1970, or this server's if the reply has none. */
export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Headers
  readonly date: number
}

/** Asks Latchkey. Rejects with `latchkey_unavailable` if no JSON comes back in time. */
export type Ask = (method: "GET" | "POST", path: string, headers: Readonly<Record<string, string>>) => Promise<Answer>

/** Makes the error of a reply that says nothing about the user. */
export type Unavailable = (reason: string, cause?: unknown) => LatchkeyError

// The platform's `fetch` says "fetch failed", and why in its cause.
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const inner = error.cause instanceof Error ? error.cause : error
  return inner.message || String((inner as { readonly code?: unknown }).code ?? inner.name)
}

/** Makes the error, and says so in the log. */
export const makeUnavailable =
  (url: string, { outage }: Log): Unavailable =>
  (reason, cause) => {
    const message = `no usable reply from ${url} (LATCHKEY_URL): ${reason}`
    outage(message)
    return new LatchkeyError("latchkey_unavailable", message, { cause, retryAfterSeconds: 2 })
  }

// Not `reply.json()`: its error quotes the text.
const parse = (text: string): Answer["body"] | undefined => {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === "object" && body !== null ? (body as Answer["body"]) : undefined
  } catch {
    return undefined
  }
}

/** Makes the function that asks. It follows no redirect, which could send the cookies to another server. */
export const make = (settings: Settings, log: Log, unavailable: Unavailable): Ask => {
  const send = async (method: string, path: string, headers: Readonly<Record<string, string>>): Promise<Answer> => {
    const signal = AbortSignal.timeout(timeoutMillis)
    const init = { method, headers, redirect: "manual", cache: "no-store", signal } as const
    const reply = await settings.fetch(settings.url + path, init)
    const body = parse(await reply.text())
    if (body === undefined) throw new Error(`status ${reply.status} without JSON`)
    const now = Date.now()
    const date = Date.parse(reply.headers.get("date") ?? "") || now
    if (Math.abs(date - now) > clockTolerance) {
      log.hint(`the clock of this server differs by ${Math.round((now - date) / 1000)} seconds.`)
    }
    return { status: reply.status, body, headers: reply.headers, date }
  }
  return (method, path, headers) =>
    send(method, path, headers).catch((cause: unknown) => {
      throw unavailable(reasonOf(cause), cause)
    })
}
