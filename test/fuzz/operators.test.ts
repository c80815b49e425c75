import { defaultId } from "@latchkey/domain/instance/Instance"
import { operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import { endpoints, newEmail, password, session, signUp } from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import type { FormBrowser } from "@latchkey/test-support/operator"
import { signedInAs } from "@latchkey/test-support/operator"
import type { Service } from "@latchkey/test-support/Service"
import * as fc from "effect/FastCheck"
import { afterAll, beforeAll, expect, test } from "vitest"
import { announce, requests, seed } from "./support/plan.ts"

let service: Service
beforeAll(async () => {
  service = await start({ host: "localhost" })
  // Without audiences, native clients are refused.
  const tokenConfig = { audiences: ["https://api.example.com"] }
  await service.instances((instances) => instances.update(defaultId, { tokenConfig }))
})
afterAll(() => service.stop())

/** A host has no underscore. */
const asHost = operatorInstanceId.replace("_", "-")
const cookieNames = ["__session", "__client", "__dashboard", "__dashboard_client", "__pending", "__dashboard_pending"]
const dashboardPages = [
  "",
  "/account",
  "/account/passkeys",
  "/audit",
  "/operators",
  "/access",
  "/instances/default/users"
]

interface Secrets {
  readonly email: string
  readonly id: string
  readonly tokens: ReadonlyArray<string>
}

const tokensOf = async ({ jar }: Pick<FormBrowser, "jar">, path: string) =>
  (await jar.getCookies(`${service.origin}${path}`)).map(({ value }) => value).filter((value) => value.length === 43)

/** Signs a user up, and an administrator in. */
const both = async () => {
  const [email, ofOperator] = [newEmail(), newEmail()]
  const browser = service.browser()
  const { userId } = (await browser.post(signUp, { email, password })).json
  const { browser: dashboard, id } = await signedInAs(service, "admin", ofOperator)
  const user: Secrets = { email, id: String(userId), tokens: await tokensOf(browser, "/") }
  const operator: Secrets = { email: ofOperator, id, tokens: await tokensOf(dashboard, "/dashboard") }
  expect([user.tokens.length, operator.tokens.length]).toEqual([2, 2])
  // Each sees what the other one must not.
  expect((await browser.get(session)).text).toContain(email)
  expect((await dashboard.get("/dashboard/operators")).text).toContain(ofOperator)
  return { user, operator }
}

/** Any endpoint or page, at any host, with tokens of `from` in any place and ids of `to` in the path. */
const requestsFrom = (from: Secrets, to: Secrets, paths: ReadonlyArray<readonly [string, string]>) =>
  fc.record({
    target: fc.constantFrom(...paths),
    ids: fc.array(fc.constantFrom(operatorInstanceId, to.id, "default", from.id), { minLength: 2, maxLength: 2 }),
    below: fc.constantFrom("", "", "/dashboard", "/Dashboard", "//dashboard", "/dashboard/.."),
    host: fc.constantFrom(undefined, undefined, asHost, `${asHost}.localhost`, "dashboard.localhost", "127.0.0.1"),
    cookies: fc.array(fc.tuple(fc.constantFrom(...cookieNames), fc.constantFrom(...from.tokens)), { maxLength: 4 }),
    bearer: fc.option(fc.constantFrom(...from.tokens), { nil: undefined }),
    isNative: fc.boolean()
  })

type AnyRequest = ReturnType<typeof requestsFrom> extends fc.Arbitrary<infer A> ? A : never

const send = async ({ bearer, below, cookies, host, ids, isNative, target: [method, path] }: AnyRequest) => {
  let next = 0
  const at = `${below}${path.replaceAll(/\/default(?=\/|$)/g, () => `/${ids[next++ % ids.length]}`)}`
  const headers: Record<string, string> = { "content-type": "application/json" }
  if (host !== undefined) headers["host"] = host
  if (bearer !== undefined) headers["authorization"] = `Bearer ${bearer}`
  if (isNative) headers["x-latchkey-client"] = "native"
  else headers["sec-fetch-site"] = "same-origin"
  // A native client that sends cookies is refused.
  if (!isNative && cookies.length > 0) headers["cookie"] = cookies.map(([name, token]) => `${name}=${token}`).join("; ")
  // So that limits refuse few of them.
  service.advance(1000)
  return service.browser().send(method, at, { headers, ...(method === "GET" ? {} : { body: "{}" }) })
}

const ofContract = endpoints.map(({ method, path }) => [method, path] as const)
const ofDashboard = dashboardPages.map((path) => ["GET", `/dashboard${path}`] as const)
const numRuns = Math.min(requests, 1500)

const showsNothing = async (from: Secrets, to: Secrets, paths: ReadonlyArray<readonly [string, string]>) => {
  await fc.assert(
    fc.asyncProperty(requestsFrom(from, to, paths), async (request) => {
      const { headers, setCookies, status, text } = await send(request)
      expect(status).toBeLessThan(500)
      const shown = JSON.stringify([headers, setCookies, text])
      expect(shown).not.toContain(to.email)
      for (const token of to.tokens) expect(shown).not.toContain(token)
    }),
    { numRuns, seed }
  )
}

test("no request with the tokens of a user shows anything of an operator, at any host and below any path", async () => {
  announce("Fuzzing the instance of the operators", numRuns)
  const { operator, user } = await both()
  await showsNothing(user, operator, [...ofContract, ...ofDashboard])
}, 1_200_000)

test("no request with the tokens of an operator shows anything of a user, but by the pages of the dashboard", async () => {
  announce("Fuzzing the endpoints of users", numRuns)
  const { operator, user } = await both()
  await showsNothing(operator, user, ofContract)
}, 1_200_000)
