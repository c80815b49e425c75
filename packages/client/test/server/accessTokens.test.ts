import { createHmac } from "node:crypto"
import { readFileSync } from "node:fs"
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose"
import { beforeAll, describe, expect, test, vi } from "vitest"
import * as Es256 from "../../src/internal/server/Es256.ts"
import type { ServerOptions } from "../../src/server.ts"
import { codeOf, cookies, type FakeReply, fakeLatchkey, session } from "../support/FakeLatchkey.ts"

interface Vectors {
  readonly groups: ReadonlyArray<{
    readonly key: JWK
    readonly tests: ReadonlyArray<{ readonly id: number; readonly jws: string; readonly isValid: boolean }>
  }>
}

const path = new URL("../../../http/test/access-token/wycheproof.json", import.meta.url)
const vectors = (JSON.parse(readFileSync(path, "utf8")) as Vectors).groups.flatMap(({ key, tests }) =>
  tests.map((vector) => ({ ...vector, key }))
)

/** Verifies as the kit does: it refuses other algorithms by the header, before it looks at the signature. */
const isSigned = async (key: JWK, token: string): Promise<boolean> => {
  try {
    const { alg } = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()) as JWK
    return alg === "ES256" && (await Es256.isSigned(await Es256.importKey(key), token))
  } catch {
    return false
  }
}

describe("The signature of an access token", () => {
  test("is checked against all vectors of Wycheproof for ES256", () => {
    expect([vectors.length, vectors.filter(({ isValid }) => isValid).length]).toEqual([42, 2])
  })

  test.each(vectors)("$id: $isValid", async ({ isValid, jws, key }) => {
    expect(await isSigned(key, jws)).toBe(isValid)
  })

  // RFC 7515, A.3.
  const example = {
    key: {
      kty: "EC",
      crv: "P-256",
      x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
      y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
    },
    token:
      "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
  }

  test("is right in the example of RFC 7515, A.3, and wrong one bit off, at every bit", async () => {
    expect(await isSigned(example.key, example.token)).toBe(true)
    const [head, payload, signature = ""] = example.token.split(".")
    const bytes = Buffer.from(signature, "base64url")
    for (let bit = 0; bit < 512; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(await isSigned(example.key, `${head}.${payload}.${changed.toString("base64url")}`)).toBe(false)
    }
    for (const last of "RSTBhix_-") expect(await isSigned(example.key, example.token.slice(0, -1) + last)).toBe(false)
  })
})

const issuer = "https://auth.example.com"
const audience = "https://api.example.com"
const claims = { email_verified: true, jti: "jti_1", client_id: "inst_1" }
const ofSession = { ...claims, sid: "sess_1", amr: ["pwd", "otp", "mfa"], acr: "aal2", auth_time: 1_764_496_800 }

let privateKey: CryptoKey
let published: JWK
let otherKey: CryptoKey

beforeAll(async () => {
  const pair = await generateKeyPair("ES256")
  privateKey = pair.privateKey
  published = { ...(await exportJWK(pair.publicKey)), kid: "key_1", alg: "ES256", use: "sig" }
  otherKey = (await generateKeyPair("ES256")).privateKey
})

const header = { alg: "ES256", typ: "at+jwt", kid: "key_1" }

const sign = (changes: object = {}, head: object = {}, key = privateKey) => {
  const now = Math.floor(Date.now() / 1000)
  const all = { iss: issuer, aud: audience, sub: "user_1", iat: now, exp: now + 300, ...ofSession, ...changes }
  return new SignJWT(JSON.parse(JSON.stringify(all))).setProtectedHeader({ ...header, ...head }).sign(key)
}

const keys = () => Response.json({ keys: [published] })

const api = (reply: () => FakeReply = keys, options: ServerOptions = {}) =>
  fakeLatchkey(reply, { audience, ...options })

const bearer = (token: string, more: Readonly<Record<string, string>> = {}) => ({
  method: "POST",
  headers: { authorization: `Bearer ${token}`, ...more }
})

describe("An access token", () => {
  test.each([
    ["of another issuer", { iss: "https://auth.example.org" }, '["https://auth.example.org"'],
    ["for another audience", { aud: "https://other.example.com" }, '"https://other.example.com"'],
    ["that has expired by the clock of this server", { exp: 1_764_496_800 }, "1764496800]"]
  ])("%s is explained in development, with what this app accepts", async (_, changes, expected) => {
    const { latchkey, said } = api()
    const token = await sign(changes)
    expect(await codeOf(latchkey.requireCaller(bearer(token)))).toBe("invalid_bearer_token")
    expect(said).toEqual([expect.stringContaining(`not from ${issuer} (issuer), not for ${audience} (audience)`)])
    expect(said.join()).toContain(expected)
    const production = api(keys, { isDevelopment: false })
    expect(await codeOf(production.latchkey.requireCaller(bearer(token)))).toBe("invalid_bearer_token")
    expect([...production.said, ...production.sent]).toEqual([])
  })

  test("says who calls, and how they have authenticated", async () => {
    const { latchkey, sent } = api()
    const caller = await latchkey.requireCaller(bearer(await sign({ plan: "team" })))
    expect(caller).toMatchObject({
      type: "access_token",
      userId: "user_1",
      token: {
        sessionId: "sess_1",
        amr: ["pwd", "otp", "mfa"],
        acr: "aal2",
        scopes: undefined,
        claims: { plan: "team" }
      }
    })
    for (let i = 0; i < 20; i++) await latchkey.requireCaller(bearer(await sign()))
    expect(sent.map(({ url }) => url)).toEqual(["http://latchkey:3000/.well-known/jwks.json"])
  })

  test("is accepted from pages, whose browser adds none by itself", async () => {
    const headers = { origin: "https://spa.example.org", "sec-fetch-site": "cross-site" }
    expect(await api().latchkey.requireCaller(bearer(await sign(), headers))).toMatchObject({ userId: "user_1" })
  })

  test("does not count beside Latchkey's cookies, so that a page cannot change whose request it is", async () => {
    const { latchkey } = api(() => Response.json({ ...session, userId: "user_2" }))
    expect(await latchkey.requireCaller(bearer(await sign(), { cookie: cookies }))).toMatchObject({ userId: "user_2" })
  })

  test("can be of another type of the same media type, and for several audiences", async () => {
    const { latchkey } = api()
    await latchkey.requireCaller(bearer(await sign({}, { typ: "application/at+jwt" })))
    await latchkey.requireCaller(bearer(await sign({ aud: [audience, "other"] })))
  })

  const now = () => Math.floor(Date.now() / 1000)
  const parts = async (change: (head: string, payload: string, signature: string) => string) => {
    const [head = "", payload = "", signature = ""] = (await sign()).split(".")
    return change(head, payload, signature)
  }
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

  test.each<readonly [string, () => Promise<string>]>([
    ["that is expired for more than five seconds", () => sign({ exp: now() - 6 })],
    ["that never expires", () => sign({ exp: undefined })],
    ["whose expiry is text", () => sign({ exp: "9999999999" })],
    ["of another issuer", () => sign({ iss: "https://evil.example" })],
    ["of no issuer", () => sign({ iss: undefined })],
    ["for another audience", () => sign({ aud: "https://other.example.com" })],
    ["for no audience", () => sign({ aud: undefined })],
    ["without a subject", () => sign({ sub: undefined })],
    ["of an empty subject", () => sign({ sub: "" })],
    ["of another type", () => sign({}, { typ: "JWT" })],
    ["of no type", () => sign({}, { typ: undefined })],
    ["of another key with the same id", () => sign({}, {}, otherKey)],
    ["of a key that is not published", () => sign({}, { kid: "../../etc/passwd" })],
    ["of no key", () => sign({}, { kid: undefined })],
    [
      "with critical extensions",
      () => parts((_, payload, signature) => `${encode({ ...header, crit: ["b64"] })}.${payload}.${signature}`)
    ],
    ["without a signature", () => parts((_, payload) => `${encode({ ...header, alg: "none" })}.${payload}.`)],
    ["without a signature, by its name", () => parts((head, payload) => `${head}.${payload}.`)],
    [
      "signed with the public key as a secret",
      () =>
        parts((_, payload) => {
          const signed = `${encode({ ...header, alg: "HS256" })}.${payload}`
          return `${signed}.${createHmac("sha256", JSON.stringify(published)).update(signed).digest("base64url")}`
        })
    ],
    ["with four parts", () => parts((...all) => `${all.join(".")}.x`)],
    [
      "whose payload is changed",
      () =>
        parts(
          (head, _, signature) =>
            `${head}.${encode({ ...ofSession, sub: "user_2", iss: issuer, aud: audience, exp: now() + 300 })}.${signature}`
        )
    ],
    ["that is no token", () => Promise.resolve("nonsense")],
    [
      "whose parts are null",
      () =>
        Promise.resolve(`${Buffer.from("null").toString("base64url")}.${Buffer.from("null").toString("base64url")}.x`)
    ],
    ["of a megabyte", () => Promise.resolve(`a.${"b".repeat(1_000_000)}.c`)],
    ["that another kind of token is", () => Promise.resolve(`lk_${"a".repeat(49)}`)]
  ])("is refused %s", async (_, make) => {
    const { latchkey } = api()
    const error = await latchkey.findCaller(bearer(await make())).catch((error: unknown) => error)
    expect(error).toMatchObject({
      code: "invalid_bearer_token",
      status: 401,
      challenge: 'Bearer error="invalid_token"'
    })
  })

  test("is accepted five seconds after it expired: clocks differ", async () => {
    await api().latchkey.requireCaller(bearer(await sign({ exp: now() - 3 })))
  })

  test("in two Authorization lines is refused: another server may read the other one", async () => {
    const token = await sign()
    const twice = { ...bearer(token), rawHeaders: ["Authorization", `Bearer ${token}`, "authorization", "Bearer x"] }
    expect(await codeOf(api().latchkey.findCaller(twice))).toBe("invalid_bearer_token")
    const joined = new Headers([
      ["authorization", `Bearer ${token}`],
      ["authorization", "Bearer x"]
    ])
    expect(await codeOf(api().latchkey.findCaller({ method: "GET", headers: joined }))).toBe("invalid_bearer_token")
  })

  test("is refused where the app accepts none, and another scheme is no caller", async () => {
    const { latchkey } = fakeLatchkey(keys)
    expect(await codeOf(latchkey.findCaller(bearer(await sign())))).toBe("invalid_bearer_token")
    expect(await latchkey.findCaller({ headers: { authorization: "Basic YTpi" } })).toBe(undefined)
    const error = await api()
      .latchkey.requireCaller({ headers: {} })
      .catch((error: unknown) => error)
    expect(error).toMatchObject({ code: "sign_in_required", challenge: "Bearer" })
  })

  test("of a personal access token needs the scopes of the endpoint, and one of a session needs none", async () => {
    const { latchkey } = api()
    const needed = { scopes: ["reports:read", "reports:write"] }
    const ofToken = (scope: string) => sign({ sid: undefined, scope })
    await latchkey.requireCaller(bearer(await sign()), needed)
    await latchkey.requireCaller(bearer(await ofToken("reports:write reports:read")), needed)
    for (const scope of ["", "reports:read", "reports:readreports:write"]) {
      const error = await latchkey.requireCaller(bearer(await ofToken(scope)), needed).catch((error: unknown) => error)
      expect(error).toMatchObject({
        code: "insufficient_scope",
        status: 403,
        challenge: 'Bearer error="insufficient_scope", scope="reports:read reports:write"'
      })
    }
    const without = await sign({ sid: undefined })
    expect(await codeOf(latchkey.requireCaller(bearer(without), needed))).toBe("insufficient_scope")
  })
})

describe("The keys of access tokens", () => {
  const at = async (
    reply: () => FakeReply,
    use: (kit: ReturnType<typeof api>, move: (ms: number) => void) => Promise<void>
  ) => {
    vi.useFakeTimers({ toFake: ["Date"] })
    try {
      const move = (ms: number) => vi.setSystemTime(Date.now() + ms)
      await use(api(reply), move)
    } finally {
      vi.useRealTimers()
    }
  }
  const call = async ({ latchkey }: ReturnType<typeof api>, head: object = {}) =>
    codeOf(latchkey.findCaller(bearer(await sign({}, head))))

  test("are fetched at most once in thirty seconds for a key that is not known", () =>
    at(keys, async (kit, move) => {
      for (let i = 0; i < 5; i++) expect(await call(kit, { kid: `key_${i + 2}` })).toBe("invalid_bearer_token")
      expect(kit.sent.length).toBe(1)
      move(30_000)
      expect(await call(kit, { kid: "key_9" })).toBe("invalid_bearer_token")
      expect(kit.sent.length).toBe(2)
    }))

  test("are one request, however many tokens wait for it", () =>
    at(keys, async (kit) => {
      const all = await Promise.all(Array.from({ length: 20 }, () => call(kit)))
      expect([kit.sent.length, new Set(all)]).toEqual([1, new Set([undefined])])
    }))

  test("are found after a rotation, which publishes them before their first use", () => {
    let now: ReadonlyArray<JWK> = []
    return at(
      () => Response.json({ keys: now }),
      async (kit, move) => {
        now = [{ ...published, kid: "key_0" }]
        expect(await call(kit)).toBe("invalid_bearer_token")
        now = [{ ...published, kid: "key_0" }, published]
        move(30_000)
        expect(await call(kit)).toBe(undefined)
      }
    )
  })

  test("work for an hour while Latchkey is down, and are an outage before the first and after that", () => {
    let isUp = false
    return at(
      () => (isUp ? keys() : new Error("down")),
      async (kit, move) => {
        expect(await call(kit)).toBe("latchkey_unavailable")
        isUp = true
        expect(await call(kit)).toBe(undefined)
        isUp = false
        move(3_599_000)
        expect(await call(kit)).toBe(undefined)
        move(1_000)
        expect(await call(kit)).toBe("latchkey_unavailable")
        isUp = true
        expect(await call(kit)).toBe(undefined)
      }
    )
  })

  test.each([
    ["a page", () => new Response("<h1>Welcome</h1>")],
    ["no list", () => Response.json({ keys: "none" })],
    ["a problem", () => Response.json({ code: "service_unavailable" }, { status: 503 })],
    ["a key that is none", () => Response.json({ keys: [{ ...published, x: "a" }] })]
  ])("that are %s are an outage, and no wrong token", (_, reply) =>
    at(reply, async (kit) => expect(await call(kit)).toBe("latchkey_unavailable"))
  )

  test("of other kinds are ignored", () =>
    at(
      () =>
        Response.json({
          keys: [{ kty: "RSA", kid: "key_1", n: "a", e: "AQAB" }, { kty: "oct", kid: "key_1", k: "a" }, published]
        }),
      async (kit) => expect(await call(kit)).toBe(undefined)
    ))

  test("are not fetched for a token that is wrong anyway", async () => {
    const { latchkey, sent } = api()
    expect(await codeOf(latchkey.findCaller(bearer(await sign({ aud: "other" }))))).toBe("invalid_bearer_token")
    expect(sent).toEqual([])
  })
})

describe("A personal access token", () => {
  const text = `lk_${"a".repeat(49)}`
  const token = {
    userId: "user_1",
    tokenId: "pat_1",
    instanceId: "inst_1",
    email: "ada@example.com",
    emailVerified: true,
    claimedAt: null,
    scopes: ["reports:read"],
    expiresAt: null
  }
  const problem =
    (status: number, code: string, headers = {}) =>
    () =>
      Response.json({ code }, { status, headers })
  const accepting = (reply: () => FakeReply, options: ServerOptions = {}) =>
    fakeLatchkey(reply, { personalTokens: true, ...options })

  test("is checked by Latchkey, each time, with nothing else of the request", async () => {
    const { latchkey, sent } = accepting(() => Response.json(token))
    const caller = { type: "personal_token", userId: "user_1", token }
    expect(await latchkey.requireCaller(bearer(text), { scopes: ["reports:read"] })).toEqual(caller)
    expect(await latchkey.findCaller(bearer(text, { cookie: "theme=dark" }))).toEqual(caller)
    expect(await codeOf(latchkey.requireCaller(bearer(text), { scopes: ["reports:write"] }))).toBe("insufficient_scope")
    expect(sent.map(({ init }) => init.headers)).toEqual(Array(3).fill({ authorization: `Bearer ${text}` }))
  })

  test("does not count from pages, nor beside Latchkey's cookies", async () => {
    const { latchkey } = accepting(() => Response.json(token))
    for (const headers of [{ origin: "https://app.example.com" }, { "sec-fetch-site": "same-origin" }]) {
      expect(await codeOf(latchkey.findCaller(bearer(text, headers)))).toBe("invalid_bearer_token")
    }
    const beside = accepting(() => Response.json(session))
    expect(await beside.latchkey.findCaller(bearer(text, { cookie: cookies }))).toMatchObject({ type: "session" })
  })

  test.each([
    ["unknown", problem(401, "unauthenticated"), "invalid_bearer_token"],
    ["of a user without a verified address", problem(403, "email_not_verified"), "invalid_bearer_token"],
    ["tried too often", problem(429, "signin_rate_limited", { "retry-after": "60" }), "too_many_attempts"],
    ["of an unreachable Latchkey", () => new Error("down"), "latchkey_unavailable"],
    ["whose reply is of a proxy", problem(401, "proxy"), "latchkey_unavailable"],
    ["whose reply is a session", () => Response.json(session), "latchkey_unavailable"]
  ] as const)("that is %s is refused", async (_, reply, code) => {
    expect(await codeOf(accepting(reply).latchkey.findCaller(bearer(text)))).toBe(code)
  })

  test("of another instance is refused", async () => {
    const { latchkey } = accepting(() => Response.json(token), { instanceId: "inst_2" })
    expect(await codeOf(latchkey.findCaller(bearer(text)))).toBe("invalid_bearer_token")
  })

  test("says how long to wait after too many wrong ones", async () => {
    const { latchkey } = accepting(problem(429, "signin_rate_limited", { "retry-after": "60" }))
    const error = await latchkey.findCaller(bearer(text)).catch((error: unknown) => error)
    expect(latchkey.refusal(error, bearer(text))).toMatchObject({ status: 429, headers: { "retry-after": "60" } })
  })
})
