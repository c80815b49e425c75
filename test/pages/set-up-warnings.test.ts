/** What the log says about mistakes in the set-up that users and apps only see as a page. */
import { type IncomingMessage, request } from "node:http"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Http from "@latchkey/http/Http"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as Pages from "@latchkey/pages/Pages"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { newEmail, password, signIn, signUp } from "@latchkey/test-support/contract"
import type { Service } from "@latchkey/test-support/Service"
import { OriginWarning, type RefusedOrigin } from "../../packages/http/src/core/OriginWarning.ts"
import { startWithPages } from "./support/app.ts"

const allowed = "https://app.example.com"
const orders = `${allowed}/orders`
const warned: Array<RefusedOrigin> = []

const app = HttpLayerRouter.serve(
  Layer.mergeAll(Http.layerRoutes, Http.layerNotFound, Pages.layerRoutes, Dashboard.layerRoutes).pipe(
    Layer.provide(Pages.layerMagicLinkPages)
  ),
  { disableLogger: true, disableListenLog: true }
).pipe(Layer.provide(Layer.succeed(OriginWarning, (one) => Effect.sync(() => void warned.push(one)))))

const pageAt = (returnUrl: string) => `/sign-in?return_to=${encodeURIComponent(returnUrl)}`
const html = { accept: "text/html" }

describe("The log", () => {
  let service: Service
  beforeAll(async () => {
    service = await startWithPages({ app, settings: { allowedOrigins: [allowed] } })
  })
  afterAll(() => service.stop())
  beforeEach(() => void warned.splice(0))

  const mistakes = () => warned.map(({ mistake, origin }) => [mistake, origin])

  const signedUp = async () => {
    const user = service.browser()
    await user.post(signUp, { email: newEmail(), password })
    return user
  }

  test("says that the origin of a return URL is not allowed, and a user who signs in goes home", async () => {
    await service.browser().get(pageAt("https://other.example/orders"), html)
    expect(mistakes()).toEqual([["return_url", "https://other.example"]])
    expect(warned[0]?.allowed).toEqual([service.origin, allowed])
  })

  test.each(["/account", "", "no URL"])("says nothing about a return URL without an origin: %j", async (text) => {
    await service.browser().get(pageAt(text), html)
    expect(mistakes()).toEqual([])
  })

  test("says that the host of an app gets no cookies, when it sends a signed-in user to sign in", async () => {
    await service.browser().get(pageAt(orders), html)
    expect(mistakes()).toEqual([])
    const user = await signedUp()
    await user.get(pageAt(orders), html)
    expect(mistakes()).toEqual([["no_cookies", allowed]])
    await user.get(pageAt(`${service.origin}/account`), html)
    expect(mistakes()).toHaveLength(1)
  })

  test("says that a proxy has replaced the host, when a page signs in", async () => {
    const email = newEmail()
    await service.browser().post(signUp, { email, password })
    const headers = { host: "internal.lan", origin: service.origin, "sec-fetch-site": "same-origin" }
    expect((await service.browser().post(signIn, { email, password }, headers)).status).toBe(200)
    expect(warned.map(({ host, mistake }) => [mistake, host])).toEqual([["host", "internal.lan"]])
  })

  test("says that the dashboard is at another host", async () => {
    expect((await service.browser().get("/dashboard", { ...html, host: "internal.lan" })).status).toBe(404)
    expect(warned.map(({ host, mistake }) => [mistake, host])).toEqual([["dashboard_host", "internal.lan"]])
    await service.browser().get("/dashboard", html)
    expect(warned).toHaveLength(1)
  })
})

/** Sends a request as a browser at another host than the test's: the cookie jar of tests refuses their cookies. */
const send = (service: Service, method: string, path: string, headers: Record<string, string>, body?: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(`${service.origin}${path}`, { method, headers: { host: "auth.example.com", ...headers } })
    outgoing.once("response", (reply) => resolve(reply.resume())).once("error", reject)
    outgoing.end(body)
  })

describe("The log of a service with a domain for its cookies", () => {
  const other = "https://app.elsewhere.example"
  const settings = {
    baseUrl: "https://auth.example.com",
    allowedOrigins: [allowed, other],
    cookieDomain: Option.some("example.com")
  }

  test("says nothing about a signed-in user of an app on that domain", async () => {
    const service = await startWithPages({ app, settings })
    const json = { "content-type": "application/json" }
    const reply = await send(service, "POST", signUp, json, JSON.stringify({ email: newEmail(), password }))
    const cookie = (reply.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ")
    warned.splice(0)
    await send(service, "GET", pageAt(orders), { ...html, cookie })
    expect(warned).toEqual([])
    await send(service, "GET", pageAt(`${other}/`), { ...html, cookie })
    expect(warned.map(({ mistake, origin }) => [mistake, origin])).toEqual([["no_cookies", other]])
    await service.stop()
  })
})
