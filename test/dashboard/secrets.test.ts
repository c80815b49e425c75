import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import { afterAll, beforeAll, expect, test } from "vitest"
import { start } from "@latchkey/test-support/HttpService"
import { requestLink, signUp } from "@latchkey/test-support/contract"
import { adminKey, type Service } from "@latchkey/test-support/Service"
import { cookieOf, FormBrowser, invite, signedInAs } from "@latchkey/test-support/operator"
import { makeAuthenticator } from "@latchkey/test-support/softwareAuthenticator"

const secretPassword = "Seen-Nowhere-1"
const tested = "Tried-Out-Only-2"
const email = "user@secrets.example"
const lines: Array<string> = []
const logger = Layer.merge(
  Logger.replace(
    Logger.defaultLogger,
    Logger.make((entry) => void lines.push(Logger.jsonLogger.log(entry)))
  ),
  Logger.minimumLogLevel(LogLevel.All)
)

let service: Service
const shown: Array<string> = []
const secrets: Record<string, string> = { key: adminKey, password: secretPassword, tested }

/** Opens every page and posts every form, with valid and invalid values. `shown` collects the pages. */
beforeAll(async () => {
  service = await start({ logger, host: "localhost" })
  const user = service.browser()
  const { json } = await user.post(signUp, { email, password: secretPassword })
  await service.browser().post(requestLink, { email })
  secrets["link"] = (await service.lastLink(email)).split("token=")[1] ?? ""
  secrets["session of the user"] = (await user.cookie("__session")) ?? ""
  secrets["client of the user"] = (await user.cookie("__client")) ?? ""

  const browser = new FormBrowser(service.origin)
  const { token } = await invite(service)
  secrets["used invitation"] = token
  secrets["unused invitation"] = (await invite(service)).token
  const entered = await browser.submit("/dashboard/enter", { token })
  secrets["session of the administrator"] = cookieOf(entered).split(/[=;]/)[1] ?? ""
  const note = async (reply: Promise<{ readonly text: string }>) => void shown.push((await reply).text)
  await note(browser.submit("/dashboard/enter", { token }))
  const userPath = `/dashboard/instances/default/users/${json["userId"]}`
  for (const path of ["", "/settings", "/users", "/emails", `/users?q=${email}`]) {
    await note(browser.get(`/dashboard/instances/default${path}`))
  }
  for (const path of [
    "/dashboard",
    "/dashboard/audit",
    "/dashboard/access",
    "/dashboard/sign-in",
    userPath,
    `${userPath}/disable`,
    `${userPath}/x`
  ]) {
    await note(browser.get(path))
  }
  await note(browser.submit("/dashboard/instances/default/settings/password-trial", { password: tested }))
  await note(
    browser.submit("/dashboard/instances/default/settings/general", { name: "", password: tested, key: adminKey })
  )
  await note(browser.submit(`${userPath}/disable`))
  await note(browser.get("/dashboard/audit"))
  await note(browser.submit("/dashboard/sign-in", { key: `${adminKey}x` }))
  await note(browser.submit("/dashboard/sign-in", { key: adminKey }))
  await note(browser.submit("/dashboard/sign-out"))
  await usePasskeys(note)
})

/** Signs an administrator in with a passkey, after attempts that fail. */
const usePasskeys = async (note: (reply: Promise<{ readonly text: string }>) => Promise<void>) => {
  const { browser } = await signedInAs(service, "viewer", "grace@secrets.example")
  const keys = makeAuthenticator(service.origin)
  const ask = async (path: string) => {
    const { json } = await browser.send("POST", path, { headers: { "sec-fetch-site": "same-origin" } })
    secrets[`challenge of ${path}`] = String(json["challenge"])
    return json as never
  }
  const created = JSON.stringify(keys.create(await ask("/dashboard/v1/auth/passkeys/registration/options")))
  await note(browser.submit("/dashboard/account/passkeys", { credential: created }))
  await note(browser.submit("/dashboard/account/passkeys", { credential: created }))
  const used = keys.get(await ask("/dashboard/v1/auth/passkeys/sign-in/options"))
  secrets["signature"] = used.response.signature
  const credential = JSON.stringify(used)
  await note(new FormBrowser(service.origin).submit("/dashboard/sign-in/passkey", { credential }))
  const entered = await browser.submit("/dashboard/sign-in/passkey", { credential })
  secrets["session with a passkey"] = cookieOf(entered).split(/[=;]/)[1] ?? ""
  const cookies = await browser.jar.getCookies(`${service.origin}/dashboard`)
  secrets["client of the dashboard"] = cookies.find(({ key }) => key === "__dashboard_client")?.value ?? ""
  await note(browser.submit("/dashboard/sign-in/passkey", { credential }))
  for (const path of ["/dashboard/account", "/dashboard/account/passkeys", "/dashboard/access", "/dashboard/audit"])
    await note(browser.get(path))
}
afterAll(() => service.stop())

test("no page shows a secret or a hash", () => {
  const text = shown.join("\n")
  expect(text).toContain(email)
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(10)
    expect(text.includes(secret), name).toBe(false)
  }
  expect(text).not.toMatch(/[0-9a-f]{64}|\$argon2|insecure/i)
})

test("no line of the log contains a secret, a hash or an email address", () => {
  const text = lines.join("\n")
  expect(text).toContain("/dashboard/instances/default/settings/password-trial")
  for (const [name, secret] of Object.entries({ ...secrets, email, encoded: encodeURIComponent(email) })) {
    expect(text.includes(secret), name).toBe(false)
  }
  expect(text).not.toMatch(/[0-9a-f]{64}|\$argon2/i)
})

test("no entry of the audit log contains a secret, a hash or an email address", async () => {
  const entries = await service.run(Effect.flatMap(AuditLog, (log) => log.list({ before: Option.none(), limit: 100 })))
  const text = JSON.stringify(entries)
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      "dashboard_opened",
      "dashboard_closed",
      "operator_invited",
      "passkey_added",
      "user_disabled"
    ])
  )
  for (const [name, secret] of Object.entries({ ...secrets, email })) expect(text.includes(secret), name).toBe(false)
  expect(text).not.toMatch(/[0-9a-f]{64}|\$argon2/i)
})
