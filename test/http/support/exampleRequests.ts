import type { Browser } from "@latchkey/test-support/Browser"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { exampleIn, type Json, successOf } from "@latchkey/test-support/openapiDocument"

/** Sends a JSON body with any method. */
export const sendJson = (
  browser: Browser,
  method: string,
  path: string,
  body: Json,
  contentType = "application/json"
) => browser.send(method, path, { headers: { "content-type": contentType }, body: JSON.stringify(body) })

/** The `User-Agent` of the examples. */
export const userAgent = (): string => {
  const { sessions } = exampleIn(successOf("session.listSessions")[1].content) ?? {}
  const [summary] = Array.isArray(sessions) ? sessions : []
  return summary.userAgent
}

/** Returns the token of a link. */
export const tokenIn = (link: string): string => new URL(link, "http://localhost").searchParams.get("token") ?? ""

/** Names each reply by the id of its operation. */
export const named = (group: string, replies: Readonly<Record<string, Reply>>) =>
  Object.fromEntries(Object.entries(replies).map(([name, reply]) => [`${group}.${name}`, reply]))
