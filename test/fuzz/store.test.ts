import * as UserRecord from "@latchkey/http/account/UserRecord"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as ImportSources from "@latchkey/server/account/ImportSources"
import type { Browser } from "@latchkey/test-support/Browser"
import {
  asAdmin,
  type ContractEndpoint,
  endpoints,
  instances,
  newEmail,
  password,
  signUp,
  validBody
} from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import { type FormBrowser, signedInAs } from "@latchkey/test-support/operator"
import { newestServer, onServer } from "@latchkey/test-support/postgres/databases"
import type { Service } from "@latchkey/test-support/Service"
import * as fc from "effect/FastCheck"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { afterAll, beforeAll, expect, test } from "vitest"
import { extremes, queryFor, replaced, wellFormed } from "./support/extremes.ts"
import { announce, requests, seed } from "./support/plan.ts"

let service: Service
let user: Browser
let instance: Record<string, unknown>
let ids: Readonly<Record<string, string>>
const log: Array<string> = []

const newUser = async () => {
  user = service.browser()
  const created = await user.post(signUp, { email: newEmail(), password })
  expect(created.status).toBe(200)
}

beforeAll(async () => {
  service = await start({
    host: "localhost",
    storage: Layer.provide(Postgres.layer, onServer(newestServer()).migrated),
    logger: Layer.merge(
      Logger.replace(
        Logger.defaultLogger,
        Logger.make(({ logLevel, message }) => {
          if (LogLevel.greaterThanEqual(logLevel, LogLevel.Warning)) log.push(String(message))
        })
      ),
      Logger.minimumLogLevel(LogLevel.Warning)
    )
  })
  await service.instances((directory) => directory.update(defaultId, { authConfig: { secondFactor: "optional" } }))
  await newUser()
  const admin = service.browser(asAdmin)
  instance = (await admin.post(instances, { name: "Fuzzed", plan: "pro" })).json
  const { createdAt: _, id, ...settings } = instance
  const unchanged = await admin.send("PATCH", `${instances}/${id}`, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(settings)
  })
  expect(unchanged.status, unchanged.text).toBe(200)
  const idOf = async (path: string, body: object) => String((await admin.post(path, body)).json["id"])
  ids = {
    users: await idOf("/v1/admin/instances/default/users", { email: newEmail(), password }),
    operators: await idOf("/v1/admin/operators", { email: newEmail(), name: "Grace", role: "viewer", delivery: "link" })
  }
}, 60_000)
afterAll(() => service.stop())

/** What goes into a field that a valid body does not have. */
const optionalFields: Readonly<Record<string, object>> = {
  createUser: { externalId: "crm|1", emailVerified: true, disabled: false, language: "de" },
  updateUser: { externalId: "crm|1", email: "ada@example.com", disabled: false, language: "de", password },
  importUsers: {
    dryRun: false,
    users: [
      {
        email: "imported@example.com",
        externalId: "crm|2",
        createdAt: "2020-01-02T03:04:05Z",
        language: "de",
        passwordHash: "$2b$12$bIRGj4QPPoSUMWsJE.4Pk.T1qTpDWz7HhMnuiQhGzGinKPsx/HQdq"
      }
    ]
  },
  createApiKey: { expiresAt: "2090-01-01T00:00:00Z" },
  createOperator: { delivery: "link" },
  requestMagicLink: { redirectUrl: "https://app.example.com/", language: "de" },
  signUp: { language: "de" }
}

const bodyOf = ({ name }: ContractEndpoint): fc.Arbitrary<unknown> => {
  const valid = { ...validBody[name]?.(), ...optionalFields[name] }
  const { createdAt: _, id: __, ...settings } = instance
  return replaced(["createInstance", "updateInstance"].includes(name) ? { ...settings, ...valid } : valid)
}

/** Parameters that endpoints have. */
const parameters: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  listUsers: {
    createdFrom: "2020-01-01",
    createdBefore: "2020-01-01",
    cursor: "",
    email: "ada",
    externalId: "crm|1",
    limit: 1
  },
  verifyMagicLink: { token: "" }
}
const otherParameters = { cursor: "", limit: 1, language: "de", before: "" }

/** A path to something that exists, or with an extreme id. */
const pathOf = ({ method, path }: ContractEndpoint): fc.Arbitrary<string> => {
  const real = path
    .replace("/users/default", `/users/${ids["users"]}`)
    .replace("/email-texts/default/default", "/email-texts/magic_link/en")
    .replace("/operators/default", `/operators/${ids["operators"]}`)
    .replace(/\/instances\/default$/, `/instances/${method === "GET" ? "default" : instance["id"]}`)
  const last = extremes.map((value) => encodeURIComponent(wellFormed(value).slice(0, 3_000)) || "x")
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(real) },
    { weight: 1, arbitrary: last.map((id) => real.replace(/default(?!.*default)/, id)) }
  )
}

/** What ends or deletes what the others need. */
const destructive =
  /^(delete(Instance|User|Operator|Account)|cancelAccountDeletion|signOut|signOutAll|revoke.*|reset.*)$/

interface StoreRequest {
  readonly endpoint: ContractEndpoint
  readonly path: string
  readonly query: string
  readonly body: unknown
}

// Endpoints that take values are worth more requests than those that take none.
const worth = ({ name, readsBody }: ContractEndpoint): number => (name in parameters || readsBody ? 4 : 1)

const fuzzed = endpoints.filter(({ name }) => !destructive.test(name))

const request = (): fc.Arbitrary<StoreRequest> =>
  fc.constantFrom(...fuzzed.flatMap((one) => Array.from({ length: worth(one) }, () => one))).chain((endpoint) =>
    fc.record({
      endpoint: fc.constant(endpoint),
      path: pathOf(endpoint),
      query: queryFor(parameters[endpoint.name] ?? otherParameters),
      body: endpoint.readsBody ? bodyOf(endpoint) : fc.constant(undefined)
    })
  )

const named = (name: string): ContractEndpoint => {
  const found = endpoints.find((endpoint) => endpoint.name === name)
  if (found === undefined) throw new Error(`There is no ${name}`)
  return found
}

const example = (name: string, query: string, body?: unknown): [StoreRequest] => {
  const endpoint = named(name)
  return [{ endpoint, path: endpoint.path, query, body }]
}

const cursorAt = (createdAt: number) =>
  Buffer.from(
    JSON.stringify({ email: "ada@example.com", id: "user_01a1eef9-ae17-7c3e-9b17-4d2a6e80f5c3", createdAt })
  ).toString("base64url")

/** Requests that have made the store fail. */
const examples = [
  example("listUsers", "?createdFrom=0000-01-01T00:00:00Z"),
  example("listUsers", "?createdFrom=%2B010000-01-01T00:00:00Z"),
  example("listUsers", "?createdBefore=-000001-01-01T00:00:00Z"),
  example("listUsers", `?cursor=${cursorAt(8.64e15)}`),
  example("listUsers", `?cursor=${cursorAt(-8.64e15)}`),
  example("createApiKey", "", { name: "A program", role: "viewer", expiresAt: "+010000-01-01T00:00:00Z" }),
  example("importUsers", "", { users: [{ email: "ada@example.com", createdAt: "+010000-01-01T00:00:00Z" }] })
]

let count = 0

/** Moves the clock, so that no limit refuses what the store should see. */
const proceed = async () => {
  if (++count % 15 === 0) service.advance(3_600_000)
  if (count % 20 === 0) await newUser()
  if (count % 50 === 0) await service.deliver()
}

const expectNoOutage = (what: string, { status, text }: { readonly status: number; readonly text: string }) => {
  expect(status, `${what}: ${text.slice(0, 300)}\n${log.join("\n")}`).toBeLessThan(500)
  expect(
    log.filter((line) => /unavailable|defect|Internal/i.test(line)),
    what
  ).toEqual([])
}

test("no value in a request makes the store fail: what it cannot keep is refused with 4xx", async () => {
  announce("Fuzzing the store", requests)
  await fc.assert(
    fc.asyncProperty(request(), async ({ body, endpoint, path, query }) => {
      await proceed()
      const options = {
        headers: { ...(endpoint.isAdmin ? asAdmin : {}), "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      }
      const reply = await user.send(endpoint.method, `${path}${query}`, options)
      expectNoOutage(`${endpoint.method} ${path}${query} ${JSON.stringify(body)?.slice(0, 500)}`, reply)
    }),
    { numRuns: requests, seed, examples }
  )
}, 1_200_000)

const source = {
  id: "1",
  email: "ada@example.com",
  primary_email_address: "ada@example.com",
  createdAt: 1_700_000_000,
  created_at: "2020-01-01 00:00:00+00",
  externalId: "a",
  localId: "a",
  banned_until: "2020-01-01",
  language: "de",
  fields: { email: "ada@example.com", date_joined: "2020-01-01", password: "", is_active: true }
}

test("no value in a file of another system makes the store fail", async () => {
  const admin = service.browser(asAdmin)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ImportSources.sources), replaced(source), async (name, value) => {
      await proceed()
      const record = ImportSources.toRecord(name, value)
      if (record === undefined) return
      UserRecord.decode(record)
      const reply = await admin.post("/v1/admin/instances/default/users/import", { users: [record] })
      expectNoOutage(`${name} ${JSON.stringify(value).slice(0, 500)}`, reply)
    }),
    { numRuns: Math.ceil(requests / 4), seed }
  )
}, 1_200_000)

interface Form {
  readonly action: string
  readonly method: string
  readonly fields: Readonly<Record<string, string>>
}

const unescaped = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return found === undefined ? undefined : unescaped(found)
}

/** The forms of a page, with the values that they show. */
const formsOf = (html: string, path: string): ReadonlyArray<Form> =>
  [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, tag = "", inside = ""]) => ({
    action: attribute(tag, "action") ?? path,
    method: (attribute(tag, "method") ?? "get").toUpperCase(),
    fields: Object.fromEntries(
      [...inside.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)].flatMap(([field]) => {
        const name = attribute(field, "name")
        return name === undefined ? [] : [[name, attribute(field, "value") ?? ""]]
      })
    )
  }))

const dashboardPages = async (browser: FormBrowser) => {
  const own = `/dashboard/instances/${instance["id"]}`
  const { text } = await browser.get(`${own}/settings`)
  const settings = [...text.matchAll(/href="([^"]*\/settings\/[^"]*)"/g)].map(([, path = ""]) => path)
  expect(settings.length).toBeGreaterThan(5)
  return [
    ...settings,
    "/dashboard/instances/new",
    "/dashboard/audit",
    "/dashboard/access",
    "/dashboard/operators",
    "/dashboard/api-keys",
    "/dashboard/account",
    "/dashboard/account/passkeys",
    `${own}/sign-in-providers`,
    `${own}/webhooks`,
    `${own}/users`,
    `${own}/users/new`,
    `${own}/invitations`,
    `${own}/suppressed`,
    `${own}/emails`,
    `${own}/email-texts`,
    `${own}/email-texts/magic_link/en`,
    `/dashboard/instances/default/users/${ids["users"]}`,
    `/dashboard/instances/default/users/${ids["users"]}/edit`
  ]
}

const isDestructive = ({ action }: Form) => /\/(delete|remove|sign-out|revoke|revoke-others|withdraw)$/.test(action)

test("no value in a form or a query of the dashboard makes the store fail", async () => {
  let browser: FormBrowser = (await signedInAs(service, "admin", newEmail())).browser
  const forms: Array<Form> = []
  for (const path of await dashboardPages(browser)) {
    const { status, text } = await browser.get(path)
    if (status === 200) forms.push(...formsOf(text, path).filter((form) => !isDestructive(form)))
  }
  expect(forms.length).toBeGreaterThan(20)
  const numRuns = Math.ceil(requests / 4)
  announce("Fuzzing the forms of the dashboard", numRuns)
  let sent = 0
  await fc.assert(
    fc.asyncProperty(
      fc
        .constantFrom(...forms)
        .chain((form) => fc.tuple(fc.constant(form), replaced(form.fields), queryFor(otherParameters))),
      async ([{ action, method }, fields, query]) => {
        // The session stays recent.
        if (++sent % 40 === 0) {
          service.advance(3_600_000)
          browser = (await signedInAs(service, "admin", newEmail())).browser
        }
        const values = Object.fromEntries(
          Object.entries(fields as object).map(([name, value]) => [name, wellFormed(value)])
        )
        const reply =
          method === "GET"
            ? await browser.get(`${action.split("?")[0]}?${new URLSearchParams(values).toString().slice(0, 6_000)}`)
            : await browser.submit(`${action.split("?")[0]}${query}`, values)
        expectNoOutage(`${method} ${action}${query} ${JSON.stringify(values).slice(0, 500)}`, reply)
      }
    ),
    { numRuns, seed }
  )
}, 1_200_000)
