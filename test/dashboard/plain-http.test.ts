import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { start } from "@latchkey/test-support/HttpService"
import { adminKey, type Service } from "@latchkey/test-support/Service"
import { FormBrowser } from "@latchkey/test-support/operator"

const host = "auth.example.com"
const sentence = "must be https, as the service is. Only localhost may use http"

describe("The dashboard with an https base URL", () => {
  let service: Service
  let submit: (path: string, fields: Record<string, string>) => ReturnType<FormBrowser["submit"]>
  beforeAll(async () => {
    service = await start({ settings: { baseUrl: `https://${host}` } })
    const browser = new FormBrowser(service.origin)
    const { setCookies } = await browser.submit("/dashboard/sign-in", { key: adminKey }, { host })
    const cookie = setCookies.map((value) => value.split(";")[0]).join("; ")
    submit = (path, fields) => browser.submit(path, fields, { host, cookie })
  })
  afterAll(() => service.stop())

  const general = "/dashboard/instances/default/settings/general"

  test.each([
    ["Allowed origins", general, { origins: "https://a.example\nhttp://a.example" }],
    ["Return URL", general, { redirectUrl: "http://a.example/home" }],
    ["Allowed origins", "/dashboard/instances/new", { name: "Acme", plan: "free", origins: "http://a.example" }]
  ])("shows an error at %s for plain http: %s", async (_, path, fields) => {
    const before = await service.instances((instances) => instances.list)
    const reply = await submit(path, { name: "Latchkey", defaultLanguage: "en", ...fields })
    expect(reply.status).toBe(400)
    expect(reply.text).toMatch(new RegExp(`<span class="error" id="[^"]+">[^<]*${sentence}`))
    expect(await service.instances((instances) => instances.list)).toEqual(before)
  })

  test("accepts plain http on localhost", async () => {
    expect(
      (await submit(general, { name: "Latchkey", defaultLanguage: "en", origins: "http://localhost:8080" })).status
    ).toBe(303)
    const { origins } = await service.instances((instances) => instances.get(defaultId))
    expect(origins).toEqual(["http://localhost:8080"])
  })
})
