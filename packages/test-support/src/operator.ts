import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as Effect from "effect/Effect"
import { Browser } from "./Browser.ts"
import type { Reply } from "./HttpClient.ts"
import type { Service } from "./Service.ts"

/** The headers of a form on a page of the service: under `no-referrer` a browser sends the origin `null`. */
export const ownForm = {
  "content-type": "application/x-www-form-urlencoded",
  origin: "null",
  "sec-fetch-site": "same-origin"
}

/** An HTTP client that posts forms as a browser does. */
export class FormBrowser extends Browser {
  submit(path: string, fields: Readonly<Record<string, string>> = {}, headers: Record<string, string> = {}) {
    const body = new URLSearchParams(fields).toString()
    return this.send("POST", path, { headers: { ...ownForm, ...headers }, body })
  }
}

/** Creates an invitation. Returns its URL, its path with the query, and its token. */
export const invite = async (service: Service) => {
  const options = { actor: "command_line", adminKey: service.adminKey } as const
  const token = await service.run(Effect.flatMap(OperatorSessions, (operators) => operators.invite(options)))
  const url = new URL(Dashboard.invitationUrl({ baseUrl: service.origin, token }))
  return { url: url.href, path: `${url.pathname}${url.search}`, token: url.searchParams.get("token") ?? "" }
}

/** Makes a client that is signed in to the dashboard. */
export const signedIn = async (service: Service): Promise<FormBrowser> => {
  const browser = new FormBrowser(service.origin)
  const reply = await browser.submit("/dashboard/enter", { token: (await invite(service)).token })
  if (reply.status !== 303) throw new Error(`The status of the invitation was ${reply.status}`)
  return browser
}

/** Returns the `Set-Cookie` header of the dashboard. */
export const cookieOf = ({ setCookies }: Reply): string =>
  setCookies.find((cookie) => /^(__Host-|__)dashboard=/.test(cookie)) ?? ""
