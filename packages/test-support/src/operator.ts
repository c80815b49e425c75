import { DashboardAccess } from "@latchkey/domain/operator/DashboardAccess"
import * as Dashboard from "@latchkey/pages/Dashboard"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { UserId } from "@latchkey/domain/core/Ids"
import { TokenHash } from "@latchkey/domain/core/Token"
import { operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { createHash, randomBytes } from "node:crypto"
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
  const token = await service.run(Effect.flatMap(DashboardAccess, (access) => access.invite(options)))
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
  return { id: operator.id, token: tokenOf(invitation.url) }
}

/** Invites an operator again through the admin API. Returns the token of the invitation. */
export const inviteAgain = async (service: Service, id: string): Promise<string> => {
  const { json } = await service.browser().post(`/v1/admin/operators/${id}/invitations`, { delivery: "link" }, asAdmin)
  return tokenOf((json as unknown as typeof OperatorApi.InvitedOperatorResponse.Encoded).invitation.url)
}

const tokenOf = (url: string | null) => new URL(url ?? "").searchParams.get("token") ?? ""

const newToken = () => randomBytes(32).toString("base64url")
const hashOf = (token: string) => TokenHash.make(createHash("sha256").update(token).digest("hex"))

/** Gives a browser a session that an operator has signed in to with that method. */
const signInWith = async (service: Service, browser: FormBrowser, id: string, method: string) => {
  const [session, client] = [newToken(), newToken()]
  const now = DateTime.unsafeMake(service.now())
  await service.run(
    Effect.gen(function* () {
      const user = Option.getOrThrow(yield* (yield* UserRepository).findById(operatorInstanceId, UserId.make(id)))
      const grant = Samples.grant(user, {
        session: Samples.session(user, {
          tokenHash: hashOf(session),
          methods: [method],
          authenticatedAt: now,
          expiresAt: DateTime.add(now, { hours: 12 })
        }),
        clientHash: hashOf(client),
        clientExpiresAt: DateTime.add(now, { days: 400 })
      })
      yield* (yield* SessionRepository).issue(grant)
    })
  )
  const page = `${service.origin}/dashboard`
  await browser.jar.setCookie(`__dashboard=${session}; Path=/dashboard`, page)
  await browser.jar.setCookie(`__dashboard_client=${client}; Path=/dashboard`, page)
}

/** Makes a client that is signed in to the dashboard as a new operator, by default with a passkey that no authenticator has. */
export const signedInAs = async (service: Service, role: Role, email?: string, method = "passkey") => {
  const { id, token } = await addOperator(service, role, email)
  const browser = new FormBrowser(service.origin)
  const reply = await browser.submit("/dashboard/enter", { token })
  if (reply.status !== 303) throw new Error(`The status of the invitation was ${reply.status}`)
  await signInWith(service, browser, id, method)
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
