import { STATUS_CODES } from "node:http"
import { Browser } from "@latchkey/test-support/Browser"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { adminKey, type Service } from "@latchkey/test-support/Service"

export interface Example {
  readonly name: string
  readonly markdown: string
}

interface Request {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

const shownHeaders = ["content-type", "set-cookie", "location", "retry-after", "allow"]

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text.startsWith("<!doctype html>") ? "<!doctype html>…" : text
  }
}

/**
 * Makes the function that replaces what differs each time by samples: one id for each id, and times that keep their
 * distance in minutes.
 */
const makeSampler = () => {
  const ids: Array<string> = []
  let firstTime: number | undefined
  const sampleId = (id: string): string => {
    if (!ids.includes(id)) ids.push(id)
    return `0199a3c4-5d6e-7f80-91a2-${(0xb3c4d5e6f708 + ids.indexOf(id) * 0x1f3b2a).toString(16)}`
  }
  const sampleTime = (time: string): string => {
    const at = Date.parse(time)
    firstTime ??= at
    return new Date(Date.UTC(2026, 10, 21, 9, 30) + Math.round((at - firstTime) / 60_000) * 60_000).toISOString()
  }
  return (text: string): string =>
    text
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, sampleId)
      .replace(/__client=[\w-]{43}/g, "__client=b1vQ…")
      .replace(/__session=[\w-]{43}/g, "__session=Zk8s…")
      .replace(/token=[\w-]{43}/g, "token=uX3f…")
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, sampleTime)
      .replaceAll(adminKey, "$ADMIN_API_KEY")
}

const markdownOf = ({ method, path, headers = {}, body }: Request, reply: Reply): string => {
  const requestHeaders = { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers }
  const lines = [
    "```http",
    `${method} ${path}`,
    ...Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ["", JSON.stringify(body, null, 2)]),
    "```",
    "",
    "```http",
    `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}`,
    ...shownHeaders.flatMap((name) => [reply.headers[name] ?? []].flat().map((value) => `${name}: ${value}`)),
    ...(reply.text === "" ? [] : ["", pretty(reply.text)]),
    "```"
  ]
  return lines.join("\n")
}

/** Makes every request of the page, in an order in which each has what it needs. */
export const makeExamples = async (service: Service): Promise<ReadonlyArray<Example>> => {
  const examples: Array<Example> = []
  const sampled = makeSampler()
  const show = async (browser: Browser, name: string, request: Request) => {
    const body = request.body === undefined ? {} : { body: JSON.stringify(request.body) }
    const type = request.body === undefined ? {} : { "content-type": "application/json" }
    const reply = await browser.send(request.method, request.path, {
      headers: { ...type, ...request.headers },
      ...body
    })
    examples.push({ name, markdown: sampled(markdownOf(request, reply)) })
    return reply
  }
  const ada = service.browser({
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
  })
  const other = service.browser()
  const guest = service.browser()
  const credentials = { email: "ada@example.com", password: "correct horse battery" }
  const signIn = "/v1/auth/sign-in/email-password"
  const admin = { authorization: `Bearer ${adminKey}` }

  await show(ada, "sign-up", { method: "POST", path: "/v1/auth/sign-up/email-password", body: credentials })
  await show(guest, "sign-up-policy", {
    method: "POST",
    path: "/v1/auth/sign-up/email-password",
    body: { email: "grace@example.com", password: "short" }
  })
  await show(ada, "sign-in", { method: "POST", path: signIn, body: credentials })
  await show(guest, "sign-in-wrong", { method: "POST", path: signIn, body: { ...credentials, password: "a guess" } })
  await show(ada, "session", { method: "GET", path: "/v1/auth/session" })
  await show(guest, "session-none", { method: "GET", path: "/v1/auth/session" })
  await show(ada, "magic-link", {
    method: "POST",
    path: "/v1/auth/sign-in/magic-link",
    body: { email: credentials.email }
  })
  const link = await service.lastLink(credentials.email)
  await show(ada, "verify", { method: "GET", path: link })
  await show(ada, "verify-again", { method: "GET", path: link })
  await ada.post("/v1/auth/sign-in/magic-link", { email: credentials.email })
  const second = await service.lastLink(credentials.email)
  await show(ada, "verify-browser", { method: "GET", path: second, headers: { accept: "text/html" } })
  await show(ada, "sessions", { method: "GET", path: "/v1/auth/sessions" })
  const changed = { password: "another horse battery", currentPassword: credentials.password }
  await show(ada, "set-password", { method: "PUT", path: "/v1/auth/password", body: changed })
  // By now the sign-in with a link is too old to replace the current password.
  service.advance(600_000)
  await show(ada, "set-password-bare", {
    method: "PUT",
    path: "/v1/auth/password",
    body: { password: credentials.password }
  })
  await ada.send("PUT", "/v1/auth/password", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ password: credentials.password, currentPassword: changed.password })
  })
  const mine = await ada.get("/v1/auth/session")
  await show(ada, "revoke-session", { method: "DELETE", path: `/v1/auth/sessions/${mine.json["sessionId"]}` })
  await show(ada, "sign-out", { method: "POST", path: "/v1/auth/sign-out" })
  await other.post(signIn, credentials)
  await show(other, "sign-out-all", { method: "POST", path: "/v1/auth/sign-out/all" })
  await show(guest, "invalid-request", { method: "POST", path: signIn, body: { email: "ada@", password: 7 } })
  const created = await show(guest, "admin-create", {
    method: "POST",
    path: "/v1/admin/instances",
    headers: admin,
    body: { name: "Acme", plan: "pro", hosts: ["login.acme.example"] }
  })
  await show(guest, "admin-update", {
    method: "PATCH",
    path: `/v1/admin/instances/${created.json["id"]}`,
    headers: admin,
    body: {
      authConfig: { magic_link: true },
      sessionConfig: { passwordPolicy: { minLength: 12, requireNumber: true } }
    }
  })
  await show(guest, "ready", { method: "GET", path: "/health/ready" })
  return examples
}
