import { EmailTaken } from "@latchkey/domain/account/AccountErrors"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as Effect from "effect/Effect"
import { beforeAll, describe, expect, test } from "vitest"
import { type Mount, mountsUnderTest, type Service } from "@latchkey/test-support/Service"
import { setUpApp } from "@latchkey/test-support/authenticatorApp"
import { start } from "@latchkey/test-support/HttpService"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { withApiKey } from "@latchkey/test-support/operator"
import { makeRecorder } from "@latchkey/test-support/Recorder"
import {
  asAdmin,
  completeSignIn,
  instances,
  password,
  requestLink,
  session,
  signIn,
  signOut,
  signOutAll,
  signUp,
  verify
} from "@latchkey/test-support/contract"

const email = "ada@example.com"

const tokenOf = (link: string) => new URL(link, "http://localhost").searchParams.get("token") ?? ""

/** Sets up an authenticator app, and signs in with a recovery code. Returns everything secret. */
const useSecondFactor = async (service: Service) => {
  await service.instances((directory) => directory.update(defaultId, { authConfig: { secondFactor: "optional" } }))
  const credentials = { email: "cleo@example.com", password: "another horse battery" }
  const cleo = service.browser()
  await cleo.post(signUp, credentials)
  const { begun, recoveryCodes, secret } = await setUpApp(service, cleo)
  const browser = service.browser()
  expect((await browser.post(signIn, credentials)).json).toHaveProperty("secondFactorRequired")
  const pendingToken = (await browser.cookie("__pending")) ?? ""
  const wrongCode = "zzzz-zzzz-zzzz"
  expect((await browser.post(completeSignIn, { code: wrongCode })).status).toBeGreaterThanOrEqual(400)
  expect((await browser.post(completeSignIn, { code: recoveryCodes[0] })).status).toBe(200)
  return [
    ...Object.values(credentials),
    ...[secret, String(begun.json["enrollment"]), pendingToken, wrongCode],
    ...recoveryCodes.flatMap((code) => [code, code.replaceAll("-", "")])
  ]
}

/** Adds an operator with an API key, and revokes the key. Returns everything secret. */
const useApiKey = async (service: Service) => {
  const { headers, id } = await withApiKey(service, "admin")
  const key = headers.authorization.slice("Bearer latchkey_".length)
  const email = "grace@example.org"
  const operator = { email, name: "Grace", role: "viewer", delivery: "link" }
  const { json } = await service.browser().post("/v1/admin/operators", operator, headers)
  const { url } = json["invitation"] as { readonly url: string }
  await service.browser().send("DELETE", `/v1/admin/api-keys/${id}`, { headers: asAdmin })
  expect((await service.browser().get(instances, headers)).status).toBe(401)
  return [key, email, tokenOf(url)]
}

/** Uses every endpoint and every way to send a token. Returns the log, the spans and everything secret. */
const useEverything = async (mount: Mount) => {
  const recorder = makeRecorder()
  const storage = makeInterceptedStorage()
  const service = await start({ mount, storage: storage.layer, logger: recorder.layer })
  const secrets: Array<string> = [password, email, asAdmin.authorization.slice("Bearer ".length)]
  const ada = service.browser()
  const keepCookies = async () => {
    for (const name of ["__client", "__session"]) secrets.push((await ada.cookie(name)) ?? "")
  }
  const requestNewLink = async () => {
    await ada.post(requestLink, { email })
    await keepCookies()
    const link = await service.lastLink(email)
    secrets.push(tokenOf(link))
    return link
  }

  await ada.post(signUp, { email, password })
  await keepCookies()
  await ada.post(signUp, { email, password })
  await ada.post(signIn, { email, password })
  await keepCookies()
  await ada.post(signIn, { email, password: "wrong guess 99" })
  secrets.push("wrong guess 99")
  const asJson = await requestNewLink()
  await service.browser().send("HEAD", asJson)
  await ada.get(asJson)
  await keepCookies()
  await ada.get(asJson)
  await ada.get(await requestNewLink(), { accept: "text/html" })
  await keepCookies()
  const shown = await requestNewLink()
  await service.browser().get(shown, { accept: "text/html" })
  await ada.post(verify, { token: tokenOf(shown) })
  await keepCookies()
  const twice = await requestNewLink()
  await ada.get(`${twice}&token=${tokenOf(twice)}`)
  for (const mangled of [";", "#", "%3F", "?a=b;", "%20?"]) await ada.get(twice.replace("?", mangled))
  await ada.get(`/v1/nowhere?token=${tokenOf(twice)}`)
  await ada.get(session)
  await ada.get(instances, asAdmin)
  const wrongKey = "wrong-admin-key-of-at-least-32-characters"
  expect((await ada.get(instances)).json["detail"]).toBe("Send the admin key as a bearer token.")
  expect((await ada.get(instances, { authorization: `Bearer ${wrongKey}` })).json["detail"]).toBe("Wrong admin key.")
  secrets.push(wrongKey)
  await ada.post(instances, { name: "Acme" }, asAdmin)
  for (const [hash, status] of [
    [`$insecure$v=1$${"5a".repeat(16)}$${"c4".repeat(32)}`, 201],
    ["$2b$12$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6lwm", 400]
  ] as const) {
    const user = { email: "grace@example.com", passwordHash: hash }
    expect((await ada.post(`${instances}/default/users`, user, asAdmin)).status).toBe(status)
    secrets.push(user.email, hash, hash.slice(-20))
  }
  secrets.push(...(await useSecondFactor(service)), ...(await useApiKey(service)))
  await ada.get("/health/ready")

  storage.intercept((call) => (call === "SessionRepository.issue" ? Effect.die(new EmailTaken()) : Effect.void))
  const died = await ada.post(signIn, { email, password })
  storage.bringDown("SessionRepository")
  const failed = await ada.get(twice)
  storage.reset()
  const later = await ada.get(twice)
  await keepCookies()
  await ada.post(signOut)
  await ada.post(signOutAll)
  await service.stop()
  return {
    lines: recorder.lines(),
    secrets: [...new Set(secrets)],
    statuses: [died, failed, later].map((_) => _.status)
  }
}

describe.each(mountsUnderTest())("trap 5: Logs and traces, mounted with %s", (mount) => {
  let recorded: Awaited<ReturnType<typeof useEverything>>
  beforeAll(async () => {
    recorded = await useEverything(mount)
  })

  test("contain no password, token, cookie, key, code or email address", () => {
    const { lines, secrets, statuses } = recorded
    expect(statuses).toEqual([500, 503, 200])
    expect(secrets.length).toBeGreaterThan(40)
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(10)
      expect(lines.filter((line) => line.includes(secret) || line.includes(encodeURIComponent(secret)))).toEqual([])
    }
    expect(lines.filter((line) => line.includes("token="))).toEqual([])
  })

  test("contain the outcome, instance and IP address of every attempt", () => {
    const { lines } = recorded
    const attempts = lines.filter((line) => line.startsWith("log")).map((line) => JSON.parse(line.slice(4)))
    expect(attempts.filter(({ message }) => message === "Wrong admin key")).toEqual([
      expect.objectContaining({ annotations: expect.objectContaining({ ipAddress: "127.0.0.1" }) })
    ])
    expect(attempts.filter(({ message }) => message === "Wrong API key")).toEqual([
      expect.objectContaining({ annotations: expect.objectContaining({ ipAddress: "127.0.0.1" }) })
    ])
    const outcomesOf = (name: string) =>
      new Set(attempts.filter(({ message }) => message === name).map(({ annotations }) => annotations.outcome))
    expect(outcomesOf("sign_up")).toEqual(new Set(["ok", "EmailTaken"]))
    expect(outcomesOf("sign_in")).toEqual(new Set(["ok", "InvalidCredentials", "SecondFactorRequired", "defect"]))
    expect(outcomesOf("magic_link_request")).toEqual(new Set(["ok"]))
    expect(outcomesOf("magic_link_verify")).toEqual(
      new Set(["ok", "ConfirmationNeeded", "InvalidToken", "PersistenceError"])
    )
    expect(outcomesOf("sign_out_all")).toEqual(new Set(["Unauthenticated"]))
    for (const { annotations } of attempts.filter(({ message }) => message === "sign_in")) {
      expect(annotations).toMatchObject({ instance: "default", ipAddress: "127.0.0.1" })
    }
    const spans = lines.filter((line) => line.startsWith("span"))
    expect(spans.some((line) => /^span (http\.server )?POST/.test(line))).toBe(true)
    expect(spans.some((line) => line.startsWith("span SignInWithMagicLink.verify"))).toBe(true)
  })

  test("contain the method, path and status of every request, and not its query", () => {
    const { lines } = recorded
    const answered = lines.filter((line) => line.includes('"Answered"')).map((line) => JSON.parse(line.slice(4)))
    expect(answered.map(({ annotations }) => annotations)).toContainEqual({ method: "GET", path: verify, status: 200 })
  })
})
