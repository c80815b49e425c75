import {
  type Client,
  type CommonCode,
  createClient,
  type Fetch,
  type Problem,
  type ProblemCode
} from "@latchkey/client"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as Effect from "effect/Effect"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { commonCodes, endpoints } from "../../packages/client/src/internal/endpoints.ts"
import { start } from "../http/support/conformance.ts"
import { newEmail, password } from "../http/support/contract.ts"
import { makeInterceptedStorage } from "../http/support/InterceptedStorage.ts"
import type { Service } from "../support/Service.ts"
import {
  callBy,
  everythingIn,
  expectUnexpected,
  problemOf,
  takesInput
} from "../../packages/client/test/support/results.ts"
import { clientOf } from "./support/cookieFetch.ts"

type Method = keyof Client

const hasBody = (method: Method): boolean => takesInput(method) && method !== "endSession"

/** What is only said to who is signed in. */
const isForOwners = (method: Method): boolean => method === "setPassword" || method === "endSession"

/** What the contract declares for a whole group, and an endpoint without a body, or a safe one, has no cause to say. */
const neverSaid = (method: Method): ReadonlyArray<ProblemCode> => [
  ...(hasBody(method) ? [] : (["invalid_request", "payload_too_large", "unsupported_media_type"] as const)),
  ...(endpoints[method].method === "GET" ? (["forbidden_origin"] as const) : [])
]

const cases = (Object.keys(endpoints) as Array<Method>).flatMap((method) =>
  [...endpoints[method].codes, ...commonCodes]
    .filter((code) => !neverSaid(method).includes(code))
    .map((code) => ({ method, code }))
)

const fields = ["type", "title", "status", "detail", "code"]
const extraFields: { readonly [Code in ProblemCode]?: ReadonlyArray<string> } = {
  password_too_short: ["violations"],
  invalid_request: ["errors"],
  signup_rate_limited: ["retryAfterSeconds"],
  signin_rate_limited: ["retryAfterSeconds"],
  magic_link_rate_limited: ["retryAfterSeconds"],
  service_unavailable: ["retryAfterSeconds"]
}

describe("Every problem that a method can answer with", () => {
  const storage = makeInterceptedStorage()
  let service: Service
  beforeAll(async () => {
    service = await start({ storage: storage.layer })
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))
  afterEach(async () => {
    storage.reset()
    await switchMagicLinks(true)
  })

  const switchMagicLinks = async (magic_link: boolean) => {
    await service.instances((instances) => instances.update(defaultId, { authConfig: { magic_link } }))
    service.advance(60_000)
  }

  const valid = () => ({
    email: newEmail(),
    password,
    currentPassword: "not the current one",
    token: `${"t".repeat(42)}A`,
    id: "sess_01890000-0000-7000-8000-000000000000"
  })
  type Caller = ReturnType<typeof clientOf>
  const callWith = (client: Caller, method: Method, input: object) =>
    callBy(client, method, input).then((result) => ({ result, reply: client.lastReply() }))
  const call = (method: Method, input: object = valid(), headers: Record<string, string> = {}) =>
    callWith(clientOf(service.origin, headers), method, input)

  const owner = async (method: Method) => {
    const client = clientOf(service.origin)
    if (isForOwners(method)) await client.signUp({ email: newEmail(), password })
    return client
  }
  const callAsOwner = async (method: Method, input: object = valid()) => callWith(await owner(method), method, input)

  /** Calls with the same input until it is answered with `code`; no budget is larger than 40. */
  const until = async (code: ProblemCode, method: Method) => {
    const input = valid()
    const client = await owner(method)
    for (let times = 0; times < 40; times++) {
      const answer = await callWith(client, method, input)
      if (!answer.result.ok && answer.result.problem.code === code) return answer
    }
    return callWith(client, method, input)
  }

  type Answer = ReturnType<typeof call>
  const provoke: { readonly [Code in ProblemCode]: (method: Method) => Answer } = {
    password_too_short: (method) => callAsOwner(method, { ...valid(), password: "short" }),
    email_already_exists: async (method) => {
      const input = valid()
      await call(method, input)
      return call(method, input)
    },
    invalid_credentials: (method) => callAsOwner(method),
    reauthentication_required: (method) => callAsOwner(method, { password }),
    not_found: (method) => callAsOwner(method),
    unauthenticated: (method) => call(method),
    magic_link_disabled: async (method) => {
      await switchMagicLinks(false)
      return call(method)
    },
    invalid_token: (method) => call(method),
    signup_rate_limited: (method) => until("signup_rate_limited", method),
    signin_rate_limited: (method) => until("signin_rate_limited", method),
    magic_link_rate_limited: (method) => until("magic_link_rate_limited", method),
    invalid_request: (method) => call(method, { email: 7, password, currentPassword: 7, token: 7 }),
    forbidden_origin: (method) => call(method, valid(), { origin: "https://elsewhere.example" }),
    payload_too_large: (method) => {
      const long = "a".repeat(70_000)
      return call(method, { email: long, password: long, token: long })
    },
    unsupported_media_type: (method) => call(method, valid(), { "content-type": "text/plain" }),
    internal_error: (method) => {
      service.advance(60_000)
      storage.intercept(() => Effect.die(new Error("the store has a defect")))
      return call(method)
    },
    service_unavailable: (method) => {
      service.advance(60_000)
      storage.bringDown()
      return call(method)
    }
  }

  test.each(cases)("$method: $code", async ({ method, code }) => {
    const { reply, result } = await provoke[code](method)
    const problem: Problem = problemOf(result)
    expect(problem.code).toBe(code)
    expect(Object.keys(problem)).toEqual([...fields, ...(extraFields[code] ?? [])])
    expect("status" in problem && problem.status).toBe(reply?.status)
    if ("retryAfterSeconds" in problem) {
      expect(problem.retryAfterSeconds).toBeGreaterThanOrEqual(1)
      expect(String(problem.retryAfterSeconds)).toBe(reply?.headers.get("retry-after"))
    }
    expect(everythingIn(result)).not.toContain(password)
  })

  test("says which rules a password breaks, and which fields are wrong", async () => {
    const person = clientOf(service.origin)
    const short = problemOf(await person.signUp({ email: newEmail(), password: "short" }))
    expect(short.code === "password_too_short" && short.violations).toEqual(["too_short"])
    const malformed = problemOf(await person.signIn({ email: "ada@", password: 7 as unknown as string }))
    expect(malformed.code === "invalid_request" && malformed.errors).toEqual([
      { field: "email", reason: "is not an email address" },
      { field: "password", reason: "must be a string" }
    ])
  })

  test("is no problem of another method: a path of Latchkey that is not there is an unexpected reply", async () => {
    const astray: Fetch = (url, init) => fetch(url.replace("/v1/", "/v2/"), init)
    const result = await createClient({ baseUrl: service.origin, fetch: astray }).signOut()
    expectUnexpected(result, 404)
  })

  test("is all that the common codes name", () => {
    const all: Record<CommonCode, true> = {
      invalid_request: true,
      forbidden_origin: true,
      payload_too_large: true,
      unsupported_media_type: true,
      internal_error: true,
      service_unavailable: true
    }
    expect(Object.keys(all)).toEqual(commonCodes)
  })
})
