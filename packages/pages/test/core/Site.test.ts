import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import * as Domain from "@latchkey/domain/Domain"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { afterEach, describe, expect, test } from "vitest"
import * as Dashboard from "../../src/Dashboard.ts"
import * as MagicLinkEmail from "../../src/magic-link/MagicLinkEmail.ts"
import * as Pages from "../../src/Pages.ts"

const baseUrl = "http://localhost:3000"
const allowed = "https://www.example.com"

/** Serves the pages as a function. `bringDown` makes the instance unknown. */
const make = () => {
  let isDown = false
  const orDown = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.suspend(() => (isDown ? new PersistenceError({ cause: "down" }) : effect))
  const repository = Layer.effect(
    InstanceRepository,
    Effect.map(InstanceRepository, (instances) => ({
      ...instances,
      findByHost: (host) => orDown(instances.findByHost(host)),
      findById: (id) => orDown(instances.findById(id))
    }))
  ).pipe(Layer.provideMerge(Memory.layer))
  const services = Domain.layer.pipe(
    Layer.provide(Layer.mergeAll(repository, MagicLinkEmail.layer, MemoryMailer.layer)),
    Layer.provide(
      Layer.mergeAll(InsecurePasswordHasher.layer, MemoryIdGenerator.layer, MemoryTokenGenerator.layer)
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
  const bringDown = () => {
    isDown = true
  }
  return { bringDown, dispose, handler: (request: Request) => handler(request) }
}

/** A form that counts how often a part of it is read, and how large it is. */
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
  return { request, reads: () => reads }
}

const crossOrigin = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
const ownForm = { origin: "null", "sec-fetch-site": "same-origin" }

const emailIn = (text: string): string | undefined => /name="email"[^>]* value="([^"]*)"/.exec(text)?.[1]

describe("A form of the pages", () => {
  let site: ReturnType<typeof make> | undefined
  afterEach(async () => {
    await site?.dispose()
  })
  const start = () => {
    site = make()
    return site
  }

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
  ])("sent by a page of another site is refused without reading its body: %s", async (path) => {
    const { request, reads } = makeForm("email=ada@example.com", crossOrigin, path)
    const response = await start().handler(request)
    expect([response.status, reads()]).toEqual([403, 0])
    expect(await response.text()).not.toContain("ada@example.com")
  })

  test("sent by an own page is read once, and redrawn with what the user typed", async () => {
    const { request, reads } = makeForm("email=ada@", ownForm)
    const response = await start().handler(request)
    expect([response.status, reads(), emailIn(await response.text())]).toEqual([400, 1, "ada@"])
  })

  test.each([
    ["an own page", ownForm],
    ["the base URL", { origin: baseUrl, "sec-fetch-site": "same-origin" }],
    ["an allowed origin of the settings", { origin: allowed, "sec-fetch-site": "cross-site" }],
    ["a program", {}]
  ])("sent by %s in an outage is redrawn with what the user typed", async (_, headers) => {
    const { bringDown, handler } = start()
    await handler(new Request(`${baseUrl}/favicon.ico`))
    bringDown()
    const { request, reads } = makeForm("email=ada@example.com&password=secret", headers as Record<string, string>)
    const response = await handler(request)
    const text = await response.text()
    expect([response.status, reads(), emailIn(text)]).toEqual([503, 1, "ada@example.com"])
    expect(text).not.toContain("secret")
  })

  test("sent by a page of another site in an outage is not read", async () => {
    const { bringDown, handler } = start()
    await handler(new Request(`${baseUrl}/favicon.ico`))
    bringDown()
    const { request, reads } = makeForm("email=ada@example.com", crossOrigin)
    const response = await handler(request)
    expect([response.status, reads(), emailIn(await response.text())]).toEqual([503, 0, undefined])
  })
})
