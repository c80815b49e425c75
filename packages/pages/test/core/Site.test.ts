import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import * as Domain from "@latchkey/domain/Domain"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as InsecurePasswordBlocklist from "@latchkey/memory/InsecurePasswordBlocklist"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import * as Dashboard from "../../src/Dashboard.ts"
import * as EmailTemplates from "../../src/EmailTemplates.ts"
import * as Pages from "../../src/Pages.ts"

const baseUrl = "http://localhost:3000"
const allowed = "https://www.example.com"

/** Serves the pages as a function. If `isDown`, the store fails as soon as they are served: the instance is unknown. */
const serve = async (isDown: boolean) => {
  let isServing = false
  const orDown = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.suspend(
      (): Effect.Effect<A, E | PersistenceError> =>
        isDown && isServing ? new PersistenceError({ cause: "down" }) : effect
    )
  const repository = Layer.effect(
    InstanceRepository,
    Effect.map(InstanceRepository, (instances) => ({
      ...instances,
      findByHost: (host) => orDown(instances.findByHost(host)),
      findById: (id) => orDown(instances.findById(id))
    }))
  ).pipe(Layer.provideMerge(Memory.layer))
  const services = Domain.layer.pipe(
    Layer.provide(Layer.mergeAll(repository, EmailTemplates.layer, MemoryMailer.layer)),
    Layer.provide(
      Layer.mergeAll(
        InsecurePasswordBlocklist.layer,
        InsecurePasswordHasher.layer,
        MemoryIdGenerator.layer,
        MemoryTokenGenerator.layer
      )
    ),
    Layer.provideMerge(BaseUrl.layer),
    Layer.provideMerge(HttpSettings.layer({ baseUrl, allowedOrigins: [allowed] }))
  )
  const { dispose, handler } = HttpLayerRouter.toWebHandler(
    Layer.mergeAll(Pages.layerRoutes, Dashboard.layerRoutes).pipe(
      Layer.provide(services),
      Layer.provide(HttpServer.layerContext),
      Layer.provide(Logger.minimumLogLevel(LogLevel.None))
    ),
    { disableLogger: true }
  )
  await handler(new Request(`${baseUrl}/favicon.ico`))
  isServing = true
  return { dispose, handler: (request: Request) => handler(request) }
}

/** Makes a request with a form, and a counter of the reads of its body. */
const makeForm = (text: string, headers: Record<string, string>, path = "/sign-in") => {
  let reads = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        reads++
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      }
    },
    { highWaterMark: 0 }
  )
  const request = new Request(`${baseUrl}${path}`, {
    method: "POST",
    headers: { host: "localhost:3000", "content-type": "application/x-www-form-urlencoded", ...headers },
    body,
    duplex: "half"
  } as RequestInit)
  return { reads: () => reads, request }
}

const crossOrigin = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
const ownForm = { origin: "null", "sec-fetch-site": "same-origin" }

const emailIn = (text: string): string | undefined => /name="email"[^>]* value="([^"]*)"/.exec(text)?.[1]

describe("A form", () => {
  let site: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    site = await serve(false)
  })
  afterAll(() => site.dispose())

  test.each([
    "/sign-in",
    "/sign-in/link",
    "/sign-up",
    "/sign-out",
    "/account/password",
    "/account/sessions/revoke-others",
    "/dashboard/enter",
    "/dashboard/sign-in",
    "/dashboard/instances/new"
  ])("from another site is refused without reading its body: %s", async (path) => {
    const { reads, request } = makeForm("email=ada@example.com", crossOrigin, path)
    const response = await site.handler(request)
    expect([response.status, reads()]).toEqual([403, 0])
    expect(await response.text()).not.toContain("ada@example.com")
  })

  test("from the same page is read once, and shown again with what the user typed", async () => {
    const { reads, request } = makeForm("email=ada@", ownForm)
    const response = await site.handler(request)
    expect([response.status, reads(), emailIn(await response.text())]).toEqual([400, 1, "ada@"])
  })

  test("that signs out clears the cookie of the session, and the one that names the user", async () => {
    const { headers, status } = await site.handler(makeForm("", ownForm, "/sign-out").request)
    const cleared = headers.getSetCookie().map((cookie) => cookie.split(";", 2).join(";"))
    expect([status, cleared]).toEqual([303, ["__session=; Max-Age=0", "__link=; Max-Age=0"]])
  })
})

describe("A form in an outage", () => {
  let site: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    site = await serve(true)
  })
  afterAll(() => site.dispose())

  test.each([
    ["the same page", ownForm],
    ["the base URL", { origin: baseUrl, "sec-fetch-site": "same-origin" }],
    ["an allowed origin of the settings", { origin: allowed, "sec-fetch-site": "cross-site" }],
    ["a program", {}]
  ])("from %s is shown again with what the user typed, without the password", async (_, headers) => {
    const { reads, request } = makeForm("email=ada@example.com&password=secret", headers as Record<string, string>)
    const response = await site.handler(request)
    const text = await response.text()
    expect([response.status, reads(), emailIn(text)]).toEqual([503, 1, "ada@example.com"])
    expect(text).not.toContain("secret")
  })

  test("from another site is not read", async () => {
    const { reads, request } = makeForm("email=ada@example.com", crossOrigin)
    const response = await site.handler(request)
    expect([response.status, reads(), emailIn(await response.text())]).toEqual([503, 0, undefined])
  })
})
