import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Http from "@latchkey/http/Http"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as Pages from "@latchkey/pages/Pages"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { signedIn } from "../dashboard/support/operator.ts"
import { makeInterceptedStorage } from "../http/support/InterceptedStorage.ts"
import { newEmail, password, session, signUp } from "../http/support/contract.ts"
import type { Service } from "../support/Service.ts"
import { startWithPages } from "./support/people.ts"

const app = HttpLayerRouter.serve(
  Layer.mergeAll(Http.layerRoutes, Pages.layerRoutes, Dashboard.layerRoutes).pipe(Layer.provide(Pages.layerLinkPages)),
  { disableLogger: true, disableListenLog: true }
)

/** Listed by the instance, and listed by the settings. */
const listed = ["https://app.example.com", "https://www.example.com"]
const peoplesPages = ["/sign-in", "/sign-up", "/check-your-mail", "/account", "/signed-out"]
const operatorsPages = ["/dashboard", "/dashboard/sign-in", "/dashboard/audit", "/dashboard/instances/default/users"]

describe("A page of another origin that may call the API", () => {
  const storage = makeInterceptedStorage()
  let service: Service
  beforeAll(async () => {
    service = await startWithPages({
      app,
      storage: storage.layer,
      settings: { allowedOrigins: listed.slice(1) }
    })
    await service.instances((instances) => instances.update(defaultId, { origins: listed.slice(0, 1) }))
  })
  afterAll(() => service.stop())

  const readableBy = async (path: string, origin: string, browser = service.browser()) => {
    const { headers, status } = await browser.get(path, { origin, accept: "text/html" })
    return { status, by: headers["access-control-allow-origin"] }
  }

  test.each(listed)("reads the session, at %s", async (origin) => {
    const person = service.browser()
    await person.post(signUp, { email: newEmail(), password })
    expect(await readableBy(session, origin, person)).toEqual({ status: 200, by: origin })
  })

  test.each(listed.flatMap((origin) => peoplesPages.map((path) => [path, origin] as const)))(
    "does not read %s, at %s",
    async (path, origin) => {
      const person = service.browser()
      await person.post(signUp, { email: newEmail(), password })
      const { by, status } = await readableBy(path, origin, person)
      expect([200, 303]).toContain(status)
      expect(by).toBeUndefined()
    }
  )

  test.each(listed.flatMap((origin) => operatorsPages.map((path) => [path, origin] as const)))(
    "does not read an operator's %s, at %s",
    async (path, origin) => {
      const operator = await signedIn(service)
      const { by, status } = await readableBy(path, origin, operator)
      expect([200, 303]).toContain(status)
      expect(by).toBeUndefined()
    }
  )

  test.each(listed)("posts no form of the dashboard, at %s", async (origin) => {
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
          "branding.accentColor": ""
        },
        { origin, "sec-fetch-site": site }
      )
      expect(reply.status, site).toBe(403)
    }
    expect((await service.instances((instances) => instances.get(defaultId))).name).toBe("Latchkey")
  })

  test("reads nothing in an outage, either", async () => {
    service.advance(60_000)
    storage.bringDown()
    for (const path of [...peoplesPages, ...operatorsPages]) {
      expect(await readableBy(path, "https://www.example.com"), path).toEqual({ status: 503, by: undefined })
    }
    storage.reset()
  })
})
