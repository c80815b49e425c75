import { gzipSync } from "node:zlib"
import { callback } from "@latchkey/test-support/oidc/scenarios"
import { expect, test } from "vitest"
import { send } from "@latchkey/test-support/HttpClient"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import {
  asAdmin,
  endpointsWithBody,
  instances,
  introspect,
  jsonType,
  newEmail,
  password,
  requestLink,
  revoke,
  sesHook,
  session,
  signIn,
  signUp,
  validBody,
  verify,
  withKey
} from "@latchkey/test-support/contract"
import { exchange, postChunked, rawPost } from "@latchkey/test-support/wire"

const bodyOf = (name: string) => JSON.stringify(validBody[name]?.())

onBothMounts("Bodies", (service) => {
  const url = (path: string) => `${service().origin}${path}`
  const postText = (path: string, body: string | Uint8Array, headers: Record<string, string> = jsonType) =>
    send("POST", url(path), { headers, body })

  test("every endpoint that reads a body declares an example", () => {
    expect(endpointsWithBody.filter(({ example }) => example === undefined)).toEqual([])
  })

  test.each(endpointsWithBody)("$name accepts application/json", async (endpoint) => {
    const headers = { ...withKey(endpoint), ...jsonType }
    const reply = await send(endpoint.method, url(endpoint.path), { headers, body: bodyOf(endpoint.name) })
    expect(["unsupported_media_type", "invalid_request"]).not.toContain(reply.json["code"])
  })

  const types = ["text/plain", "multipart/form-data; boundary=x", "application/xml", "application/jsonp", ""]
  // Amazon SNS sends JSON as text/plain.
  const isTextOfSns = ({ path, type }: { path: string; type: string }) => path === sesHook && type === "text/plain"
  const typed = endpointsWithBody.flatMap((endpoint) => types.map((type) => ({ ...endpoint, type })))
  test.each(typed.filter((endpoint) => !isTextOfSns(endpoint)))(
    "trap 2: $name rejects the content type $type",
    async ({ type, ...endpoint }) => {
      const headers = { ...withKey(endpoint), "content-type": type }
      const reply = await send(endpoint.method, url(endpoint.path), { headers, body: bodyOf(endpoint.name) })
      expect([reply.status, reply.json["code"]]).toEqual([415, "unsupported_media_type"])
      expect(reply.setCookies).toEqual([])
    }
  )

  test.each(endpointsWithBody)(
    "trap 2: $name rejects a body without a content type, and a request without a body",
    async (endpoint) => {
      for (const body of [{ body: bodyOf(endpoint.name) }, {}]) {
        const reply = await send(endpoint.method, url(endpoint.path), { headers: withKey(endpoint), ...body })
        expect([reply.status, reply.json["code"]]).toEqual([415, "unsupported_media_type"])
      }
    }
  )

  test.each(endpointsWithBody.filter(({ path }) => ![verify, callback, introspect, revoke].includes(path)))(
    "trap 2: $name rejects a form",
    async (endpoint) => {
      const headers = { ...withKey(endpoint), "content-type": "application/x-www-form-urlencoded" }
      const body = new URLSearchParams({ email: newEmail(), password, name: "Acme" }).toString()
      const reply = await send(endpoint.method, url(endpoint.path), { headers, body })
      expect(reply.status).toBe(415)
    }
  )

  test("only the endpoints of the confirmation page, of identity providers and of OAuth accept a form", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" }
    expect((await postText(verify, `token=${"t".repeat(42)}A`, form)).json["code"]).toBe("invalid_token")
    expect((await postText(verify, "token=a&token=b", form)).json["code"]).toBe("invalid_request")
    expect((await postText(callback, `state=${"t".repeat(42)}A`, form)).json["code"]).toBe("invalid_token")
    expect((await postText(callback, "state=a&state=b", form)).json["code"]).toBe("invalid_request")
    expect((await postText(verify, "", form)).json["code"]).toBe("invalid_request")
  })

  test("only the endpoint that updates an instance accepts a merge patch", async () => {
    const headers = { ...asAdmin, "content-type": "application/merge-patch+json" }
    const patch = { headers, body: '{"name":"Latchkey"}' }
    expect((await send("PATCH", url(`${instances}/default`), patch)).status).toBe(200)
    expect((await send("POST", url(instances), patch)).status).toBe(415)
    expect((await postText(signIn, bodyOf("signIn"), headers)).status).toBe(415)
  })

  test("trap 4: a body of 64 KiB is accepted, and one byte more is 413", async () => {
    const fits = bodyOf("signIn").padEnd(65_536)
    expect((await postText(signIn, fits)).status).toBe(401)
    const reply = await postText(signIn, `${fits} `)
    expect([reply.status, reply.json["code"]]).toEqual([413, "payload_too_large"])
  })

  test.each(endpointsWithBody)("trap 4: $name responds to 20 MB with 413", async (endpoint) => {
    const headers = { ...withKey(endpoint), ...jsonType }
    const reply = await send(endpoint.method, url(endpoint.path), { headers, body: Buffer.alloc(20_000_000, 0x20) })
    expect([reply.status, reply.json["code"]]).toEqual([413, "payload_too_large"])
  })

  test("trap 4: a body without Content-Length is 413 above 64 KiB, too", async () => {
    const chunk = Buffer.alloc(50_000, 0x20)
    const reply = await postChunked(url(signIn), jsonType, chunk, 400)
    expect(reply.status).toBe(413)
    expect(reply.text).toContain("payload_too_large")
    expect((await postChunked(url(signIn), jsonType, Buffer.from(bodyOf("signIn")), 1)).status).toBe(401)
  })

  test("a compressed body is 415, whether small or a decompression bomb", async () => {
    for (const body of [gzipSync(bodyOf("signIn")), gzipSync(Buffer.alloc(50_000_000, 0x20))]) {
      const reply = await postText(signIn, body, { ...jsonType, "content-encoding": "gzip" })
      expect(reply.status).toBe(415)
    }
  })

  test.each([
    ["an empty string", ""],
    ["half an object", '{"email":'],
    ["two objects", "{}{}"],
    ["two byte order marks", '\ufeff\ufeff{"email":"a@example.com","password":"x"}'],
    ["NUL", "\u0000"],
    ["not UTF-8", Buffer.from([0x7b, 0xff, 0x7d])],
    ["UTF-16", Buffer.from('{"email":"a@example.com","password":"x"}', "utf16le")],
    ["a surrogate in UTF-8", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ["10,000 brackets", `{"email":${"[".repeat(10_000)}${"]".repeat(10_000)},"password":"x"}`],
    ["10,000 objects", `${'{"email":'.repeat(6_000)}1${"}".repeat(6_000)}`],
    ["60,000 open brackets", "[".repeat(60_000)]
  ])("%s as a body is 400 with a reason, within a second", async (_, body) => {
    const before = performance.now()
    const reply = await postText(signIn, body)
    expect(performance.now() - before).toBeLessThan(1_000)
    expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
    expect(reply.json["errors"]).toEqual([{ field: "body", reason: expect.stringMatching(/^(is|ended)/) }])
  })

  test("of duplicate keys the last one counts: sign-up creates one account, for the last email address", async () => {
    const [first, last] = [newEmail(), newEmail()]
    const body = `{"email":"${first}","email":"${last}","password":"${password}"}`
    const browser = service().browser()
    expect((await browser.send("POST", signUp, { headers: jsonType, body })).status).toBe(200)
    expect((await browser.get(session)).json["email"]).toBe(last)
    expect((await browser.post(signIn, { email: first, password })).status).toBe(401)
  })

  test("__proto__ and constructor are ignored like other unknown fields", async () => {
    const email = newEmail()
    const inherited = `{"__proto__":{"email":"${email}","password":"${password}"},"constructor":{"prototype":{}}}`
    expect((await postText(signUp, inherited)).status).toBe(400)
    const additional = `{"email":"${email}","password":"${password}","__proto__":{"emailVerified":true,"admin":true}}`
    const browser = service().browser()
    expect((await browser.send("POST", signUp, { headers: jsonType, body: additional })).status).toBe(200)
    expect((await browser.get(session)).json["emailVerified"]).toBe(false)
    expect(Object.prototype).not.toHaveProperty("admin")
  })

  test("unknown fields are ignored", async () => {
    const body = { ...validBody["signUp"]?.(), userId: "user_1", emailVerified: true, plan: "pro" }
    expect((await service().browser().post(signUp, body)).status).toBe(200)
  })

  test("a request with Content-Length and Transfer-Encoding, or with a malformed length, is 400", async () => {
    const both = rawPost(signIn, {}, { "transfer-encoding": "chunked", connection: "close" })
    expect(await exchange(service().port, both)).toMatch(/^HTTP\/1\.1 400 /)
    const garbage = rawPost(signIn, {}, { "content-length": "1e3", connection: "close" })
    expect(await exchange(service().port, garbage)).toMatch(/^HTTP\/1\.1 400 /)
  })

  test("a rejected body sends no magic link", async () => {
    const count = (await service().emails()).length
    await postText(requestLink, `email=${newEmail()}`, { "content-type": "application/x-www-form-urlencoded" })
    await postText(requestLink, `{"email":"${newEmail()}"}`, { "content-type": "text/plain" })
    await service().deliver()
    expect(await service().emails()).toHaveLength(count)
  })
})
