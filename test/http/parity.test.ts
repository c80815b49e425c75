import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type Reply, type Send, send } from "@latchkey/test-support/HttpClient"
import type { Service } from "@latchkey/test-support/Service"
import { start } from "@latchkey/test-support/HttpService"
import { type ContractEndpoint, endpoints, jsonType, validBody, withKey } from "@latchkey/test-support/contract"
import { scenarios } from "./support/scenarios.ts"

const mounts = ["HttpLayerRouter", "HttpApiBuilder", "DirectRoutes"] as const

/**
 * What the ways of mounting Latchkey could do differently: traps 1 to 4, 7 and 8 of the platform, and what its
 * middleware reaches. `npm run test:full` runs all of test/http on the other mounts.
 */
const variants: Readonly<Record<string, (endpoint: ContractEndpoint, body: string | undefined) => Send>> = {
  "as it should be": (endpoint, body) => ({ headers: { ...withKey(endpoint), ...jsonType }, ...(body && { body }) }),
  "with a body of another type": (endpoint) => ({
    headers: { ...withKey(endpoint), "content-type": "application/x-www-form-urlencoded" },
    body: "email=ada%40example.com"
  }),
  "with a body without a type": (endpoint) => ({ headers: withKey(endpoint), body: "{}" }),
  "without a body": (endpoint) => ({ headers: withKey(endpoint) }),
  "with malformed JSON": (endpoint) => ({ headers: { ...withKey(endpoint), ...jsonType }, body: '{"email":' }),
  "with values of other types": (endpoint) => ({
    headers: { ...withKey(endpoint), ...jsonType },
    body: '{"email":1,"password":["hunter2"],"token":{},"name":7,"currentPassword":null}'
  }),
  "with a body of 65 KiB": (endpoint) => ({
    headers: { ...withKey(endpoint), ...jsonType },
    body: JSON.stringify({ email: "a".repeat(65 * 1024) })
  }),
  "from another origin": (endpoint, body) => ({
    headers: { ...withKey(endpoint), ...jsonType, origin: "https://evil.example" },
    ...(body && { body })
  }),
  "without the admin key": (_, body) => ({ headers: jsonType, ...(body && { body }) })
}

const otherMethods = ["HEAD", "OPTIONS", "PUT", "DELETE"]

/** Replaces what differs between two runs of the same request: ids, tokens, times and addresses that were made up. */
const masked = (text: string): string =>
  text
    // The feed has what other requests to the same mount did.
    .replace(/(?<="(?:events|entries)":)\[.*\],"next":"[\w-]+"/g, "<feed>")
    .replace(/127\.0\.0\.1:\d+/g, "<host>")
    .replace(/_[0-9a-f]{8}-[0-9a-f-]{27}/g, "_<id>")
    .replace(/whsec_[\w+/]{43}=/g, "whsec_<secret>")
    .replace(/(?<=__form=)[\w-]{22,}/g, "<form>")
    .replace(/(?<![\w-])(latchkey_)?[\w-]{43}(?![\w-])/g, "<token>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/(nonce[-=]"?|name="page_view" value=")[\w+/]{22}==/g, "$1<nonce>")
    .replace(/person-\d+@/g, "<person>@")

const comparable = ({ headers, status, text }: Reply) => {
  const { date: _, "set-cookie": cookies = [], ...others } = headers
  return {
    status,
    headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, masked(String(value))])),
    cookies: cookies.map((cookie) => masked(cookie).replace(/Expires=[^;]*/i, "Expires=<time>")),
    text: masked(text)
  }
}

describe("All mounts send the same reply", () => {
  let services: ReadonlyArray<Service>
  beforeAll(async () => {
    services = await Promise.all(mounts.map((mount) => start({ mount })))
  })
  afterAll(() => Promise.all(services.map((service) => service.stop())))
  beforeEach(() => {
    for (const service of services) service.advance(3_600_000)
  })

  const repliesTo = async (request: (service: Service) => Promise<Reply>) => {
    const replies: Array<ReturnType<typeof comparable>> = []
    for (const service of services) replies.push(comparable(await request(service)))
    return replies
  }

  const expectParity = async (request: (service: Service) => Promise<Reply>) => {
    const [first, ...others] = await repliesTo(request)
    for (const other of others) expect(other).toEqual(first)
  }

  describe.each(Object.keys(variants))("to a request %s", (variant) => {
    test.each(endpoints)("$method $path", async (endpoint) => {
      const body = validBody[endpoint.name]?.()
      const options = variants[variant]?.(endpoint, body && JSON.stringify(body))
      await expectParity((service) => send(endpoint.method, `${service.origin}${endpoint.path}`, options))
    })
  })

  describe.each(otherMethods)("to %s", (method) => {
    test.each([
      ...new Set(endpoints.map(({ path }) => path)),
      "/v1/auth/nothing",
      "/v1/auth/SESSION",
      "//v1/auth/session/"
    ])("%s", async (path) => {
      await expectParity((service) => send(method, `${service.origin}${path}`))
    })
  })

  test.each(scenarios)("that succeeds: $name", async ({ prepare }) => {
    const [first, ...others] = await repliesTo(async (service) => (await prepare(service))())
    expect(first?.status).toBeLessThan(400)
    for (const other of others) expect(other).toEqual(first)
  })
})
