import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as Effect from "effect/Effect"
import type { Role } from "@latchkey/domain/operator/Role"
import type * as OperatorApi from "@latchkey/http/operator/OperatorApi"
import { Browser } from "./Browser.ts"
import type { Reply } from "./HttpClient.ts"
import { asAdmin } from "./contract.ts"
import type { Service } from "./Service.ts"

/** The headers of a form on a page of the service, from a browser whose user or proxy forbids referrers. */
export const ownForm = {
  "content-type": "application/x-www-form-urlencoded",
  origin: "null",
  "sec-fetch-site": "same-origin"
}

/** An HTTP client that posts forms as a browser does. */
export class FormBrowser extends Browser {
  submit(
    path: string,
    fields: Readonly<Record<string, string>> | URLSearchParams = {},
    headers: Record<string, string> = {}
  ) {
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

/** Adds an operator through the admin API. Returns their id, and the token of their invitation. */
export const addOperator = async (service: Service, role: Role, email = `${role}@example.com`) => {
  const fields = { email, name: `The ${role}`, role, delivery: "link" }
  const { json, status } = await service.browser().post("/v1/admin/operators", fields, asAdmin)
  if (status !== 201) throw new Error(`The status of the new operator was ${status}`)
  const { invitation, operator } = json as unknown as typeof OperatorApi.InvitedOperatorResponse.Encoded
  return { id: operator.id, token: new URL(invitation.url ?? "").searchParams.get("token") ?? "" }
}

/** Makes a client that is signed in to the dashboard as a new operator. */
export const signedInAs = async (service: Service, role: Role, email?: string) => {
  const { id, token } = await addOperator(service, role, email)
  const browser = new FormBrowser(service.origin)
  const reply = await browser.submit("/dashboard/enter", { token })
  if (reply.status !== 303) throw new Error(`The status of the invitation was ${reply.status}`)
  return { id, browser }
}

/** Creates an API key through the admin API. Returns the headers of a request with it, and its id. */
export const withApiKey = async (service: Service, role: Role, name = `The ${role}'s program`) => {
  const { json, status } = await service.browser().post("/v1/admin/api-keys", { name, role }, asAdmin)
  if (status !== 201) throw new Error(`The status of the new key was ${status}`)
  return { id: String(json["id"]), headers: { authorization: `Bearer ${String(json["key"])}` } }
}

/** Returns the `Set-Cookie` header of the dashboard. */
export const cookieOf = ({ setCookies }: Reply): string =>
  setCookies.find((cookie) => /^(__Host-|__)dashboard=/.test(cookie)) ?? ""
