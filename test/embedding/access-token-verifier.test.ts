import { createHmac } from "node:crypto"
import { createServer, type ServerResponse } from "node:http"
import * as NodeTokenSigner from "@latchkey/crypto/NodeTokenSigner"
import * as AccessTokenVerifier from "@latchkey/http/access-token/AccessTokenVerifier"
import { accessToken, keySet, newEmail, password, signUp, tokens } from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import { makeRecorder } from "@latchkey/test-support/Recorder"
import type { Service } from "@latchkey/test-support/Service"
import { listening } from "@latchkey/test-support/listening"
import { audience, turnOn } from "@latchkey/test-support/tokens"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"

const issuer = "https://auth.example.com"
const user = "user_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708"
const now = Date.parse("2026-11-30T12:00:00Z")

/** Responds to requests for keys, and counts them. */
const startKeyServer = async () => {
  const requests: Array<string | undefined> = []
  let respond = (response: ServerResponse): unknown => response.end('{"keys":[]}')
  const server = createServer(({ url }, response) => {
    requests.push(url)
    respond(response)
  })
  const { origin, stop } = await listening(server)
  return {
    requests,
    url: origin,
    respondWith: (next: typeof respond) => {
      respond = next
    },
    stop
  }
}

const key = await Effect.runPromise(NodeTokenSigner.signer.generate)
const attacker = await Effect.runPromise(NodeTokenSigner.signer.generate)

const claims = {
  iss: issuer,
  aud: audience,
  sub: user,
  iat: now / 1000,
  exp: now / 1000 + 300,
  jti: "at_1",
  client_id: "default",
  email_verified: true
}

const sign = (said: object, by = key, id = key.id) =>
  Effect.runPromise(NodeTokenSigner.signer.prepare({ ...by, id })(said as Record<string, unknown>))

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

const recorder = makeRecorder()

/** Makes the function that verifies tokens with one verifier. Returns the code of a problem. */
const verifierOf = (options: Partial<AccessTokenVerifier.RemoteOptions>) => {
  const { verify } = AccessTokenVerifier.makeRemote({ issuer, audience, timeout: "500 millis", ...options })
  return (token: string, at = now) =>
    verify(Redacted.make(token)).pipe(
      Effect.match({ onFailure: ({ code }) => code, onSuccess: (verified) => verified }),
      Effect.withClock(Object.assign(Clock.make(), { currentTimeMillis: Effect.succeed(at) })),
      Effect.provide(recorder.layer),
      Effect.runPromise
    )
}

describe("A verifier of access tokens", () => {
  let server: Awaited<ReturnType<typeof startKeyServer>>
  let verify: ReturnType<typeof verifierOf>
  beforeAll(async () => {
    server = await startKeyServer()
    server.respondWith((response) => response.end(`{"keys":[${key.publicKey}]}`))
    verify = verifierOf({ url: `${server.url}/auth/` })
  })
  afterAll(() => server.stop())

  test("returns what the token of a session says", async () => {
    const said = {
      ...claims,
      sid: "sess_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f709",
      auth_time: now / 1000 - 60,
      amr: ["pwd"],
      acr: "aal1",
      plan: "pro"
    }
    expect(await verify(await sign(said))).toEqual({
      userId: user,
      audience,
      sessionId: said.sid,
      amr: ["pwd"],
      acr: "aal1",
      authTime: DateTime.unsafeMake(now - 60_000),
      scopes: undefined,
      emailVerified: true,
      tokenId: "at_1",
      clientId: "default",
      claims: said
    })
  })

  test("returns the scopes of a token that has some, or none", async () => {
    expect(await verify(await sign({ ...claims, scope: "a b" }))).toMatchObject({ scopes: ["a", "b"] })
    expect(await verify(await sign({ ...claims, scope: "" }))).toMatchObject({ scopes: [] })
  })

  test("accepts one of several audiences", async () => {
    const several = await sign({ ...claims, aud: ["https://other.example", audience] })
    expect(await verify(several)).toMatchObject({ userId: user, audience })
  })

  test("has fetched the keys once for all of these, below the prefix of the URL", () => {
    expect(server.requests).toEqual(["/auth/.well-known/jwks.json"])
  })

  const said = Object.entries({
    "of another audience": { ...claims, aud: "https://other.example" },
    "of no audience": { ...claims, aud: undefined },
    "of another issuer": { ...claims, iss: "https://evil.example" },
    "of an issuer with a slash": { ...claims, iss: `${issuer}/` },
    "that has expired": { ...claims, exp: now / 1000 - 6 },
    "that never expires": { ...claims, exp: undefined },
    "that expires at a text": { ...claims, exp: "never" },
    "that is not valid yet": { ...claims, nbf: now / 1000 + 60 },
    "of no user": { ...claims, sub: undefined },
    "of something that is no user": { ...claims, sub: "pat_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708" },
    "with scopes in a list": { ...claims, scope: ["a"] },
    "without an id": { ...claims, jti: undefined }
  })

  test.each(said)("refuses a token %s", async (_, wrong) => {
    expect(await verify(await sign(wrong))).toBe("unauthenticated")
  })

  test("refuses every token that is not signed with a published key by ES256", async () => {
    const [head = "", body = "", signature = ""] = (await sign(claims)).split(".")
    const hmac = `${encoded({ alg: "HS256", typ: "at+jwt", kid: key.id })}.${body}`
    const withHeader = (header: object) => `${encoded(header)}.${body}.${signature}`
    const wrong = [
      "",
      ".",
      "..",
      "a.b.c.d.e",
      `${head}.${body}.`,
      `${head}.${body}.${signature}A`,
      `${head}.${body}.${signature.slice(0, -2)}AA`,
      `${head}.${encoded({ ...claims, sub: user.replace("8", "9") })}.${signature}`,
      `${encoded({ alg: "none", typ: "at+jwt" })}.${body}.`,
      `${hmac}.${createHmac("sha256", key.publicKey).update(hmac).digest("base64url")}`,
      withHeader({ alg: "ES256", typ: "JWT", kid: key.id }),
      withHeader({ alg: "ES256", kid: key.id }),
      withHeader({ alg: "ES256", typ: "at+jwt", kid: key.id, crit: ["b64"], b64: false }),
      await sign(claims, attacker),
      await sign(claims, attacker, attacker.id),
      await sign(claims, attacker, "../../../dev/null"),
      `${encoded({ alg: "ES256", typ: "at+jwt", jwk: JSON.parse(attacker.publicKey) })}.${body}.${signature}`
    ]
    for (const token of wrong)
      expect([token.slice(0, 60), await verify(token)]).toEqual([token.slice(0, 60), "unauthenticated"])
  })

  test("refuses a token of another type that is signed right", async () => {
    const text = `${encoded({ alg: "ES256", typ: "JWT", kid: key.id })}.${encoded(claims)}`
    const { createPrivateKey, sign: signText } = await import("node:crypto")
    const privateKey = createPrivateKey({ key: JSON.parse(Redacted.value(key.privateKey)), format: "jwk" })
    const signature = signText("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" })
    expect(await verify(`${text}.${signature.toString("base64url")}`)).toBe("unauthenticated")
  })

  test("accepts a token for five seconds after it has expired, and for two minutes more or less by a wrong clock", async () => {
    const token = await sign(claims)
    const at = (seconds: number) => verify(token, now + seconds * 1000)
    expect(await at(304)).toMatchObject({ userId: user })
    expect(await at(305)).toBe("unauthenticated")
    expect(await at(120)).toMatchObject({ userId: user })
    expect(await at(-120)).toMatchObject({ userId: user })
  })

  test("looks at no token of more than 64 KiB, such as one with a million scopes", async () => {
    const scope = Array.from({ length: 1_000_000 }, (_, index) => `s${index}`).join(" ")
    const token = await sign({ ...claims, scope })
    expect(await verify(token)).toBe("unauthenticated")
    const allowed = Array.from({ length: 100 }, (_, index) => `${index}`.padStart(100, "s"))
    expect(await verify(await sign({ ...claims, scope: allowed.join(" ") }))).toMatchObject({ scopes: allowed })
  })

  test("has fetched the keys no more than once, whatever key was named", () => {
    expect(server.requests).toHaveLength(1)
  })
})

describe("A verifier of access tokens, if the keys cannot be fetched", () => {
  let server: Awaited<ReturnType<typeof startKeyServer>>
  beforeAll(async () => {
    server = await startKeyServer()
  })
  beforeEach(() => void server.requests.splice(0))
  afterAll(() => server.stop())

  test.each<[string, (response: ServerResponse) => unknown]>([
    ["503", (response) => response.writeHead(503).end()],
    ["404", (response) => response.writeHead(404).end()],
    ["a redirect", (response) => response.writeHead(302, { location: "https://evil.example/" }).end()],
    ["a page", (response) => response.end("<h1>Hello")],
    ["other JSON", (response) => response.end('{"keys":"none"}')],
    ["a closed connection", (response) => response.socket?.destroy()],
    ["no response", () => undefined]
  ])("says that it is an outage, and not that the token is wrong: %s", async (_, respond) => {
    server.respondWith(respond)
    const verify = verifierOf({ url: server.url })
    expect(await verify(await sign(claims))).toBe("service_unavailable")
    server.respondWith((response) => response.end(`{"keys":[${key.publicKey}]}`))
    expect(await verify(await sign(claims))).toMatchObject({ userId: user })
  })

  test("says that it is an outage if a key is no point of the curve", async () => {
    const point = JSON.parse(key.publicKey)
    server.respondWith((response) => response.end(JSON.stringify({ keys: [{ ...point, x: point.y }] })))
    expect(await verifierOf({ url: server.url })(await sign(claims))).toBe("service_unavailable")
  })

  test("says so in the log, once a second, with nothing of the token", async () => {
    const url = "http://127.0.0.1:1"
    const verify = verifierOf({ url })
    const token = await sign(claims)
    await Promise.all(Array.from({ length: 20 }, () => verify(token)))
    const lines = recorder.lines().filter((line) => line.includes(url))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`Cannot fetch the keys of access tokens at ${url}/.well-known/jwks.json`)
    expect(lines.join()).not.toContain(token.slice(-20))
  })

  test("still refuses a token that needs no key", async () => {
    const verify = verifierOf({ url: "http://127.0.0.1:1" })
    expect(await verify("x.y.z")).toBe("unauthenticated")
    expect(await verify(`${encoded({ alg: "none", typ: "at+jwt" })}.${encoded(claims)}.`)).toBe("unauthenticated")
  })
})

describe("A verifier of access tokens of a service", () => {
  let service: Service
  beforeAll(async () => {
    service = await start()
    await turnOn(service)
  })
  afterAll(() => service.stop())

  test("knows users of sessions and of personal access tokens, by the keys that the service publishes", async () => {
    const browser = service.browser()
    const { sessionId, userId } = (await browser.post(signUp, { email: newEmail(), password })).json
    const verify = verifierOf({ issuer: service.origin })
    const issued = async (by = browser, headers = {}) =>
      String((await by.post(accessToken, { audience }, headers)).json["accessToken"])
    expect(await verify(await issued(), service.now())).toMatchObject({
      userId,
      sessionId,
      acr: "aal1",
      scopes: undefined
    })
    const { id, token } = (await browser.post(tokens, { name: "Backups", scopes: ["reports:read"] })).json
    const ofProgram = await issued(service.browser(), { authorization: `Bearer ${String(token)}` })
    const verified = await verify(ofProgram, service.now())
    expect(verified).toMatchObject({ userId, clientId: id, scopes: ["reports:read"], sessionId: undefined })
    expect((await browser.get(keySet)).status).toBe(200)
  })
})
