import { Email } from "@latchkey/domain/core/Email"
import * as ConstantInstance from "@latchkey/domain/instance/ConstantInstance"
import * as Http from "@latchkey/http/Http"
import * as Memory from "@latchkey/memory/Memory"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type HostApp, startHostApp } from "./support/HostApp.ts"

const email = Email.make("ada@example.com")
const body = { email, password: "correct horse" }
const shop = { host: "shop.example.com" }

const instances = ConstantInstance.layerAll([
  { id: "default", name: "Notes" },
  {
    id: "shop",
    name: "Shop",
    hosts: [shop.host],
    sessionConfig: { passwordPolicy: { minLength: 14 } }
  }
])

describe("Several instances in code", () => {
  let app: HostApp
  beforeAll(() => {
    app = startHostApp(Http.layerRoutes, {}, Layer.orDie(Layer.merge(Memory.layer, instances)))
  })
  afterAll(() => app.stop())

  test("have their own users and password policy, and apps see their readable ids", async () => {
    const browser = app.browser()
    const signUp = "/v1/auth/sign-up/email-password"
    expect((await browser("POST", signUp, { body })).status).toBe(200)
    expect((await browser("GET", "/v1/auth/session")).json().instanceId).toBe("default")
    expect((await browser("GET", "/v1/auth/session", { headers: shop })).status).toBe(401)

    expect((await browser("POST", signUp, { body, headers: shop })).json().code).toBe("password_too_short")
    const longer = { email, password: "correct horse battery" }
    expect((await browser("POST", signUp, { body: longer, headers: shop })).status).toBe(200)
    expect((await browser("GET", "/v1/auth/session", { headers: shop })).json().instanceId).toBe("shop")
    expect((await browser("GET", "/v1/auth/session")).status).toBe(401)
  })

  test("send links that lead to the first host of the instance", async () => {
    const request = { body: { email }, headers: shop }
    expect((await app.browser()("POST", "/v1/auth/sign-in/magic-link", request)).status).toBe(200)
    expect(await app.lastLink(email)).toMatch(/^https:\/\/shop\.example\.com\/v1\/auth\/magic-link\/verify\?token=/)
  })
})
