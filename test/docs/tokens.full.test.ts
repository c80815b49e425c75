/** Runs the APIs of docs/tokens.md, each as its own process, and calls them with access tokens. */
import * as NodeTokenSigner from "@latchkey/crypto/NodeTokenSigner"
import { SigningKeyAdministration } from "@latchkey/domain/access-token/SigningKeyAdministration"
import { SigningKey, SigningKeyRepository } from "@latchkey/domain/access-token/SigningKeyRepository"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { defaultTokenConfig } from "@latchkey/domain/instance/TokenConfig"
import type { Browser } from "@latchkey/test-support/Browser"
import { accessToken, keySet, newEmail, password, signUp } from "@latchkey/test-support/contract"
import * as Devices from "@latchkey/test-support/devices"
import { start } from "@latchkey/test-support/HttpService"
import type { Service } from "@latchkey/test-support/Service"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { decodeJwt, decodeProtectedHeader, importJWK, type JWTPayload, SignJWT } from "jose"
import { createHmac, generateKeyPairSync, sign } from "node:crypto"
import { createServer } from "node:http"
import { setTimeout } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isThere, type Program, runProgram, startProgram, succeeds } from "./programOfPage.ts"
import { listening } from "@latchkey/test-support/listening"

interface Api extends Program {
  readonly missing: string
}

const python = "/usr/bin/python3"

const apis: ReadonlyArray<Api> = [
  { name: "JavaScript", block: "js", file: "api.mjs", start: [process.execPath, "api.mjs"], missing: "" },
  {
    name: "Python",
    block: "python",
    file: "api.py",
    start: [python, "api.py"],
    missing: succeeds(python, "-c", "import jwt, cryptography") ? "" : " (skipped: no PyJWT)"
  },
  {
    name: "Go",
    block: "go",
    file: "api.go",
    build: ["go", "build", "-o", "api", "api.go"],
    start: ["./api"],
    missing: isThere("go") ? "" : " (skipped: no go on the PATH)"
  }
]

const audience = "https://api.example.com"
const other = "https://other.example.com"
const cleanUps: Array<() => void | Promise<void>> = []
let service: Service
let browser: Browser
let userId: string

const tokenFor = async (of = audience): Promise<string> =>
  String((await browser.post(accessToken, { audience: of })).json["accessToken"])

/** A key that the service publishes, and that only the tests sign with. */
const ownKey = await Effect.runPromise(NodeTokenSigner.signer.generate)

const publishOwnKey = Effect.flatMap(SigningKeyRepository, ({ insert }) => {
  const { id, publicKey } = ownKey
  const activeFrom = DateTime.unsafeMake("2100-01-01")
  return insert(Samples.signingKey(defaultId, { id, publicKey, activeFrom }))
})

/** Signs with a published key. */
const signedWith = async (claims: JWTPayload, typ = "at+jwt"): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", typ, kid: ownKey.id })
    .sign(await importJWK(JSON.parse(Redacted.value(ownKey.privateKey)), "ES256"))

/** Replaces the keys by ones that sign one after the other, each for half a second, and are all published by now. */
const prepareRotations = Effect.gen(function* () {
  const { rotate } = yield* SigningKeyAdministration
  const { deleteUpTo, insert, list } = yield* SigningKeyRepository
  for (let count = 0; count < 3; count++) {
    yield* rotate({ instance: defaultInstance, urgency: "after_publication", by: { actor: "command_line" } })
  }
  const keys = (yield* list(defaultId)).filter(({ id }) => id !== ownKey.id).slice(0, 4)
  yield* deleteUpTo(defaultId, keys[0]?.number ?? 0)
  const now = yield* DateTime.now
  for (const [index, key] of keys.reverse().entries()) {
    yield* insert(new SigningKey({ ...key, activeFrom: DateTime.add(now, { millis: 500 * index }) }))
  }
  yield* publishOwnKey
})

beforeAll(async () => {
  service = await start()
  cleanUps.push(() => service.stop())
  await service.instances((directory) =>
    directory.update(defaultId, { tokenConfig: { ...defaultTokenConfig, audiences: [audience, other] } })
  )
  browser = service.browser()
  userId = String((await browser.post(signUp, { email: newEmail(), password })).json["userId"])
  await service.run(publishOwnKey)
  await tokenFor()
})

afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Tokens that are wrong in one way each, made of one that is right. */
const wrongTokens = async (): Promise<Readonly<Record<string, string>>> => {
  const token = await tokenFor()
  const [header = "", claims = "", signature = ""] = token.split(".")
  const said = JSON.parse(Buffer.from(claims, "base64url").toString())
  const { exp: _, ...lasting } = said
  const { sub: _sub, ...ofNoOne } = said
  const { kid } = decodeProtectedHeader(token)
  const publicKey = (await browser.get(keySet)).text
  const attacker = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
  const signed = (head: object, body: object) => {
    const text = `${encoded(head)}.${encoded(body)}`
    return `${text}.${sign("sha256", Buffer.from(text), { key: attacker, dsaEncoding: "ieee-p1363" }).toString("base64url")}`
  }
  const hmac = `${encoded({ alg: "HS256", typ: "at+jwt", kid })}.${claims}`
  // The last letter holds only two bits.
  const last = signature.at(-2) === "A" ? "B" : "A"
  return {
    "of another audience": await tokenFor(other),
    "that is empty": "",
    "that is no token": "lk_x.y.z",
    "without a signature": `${encoded({ alg: "none", typ: "at+jwt", kid })}.${claims}.`,
    "signed with the public keys": `${hmac}.${createHmac("sha256", publicKey).update(hmac).digest("base64url")}`,
    "of another type": await signedWith(said, "JWT"),
    "of another issuer": await signedWith({ ...said, iss: "https://other.example.com" }),
    "that has expired": await signedWith({ ...said, exp: said.iat - 60 }),
    "that never expires": await signedWith(lasting),
    "of no one": await signedWith(ofNoOne),
    "of another user": `${header}.${encoded({ ...said, sub: "user_other" })}.${signature}`,
    "of which the first bit of the signature differs": `${header}.${claims}.${signature[0] === "A" ? "B" : "A"}${signature.slice(1)}`,
    "of which the last byte of the signature differs": `${header}.${claims}.${signature.slice(0, -2)}${last}${signature.at(-1) ?? ""}`,
    "of an attacker under our key id": signed({ alg: "ES256", typ: "at+jwt", kid }, said),
    "of a key id that is a path": signed({ alg: "ES256", typ: "at+jwt", kid: "../../../dev/null" }, said),
    "of a key id that no one has": signed({ alg: "ES256", typ: "at+jwt", kid: "x".repeat(43) }, said)
  }
}

describe.each(apis)("The API in $name of docs/tokens.md$missing", (api) => {
  const call = async (host: string, token: string) => {
    const reply = await fetch(`http://${host}/`, { headers: { authorization: `Bearer ${token}` } })
    return [reply.status, await reply.text()] as const
  }
  const started = (issuer = service.origin) =>
    startProgram("docs/tokens.md", api, { ISSUER: issuer, AUDIENCE: audience }, (cleanUp) => cleanUps.push(cleanUp))

  it.skipIf(api.missing !== "")("says that it is an outage if the keys cannot be fetched or read", async () => {
    const replies = [
      [503, ""],
      [404, "{}"],
      [200, "<h1>Hello"]
    ] as const
    let next: (typeof replies)[number] = replies[0]
    const server = createServer((_, response) => response.writeHead(next[0]).end(next[1]))
    const { origin, stop } = await listening(server)
    cleanUps.push(stop)
    const { host } = await started(origin)
    const token = await tokenFor()
    for (next of replies) expect([next, (await call(host, token))[0]]).toEqual([next, 503])
    await stop()
    expect((await call(host, token))[0]).toBe(503)
    expect((await call(host, "x.y.z"))[0]).toBe(401)
  })

  it.skipIf(api.missing !== "")("knows the user of a token, and refuses every other one", async () => {
    const { host } = await started()
    const token = await tokenFor()
    expect(await call(host, token)).toEqual([200, userId])
    expect(await call(host, await signedWith(decodeJwt(token)))).toEqual([200, userId])
    for (const [what, token] of Object.entries(await wrongTokens())) {
      expect([what, (await call(host, token))[0]]).toEqual([what, 401])
    }
    expect((await fetch(`http://${host}/`)).status).toBe(401)
    expect(await call(host, await tokenFor())).toEqual([200, userId])
  })

  it.skipIf(api.missing !== "")("accepts every token while three keys replace one another", async () => {
    await service.run(prepareRotations)
    const { host } = await started()
    const keyIds = new Set<unknown>()
    const began = Date.now()
    for (let now = began, last = began; now < began + 2000; now = Date.now()) {
      // The service's clock stands still otherwise.
      service.advance(now - last)
      last = now
      const token = await tokenFor()
      keyIds.add(decodeProtectedHeader(token).kid)
      expect(await call(host, token)).toEqual([200, userId])
      await setTimeout(20)
    }
    expect(keyIds.size).toBe(4)
  })
})

describe("The program of docs/tokens.md that signs its user in", () => {
  const program = {
    name: "JavaScript",
    block: "javascript",
    file: "program.mjs",
    start: [process.execPath, "program.mjs"]
  }
  const started = async () => {
    const environment = { LATCHKEY_URL: service.origin }
    const readUntil = runProgram("docs/tokens.md", program, environment, (cleanUp) => cleanUps.push(cleanUp))
    const [page, code] = await readUntil("Waiting for you")
    return { page, code: code?.replace("Code: ", ""), readUntil }
  }

  it("shows the page and the code, waits, and knows the user who has approved", async () => {
    await Devices.allow(service)
    const { code, page, readUntil } = await started()
    expect(page).toBe(`Open ${service.origin}/device`)
    await Devices.decide(service, browser, "approve", code)
    expect(await readUntil(`Signed in as ${userId}`)).toEqual([])
  })
})
