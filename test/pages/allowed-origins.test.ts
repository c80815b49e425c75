import { cookiesOf } from "@latchkey/test-support/HttpClient"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as Http from "@latchkey/http/Http"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as Pages from "@latchkey/pages/Pages"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { signedIn } from "@latchkey/test-support/operator"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { newEmail, password, requestLink, secondFactor, session, signIn, signUp } from "@latchkey/test-support/contract"
import { setUpApp } from "@latchkey/test-support/authenticatorApp"
import type { Service } from "@latchkey/test-support/Service"
import { startWithPages } from "./support/app.ts"

const app = HttpLayerRouter.serve(
  Layer.mergeAll(Http.layerRoutes, Pages.layerRoutes, Dashboard.layerRoutes).pipe(
    Layer.provide(Pages.layerMagicLinkPages)
  ),
  { disableLogger: true, disableListenLog: true }
)

/** Allowed by the instance, and allowed by the settings. */
const allowed = ["https://app.example.com", "https://www.example.com"]
const userPages = ["/sign-in", "/sign-up", "/check-your-email", "/account", "/signed-out"]
const dashboardPages = ["/dashboard", "/dashboard/sign-in", "/dashboard/audit", "/dashboard/instances/default/users"]

describe("A page of an allowed origin", () => {
  const storage = makeInterceptedStorage()
  let service: Service
  beforeAll(async () => {
    service = await startWithPages({
      app,
      storage: storage.layer,
      settings: { allowedOrigins: allowed.slice(1) }
    })
    await service.instances((instances) => instances.update(defaultId, { origins: allowed.slice(0, 1) }))
  })
  afterAll(() => service.stop())

  const requestFrom = async (path: string, origin: string, browser = service.browser()) => {
    const { headers, status } = await browser.get(path, { origin, accept: "text/html" })
    return { status, allowedOrigin: headers["access-control-allow-origin"] }
  }

  test.each(allowed)("can read the session: %s", async (origin) => {
    const user = service.browser()
    await user.post(signUp, { email: newEmail(), password })
    expect(await requestFrom(session, origin, user)).toEqual({ status: 200, allowedOrigin: origin })
  })

  test.each(allowed.flatMap((origin) => userPages.map((path) => [path, origin] as const)))(
    "cannot read %s: %s",
    async (path, origin) => {
      const user = service.browser()
      await user.post(signUp, { email: newEmail(), password })
      const { allowedOrigin, status } = await requestFrom(path, origin, user)
      expect([200, 303]).toContain(status)
      expect(allowedOrigin).toBeUndefined()
    }
  )

  test.each(allowed.flatMap((origin) => dashboardPages.map((path) => [path, origin] as const)))(
    "cannot read %s of an administrator: %s",
    async (path, origin) => {
      const operator = await signedIn(service)
      const { allowedOrigin, status } = await requestFrom(path, origin, operator)
      expect([200, 303]).toContain(status)
      expect(allowedOrigin).toBeUndefined()
    }
  )

  test.each(allowed)("cannot post a form of the dashboard: %s", async (origin) => {
    const operator = await signedIn(service)
    for (const site of ["same-site", "cross-site", "same-origin"]) {
      const reply = await operator.submit(
        "/dashboard/instances/default/settings/general",
        {
          name: "Mallory",
          hosts: "",
          origins: "",
          redirectUrl: "",
          "branding.logoUrl": "",
          "branding.accentColor": "",
          "branding.termsUrl": "",
          "branding.privacyUrl": "",
          "branding.supportUrl": ""
        },
        { origin, "sec-fetch-site": site }
      )
      expect(reply.status, site).toBe(403)
    }
    expect((await service.instances((instances) => instances.get(defaultId))).name).toBe("Latchkey")
  })

  test.each(allowed)(
    "cannot set a password without the current one, right after a sign-in link: %s",
    async (origin) => {
      const email = newEmail()
      const user = service.browser()
      await user.post(requestLink, { email })
      await user.get(await service.lastLink(email), { accept: "text/html" })
      const setPassword = (from: string) =>
        user.send("POST", "/account/password", {
          headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded", origin: from },
          body: String(new URLSearchParams({ password }))
        })
      const refused = await setPassword(origin)
      expect(refused.status).toBe(401)
      expect(refused.text).toContain("This form was sent from another website. Use this page to set a password.")
      expect((await service.browser().post(signIn, { email, password })).status).toBe(401)
      expect((await setPassword(service.origin)).status).toBe(303)
      expect((await service.browser().post(signIn, { email, password })).status).toBe(200)
    }
  )

  test.each(allowed)(
    "cannot post a form that changes the passkeys or the second factor of a user, or recovers them: %s",
    async (origin) => {
      await service.instances((instances) => instances.update(defaultId, { authConfig: { secondFactor: "optional" } }))
      const user = service.browser()
      await user.post(signUp, { email: newEmail(), password })
      await setUpApp(service, user)
      const post = (path: string, from: string) =>
        user.send("POST", path, {
          headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded", origin: from },
          body: "code=492817"
        })
      for (const path of [
        "/account/passkeys",
        "/account/passkeys/passkey_01a2123c-9e4d-7b61-8a0f-c3d5e7f91b24/remove",
        ...["set-up", "confirm", "recovery-codes", "remove"].map((name) => `/account/second-factor/${name}`),
        "/account/recovery",
        "/account/recovery/cancel"
      ]) {
        const reply = await post(path, origin)
        expect([path, reply.status, cookiesOf(reply)]).toEqual([path, 403, []])
      }
      expect((await user.get(secondFactor)).json).toMatchObject({ confirmedAt: expect.any(String), recoveryCodes: 10 })
      const removed = await post("/account/second-factor/remove", service.origin)
      expect(removed.headers.location).toBe("/account/second-factor?done=removed")
    }
  )

  test("cannot read a page in an outage", async () => {
    service.advance(60_000)
    const operator = await signedIn(service)
    storage.bringDown()
    for (const path of [...userPages, ...dashboardPages]) {
      const browser = dashboardPages.includes(path) ? operator : service.browser()
      expect(await requestFrom(path, "https://www.example.com", browser), path).toEqual({
        // The sign-in page of the dashboard needs no store.
        status: path === "/dashboard/sign-in" ? 200 : 503,
        allowedOrigin: undefined
      })
    }
    storage.reset()
  })
})
