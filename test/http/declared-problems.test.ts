import { PersistenceError } from "@latchkey/domain/core/Errors"
import { InstancesInCode } from "@latchkey/domain/instance/InstanceErrors"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { ProblemCode } from "@latchkey/http/core/Problem"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { mountsUnderTest, type Service } from "@latchkey/test-support/Service"
import { start } from "@latchkey/test-support/HttpService"
import { asAdmin, instances, jsonType, verify } from "@latchkey/test-support/contract"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { withApiKey } from "@latchkey/test-support/operator"
import { operations } from "@latchkey/test-support/undeclaredProblems"

/** A request of each operation that `@latchkey/client` has no method for. `test/client` covers the others. */
const requests: Readonly<Record<string, { readonly path: string; readonly body?: unknown }>> = {
  "GET /v1/auth/magic-link/verify": { path: `${verify}?token=${"t".repeat(42)}A` },
  "HEAD /v1/auth/magic-link/verify": { path: verify },
  "GET /v1/admin/instances": { path: instances },
  "POST /v1/admin/instances": { path: instances, body: { name: "Acme" } },
  "GET /v1/admin/instances/{id}": { path: `${instances}/default` },
  "PATCH /v1/admin/instances/{id}": { path: `${instances}/default`, body: { name: "Latchkey" } },
  "DELETE /v1/admin/instances/{id}": { path: `${instances}/default` },
  "GET /health/ready": { path: "/health/ready" }
}

const cases = operations.flatMap(({ codes, method, name }) =>
  name in requests
    ? [...codes].flatMap(([status, declared]) =>
        status < 400 ? [] : declared.map((code) => ({ name, method, status, code: code as ProblemCode }))
      )
    : []
)

describe.each(mountsUnderTest())("Every declared problem can occur, mounted with %s", (mount) => {
  const storage = makeInterceptedStorage()
  let isReady = true
  let service: Service
  beforeAll(async () => {
    service = await start({ mount, storage: storage.layer, isReady: Effect.sync(() => isReady) })
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))
  afterEach(async () => {
    storage.reset()
    isReady = true
    await setMagicLinks(true)
  })

  const setMagicLinks = (magic_link: boolean) =>
    service.instances((directory) => directory.update(defaultId, { authConfig: { magic_link } }))

  interface Change {
    readonly path?: string
    readonly body?: unknown
    readonly headers?: Record<string, string>
  }

  const send = (name: string, method: string, change: Change = {}): Promise<Reply> => {
    const { body = undefined, path } = { path: "", ...requests[name], ...change }
    return service.browser().send(method, path, {
      headers: {
        ...(path.startsWith(instances) ? asAdmin : {}),
        ...(body === undefined ? {} : jsonType),
        ...change.headers
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  }
  const withWrongKey = { authorization: "Bearer wrong-admin-key-of-at-least-32-characters" }

  /** Sends a request until it is rate limited. No limit is above 40. */
  const untilLimited = async (name: string, method: string, change: Change = {}) => {
    for (let times = 0; times < 40; times++) {
      const reply = await send(name, method, change)
      if (reply.status === 429) return reply
    }
    return send(name, method, change)
  }

  const ownPolicy = { name: "Acme", plan: "free", sessionConfig: { passwordPolicy: { minLength: 12 } } }

  const provoke: { readonly [Code in ProblemCode]?: (name: string, method: string) => Promise<Reply> } = {
    invalid_request: async (name, method) => {
      if (method !== "DELETE") return send(name, method, method === "GET" ? { path: verify } : { body: { name: 7 } })
      // As if the app defined its instances in code.
      const { id } = await service.instances((directory) => directory.create({ name: "Globex" }))
      storage.intercept((call) => (call === "InstanceRepository.delete" ? new InstancesInCode() : Effect.void))
      return send(name, method, { path: `${instances}/${id}` })
    },
    invalid_token: send,
    magic_link_disabled: async (name, method) => {
      await setMagicLinks(false)
      return send(name, method)
    },
    magic_link_rate_limited: untilLimited,
    forbidden_origin: (name, method) => send(name, method, { headers: { origin: "https://evil.example" } }),
    unauthenticated: (name, method) => send(name, method, { headers: withWrongKey }),
    permission_denied: async (name, method) =>
      send(name, method, { headers: (await withApiKey(service, "viewer")).headers }),
    signin_rate_limited: (name, method) => untilLimited(name, method, { headers: withWrongKey }),
    default_instance_required: send,
    plan_does_not_allow: (name, method) => send(name, method, { body: ownPolicy }),
    passkey_rp_id_in_use: async (name, method) => {
      const { id } = await service.instances((directory) =>
        directory.create({ name: "Globex", hosts: [`login.${mount.toLowerCase()}.example`] })
      )
      const store = Effect.flatMap(Samples.storedUser(id), (user) =>
        Samples.storedPasskey(user, { rpId: "globex.example" })
      )
      await service.run(store)
      return send(name, method, { path: `${instances}/${id}`, body: { hosts: [`id.${mount.toLowerCase()}.example`] } })
    },
    payload_too_large: (name, method) => send(name, method, { body: { name: "a".repeat(70_000) } }),
    unsupported_media_type: (name, method) => send(name, method, { headers: { "content-type": "text/plain" } }),
    internal_error: (name, method) => {
      service.advance(60_000)
      storage.intercept(() => Effect.die(new Error("a defect of the store")))
      return send(name, method)
    },
    service_unavailable: (name, method) => {
      service.advance(60_000)
      isReady = false
      storage.intercept(() => new PersistenceError({ cause: new Error("an outage") }))
      return send(name, method)
    }
  }

  test.each(cases.filter(({ code }) => code !== "not_found"))(
    "$name: $code",
    async ({ code, method, name, status }) => {
      const reply = await provoke[code]?.(name, method)
      expect(reply?.status).toBe(status)
      // The response to HEAD has no body.
      if (method !== "HEAD") expect(reply?.json["code"]).toBe(code)
    }
  )
})

describe.each(mountsUnderTest())("At a host of a deleted instance, mounted with %s", (mount) => {
  const host = "deleted.example"
  let service: Service
  beforeAll(async () => {
    service = await start({ mount })
    await service.instances((directory) =>
      Effect.flatMap(directory.create({ name: "Deleted", hosts: [host] }), ({ id }) => directory.delete(id))
    )
  })
  afterAll(() => service.stop())

  test.each(cases.filter(({ code }) => code === "not_found"))(
    "$name: $code",
    async ({ code, method, name, status }) => {
      const { body, path = "" } = requests[name] ?? {}
      const reply = await service.browser({ host }).send(method, path, {
        headers: { ...asAdmin, ...(body === undefined ? {} : jsonType) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      expect(reply.status).toBe(status)
      if (method !== "HEAD") expect(reply.json["code"]).toBe(code)
    }
  )
})

describe.each(mountsUnderTest())("Without an admin key, mounted with %s", (mount) => {
  let service: Service
  beforeAll(async () => {
    service = await start({ mount, settings: { adminApiKey: Option.none() } })
  })
  afterAll(() => service.stop())

  test.each(cases.filter(({ code, name }) => code === "not_found" && name.includes(instances)))(
    "$name: $code",
    async ({ code, method, name, status }) => {
      const { body, path = "" } = requests[name] ?? {}
      const reply = await service.browser().send(method, path, {
        headers: body === undefined ? {} : jsonType,
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      expect([reply.status, reply.json["code"]]).toEqual([status, code])
    }
  )
})
