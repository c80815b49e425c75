import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { Email } from "@latchkey/domain/core/Email"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { start } from "@latchkey/test-support/HttpService"
import { newEmail, password, session, signIn, signUp } from "@latchkey/test-support/contract"
import type { Service } from "@latchkey/test-support/Service"
import { follow, inChromium, textOf } from "./support/chromium.ts"

const path = "/dashboard/instances/default/users"
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0"
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/139.0.0.0 Safari/537.36"

const audit = (service: Service) =>
  service.run(Effect.flatMap(AuditLog, (log) => log.list({ before: Option.none(), limit: 20 })))

const addresses = (page: Page) => page.locator("a.row").allTextContents()

/** Creates a user that is signed in on two clients. */
const createUser = async (service: Service) => {
  const email = newEmail()
  const first = service.browser({ "user-agent": firefox })
  const { json } = await first.post(signUp, { email, password })
  service.advance(1000)
  const second = service.browser({ "user-agent": windows })
  await second.post(signIn, { email, password })
  return { email, first, second, id: String(json["userId"]) }
}

inChromium("The users of an instance", start, (scene) => {
  const statusOf = async (browser: ReturnType<Service["browser"]>) => (await browser.get(session)).status

  test("are found by a part of the address and by id, page by page", async () => {
    const { service } = scene()
    for (let index = 0; index < 60; index++) {
      const email = `${index < 55 ? "many" : "few"}-${String(index).padStart(2, "0")}@search.example`
      await service.browser().post(signUp, { email, password })
      service.advance(60_000)
    }
    const { id } = await createUser(service)
    const page = await scene().open(path)
    const search = async (text: string) => {
      await page.fill("#users-q", text)
      await Promise.all([page.waitForEvent("domcontentloaded"), page.press("#users-q", "Enter")])
      return addresses(page)
    }
    expect(await search(" FEW-")).toEqual([55, 56, 57, 58, 59].map((index) => `few-${index}@search.example`))
    expect(await page.inputValue("#users-q")).toBe(" FEW-")
    const first = await search("many")
    expect([first.length, first[0], first[49]]).toEqual([50, "many-00@search.example", "many-49@search.example"])
    await follow(page, "[rel=next]")
    expect(await addresses(page)).toEqual([50, 51, 52, 53, 54].map((index) => `many-${index}@search.example`))
    expect(await page.locator("[rel=next]").count()).toBe(0)
    await follow(page, "[rel=prev]")
    expect(await addresses(page)).toEqual(first)
    expect((await search(id)).length).toBe(1)
    expect(await search("unknown")).toEqual([])
    expect(await page.textContent("main")).toContain("No matching users")
    expect(await search('"><b id="injected">')).toEqual([])
    expect(await page.locator("#injected").count()).toBe(0)
    expect(await page.inputValue("#users-q")).toBe('"><b id="injected">')
  })

  test("have a page each, with details and sessions", async () => {
    const { service } = scene()
    const { email, id } = await createUser(service)
    const page = await scene().open(`${path}/${id}`)
    expect(await page.textContent("h1")).toBe(email)
    const text = await textOf(page, "main")
    expect(text).toContain(id)
    expect(text).toContain("Email verifiedno")
    expect(await page.locator("#sessions th[scope=row]").allTextContents()).toEqual([
      "Chrome on Windows",
      "Firefox on Linux"
    ])
    expect(await textOf(page, "#sessions tbody td")).toBe("Password")
  })

  test("can be signed out on one device", async () => {
    const { service } = scene()
    const { first, id, second } = await createUser(service)
    const page = await scene().open(`${path}/${id}`)
    await follow(page, page.getByRole("button", { name: "Sign out on Firefox on Linux" }))
    expect(await page.textContent("[role=status]")).toBe("The user is signed out on that device.")
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
    expect((await audit(service))[0]).toMatchObject({ action: "session_revoked", actor: "dashboard" })
  })

  test("have a page that shows no notice for an unknown query", async () => {
    const { service } = scene()
    const { id } = await createUser(service)
    for (const done of ["toString", "constructor", "__proto__", "<b>", "disable&done=enable"]) {
      const page = await scene().open(`${path}/${id}?done=${done}`)
      expect(await page.locator("[role=status]:not(:empty)").count(), done).toBe(0)
    }
  })

  test("can be signed out on all devices after a confirmation", async () => {
    const { service } = scene()
    const { first, id, second } = await createUser(service)
    const page = await scene().open(`${path}/${id}`)
    await follow(page, "text=Sign out on all devices")
    expect(await page.textContent("h1")).toBe("Sign this user out on all devices?")
    await follow(page, "text=Cancel")
    expect(await statusOf(first)).toBe(200)
    await follow(page, "text=Sign out on all devices")
    await follow(page, "main button")
    expect(await page.textContent("[role=status]")).toBe("The user is signed out on all devices.")
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401])
    expect(await textOf(page, "main")).toContain("No active sessions")
    expect((await audit(service))[0]).toMatchObject({ action: "sessions_revoked", actor: "dashboard" })
  })

  test("can be disabled after a confirmation, and enabled again", async () => {
    const { service } = scene()
    const { email, first, id } = await createUser(service)
    const page = await scene().open(`${path}/${id}`)
    await follow(page, "text=Disable")
    await follow(page, "main button")
    expect(await page.textContent("[role=status]")).toBe("The user is disabled and signed out on all devices.")
    expect(await statusOf(first)).toBe(401)
    expect((await service.browser().post(signIn, { email, password })).json["code"]).toBe("invalid_credentials")
    await page.goto(`${service.origin}${path}?q=${encodeURIComponent(email)}`)
    expect(await textOf(page, "#users tbody")).toContain("Disabled")
    await follow(page, page.getByRole("link", { name: email }))
    await follow(page, "text=Enable")
    await follow(page, "main button")
    expect(await page.textContent("[role=status]")).toBe("The user can sign in again.")
    expect((await service.browser().post(signIn, { email, password })).status).toBe(200)
    expect((await audit(service)).slice(0, 3).map(({ action }) => action)).toContain("user_enabled")
  })

  test("show their failed sign-ins in a row, which can be reset after a confirmation", async () => {
    const { service } = scene()
    const { email, id } = await createUser(service)
    const attempt = async () => (await service.browser().post(signIn, { email, password })).status
    const page = await scene().open(`${path}/${id}`)
    expect(await textOf(page, "main")).toContain("Failed sign-ins0 in a row")
    expect(await page.locator("text=Reset failed sign-ins").count()).toBe(0)
    await service.run(
      Effect.flatMap(SignInFailures, ({ record }) =>
        Effect.repeatN(record({ instanceId: defaultId, email: Email.make(email), now: DateTime.unsafeMake(0) }), 99)
      )
    )
    expect(await attempt()).toBe(401)
    await page.reload()
    expect(await textOf(page, "main")).toContain(
      "Failed sign-ins101 in a row: the password doesn't work on new devices"
    )
    await follow(page, "text=Reset failed sign-ins")
    expect(await page.textContent("h1")).toBe("Reset the failed sign-ins?")
    expect(await textOf(page, "main")).toContain("The password works on new devices again.")
    await follow(page, "main button")
    expect(await page.textContent("[role=status]")).toBe("Failed sign-ins are counted from zero again.")
    expect(await attempt()).toBe(200)
    expect((await audit(service))[0]).toMatchObject({ action: "failed_sign_ins_reset", actor: "dashboard" })
  })

  test("that do not exist are not found, and leave no entry in the audit log", async () => {
    const { service } = scene()
    const { id } = await createUser(service)
    const { json } = await service.browser().post(signUp, { email: newEmail(), password })
    const unknown = id.replace(/.{12}$/, "000000000000")
    const page = await scene().open("/dashboard")
    const before = await audit(service)
    const post = (action: string) =>
      page
        .context()
        .request.post(`${service.origin}${path}/${action}`, { headers: { "sec-fetch-site": "same-origin" } })
    for (const action of [
      `${unknown}/disable`,
      `${unknown}/enable`,
      `${unknown}/reset-failures`,
      `${unknown}/sign-out`,
      "nonsense/disable",
      `${unknown}/sessions/${json["sessionId"]}/revoke`,
      `${id}/sessions/${json["sessionId"]}/revoke`,
      `${id}/sessions/nonsense/revoke`
    ]) {
      expect((await post(action)).status(), action).toBe(404)
    }
    expect((await page.goto(`${service.origin}${path}/${unknown}`))?.status()).toBe(404)
    expect(await audit(service)).toEqual(before)
  })

  test("of another instance are not found", async () => {
    const { service } = scene()
    const { id } = await createUser(service)
    const other = await service.instances((instances) => instances.create({ name: "Other" }))
    const page = await scene().open("/dashboard")
    expect((await page.goto(`${service.origin}${path.replace(defaultId, other.id)}/${id}`))?.status()).toBe(404)
    const search = await service.run(
      Effect.flatMap(UserAdministration, (administration) =>
        administration.search({
          instance: other,
          text: "",
          id: "",
          status: Option.none(),
          order: "email",
          after: Option.none(),
          limit: 50
        })
      )
    )
    expect(search.users).toEqual([])
  })
})
