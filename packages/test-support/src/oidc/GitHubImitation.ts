/** An imitation of the three endpoints of GitHub that sign users in, as an Enterprise Server has them. */
import { createHash, randomBytes } from "node:crypto"
import type { ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import type { CleanUp } from "../process/latchkey.ts"
import { type LocalServer, openLocalServer } from "./localServer.ts"
import type { SentBack } from "./visit.ts"

export interface GitHubUser {
  readonly id: number
  readonly login: string
  readonly name: string | null
  readonly emails: ReadonlyArray<{ readonly email: string; readonly primary: boolean; readonly verified: boolean }>
}

/** A user with a primary address that GitHub has verified, and one that it has not. */
export const octocat: GitHubUser = {
  id: 583231,
  login: "octocat",
  name: "The Octocat",
  emails: [
    { email: "unverified@example.com", primary: false, verified: false },
    { email: "octocat@example.com", primary: true, verified: true }
  ]
}

export interface GitHubImitation extends LocalServer {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Who signs in. */
  user: GitHubUser
  /** Replaces the answer to a path with a status and JSON. */
  replies: (path: string) => { readonly status: number; readonly body: unknown } | undefined
  readonly requests: ReadonlyArray<string>
  /** Goes to an authorization URL. Returns what the user is sent back with. */
  readonly signIn: (url: string) => SentBack
  /** Sends the user back as GitHub does when they cancel. */
  readonly cancel: (url: string) => SentBack
}

const json = (response: ServerResponse, body: unknown, status = 200) =>
  void response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body))

/** Starts the imitation. `cleanUp` gets how to stop it. */
export const start = async (cleanUp: CleanUp): Promise<GitHubImitation> => {
  const codes = new Map<string, URLSearchParams>()
  const accessTokens = new Set<string>()
  const requests: Array<string> = []

  const sentBack = (url: string, parameters: Readonly<Record<string, string>>): SentBack => {
    const redirectUri = new URL(new URL(url).searchParams.get("redirect_uri") ?? "")
    for (const [name, value] of Object.entries(parameters)) redirectUri.searchParams.set(name, value)
    return { method: "GET", url: redirectUri.href, parameters }
  }
  const stateOf = (url: string) => new URL(url).searchParams.get("state") ?? ""

  const signIn = (url: string) => {
    const code = randomBytes(10).toString("hex")
    codes.set(code, new URL(url).searchParams)
    return sentBack(url, { code, state: stateOf(url) })
  }

  // GitHub says errors with status 200.
  const exchange = (form: URLSearchParams) => {
    if (form.get("client_id") !== imitation.clientId || form.get("client_secret") !== imitation.clientSecret)
      return { error: "incorrect_client_credentials" }
    const code = form.get("code") ?? ""
    const granted = codes.get(code)
    codes.delete(code)
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url")
    if (granted === undefined || challenge !== granted.get("code_challenge")) return { error: "bad_verification_code" }
    if (granted.get("redirect_uri") !== form.get("redirect_uri")) return { error: "redirect_uri_mismatch" }
    const accessToken = `gho_${randomBytes(18).toString("hex")}`
    accessTokens.add(accessToken)
    return { access_token: accessToken, token_type: "bearer", scope: (granted.get("scope") ?? "").replaceAll(" ", ",") }
  }

  const server = await openLocalServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", server.origin)
    requests.push(`${request.method} ${pathname}`)
    const replaced = imitation.replies(pathname)
    if (replaced !== undefined) return json(response, replaced.body, replaced.status)
    if (pathname === "/login/oauth/authorize") {
      const { url } = signIn(new URL(request.url ?? "", server.origin).href)
      return void response.writeHead(302, { location: url }).end()
    }
    if (pathname === "/login/oauth/access_token" && request.method === "POST")
      return json(response, exchange(new URLSearchParams(await text(request))))
    if (pathname === "/api/v3" || pathname === "/api/v3/") return json(response, {})
    if (request.headers["user-agent"] === undefined) return json(response, { message: "Forbidden" }, 403)
    const [, accessToken = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? []
    if (!accessTokens.has(accessToken)) return json(response, { message: "Bad credentials" }, 401)
    const { emails, ...user } = imitation.user
    if (pathname === "/api/v3/user") return json(response, { ...user, email: "public@example.com" })
    if (pathname === "/api/v3/user/emails") return json(response, emails)
    json(response, { message: "Not Found" }, 404)
  }, cleanUp)

  const imitation: GitHubImitation = {
    ...server,
    issuer: server.origin,
    clientId: `Iv1.${randomBytes(8).toString("hex")}`,
    clientSecret: randomBytes(20).toString("hex"),
    user: octocat,
    replies: () => undefined,
    requests,
    signIn,
    cancel: (url) =>
      sentBack(url, {
        error: "access_denied",
        error_description: "The user has denied your application access.",
        state: stateOf(url)
      })
  }
  return imitation
}
