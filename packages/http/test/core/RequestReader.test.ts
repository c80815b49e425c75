import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { assert, describe, it } from "@effect/vitest"
import type { Problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"

const json = { "content-type": RequestReader.jsonType }
const form = { "content-type": RequestReader.formType }

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream | undefined

const requestWith = (body: Body, headers: Record<string, string>) =>
  HttpServerRequest.fromWeb(
    new Request("http://localhost/", { method: "POST", body: body ?? null, headers, duplex: "half" } as RequestInit)
  )
const read = (body: Body, headers: Record<string, string> = json, accepted?: ReadonlyArray<string>) =>
  Effect.runPromise(Effect.either(RequestReader.json(requestWith(body, headers), accepted)))
const rejection = (result: Either.Either<unknown, Problem>) =>
  Either.match(result, { onLeft: ({ code, errors }) => ({ code, errors }), onRight: () => undefined })
const malformed = (reason: string) => ({ code: "invalid_request" as const, errors: [{ field: "body", reason }] })

const chunks = (sizes: ReadonlyArray<number>) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const size of sizes) controller.enqueue(new Uint8Array(size).fill(0x20))
      controller.close()
    }
  })

describe("RequestReader.json", () => {
  it("parses JSON", async () => {
    assert.deepStrictEqual(await read('{"a":[1,"ä"]}'), Either.right({ a: [1, "ä"] }))
  })

  it.each([
    "application/json",
    "APPLICATION/JSON",
    "application/json; charset=utf-8",
    "application/json;charset=utf-8",
    " application/json "
  ])("accepts its content type in any spelling: %s", async (type) => {
    assert.isTrue(Either.isRight(await read("{}", { "content-type": type })))
  })

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/problem+json",
    "application/merge-patch+json",
    "text/plain; application/json",
    "text/plain, application/json",
    "json",
    ""
  ])("rejects every other content type: %j", async (type) => {
    assert.strictEqual(rejection(await read("{}", { "content-type": type }))?.code, "unsupported_media_type")
  })

  it("rejects a body without a content type", async () => {
    const bytes = new TextEncoder().encode("{}")
    assert.strictEqual(rejection(await read(bytes, {}))?.code, "unsupported_media_type")
  })

  it("accepts the content types of the endpoint", async () => {
    const mergePatch = "application/merge-patch+json"
    const accepted = [RequestReader.jsonType, mergePatch]
    assert.isTrue(Either.isRight(await read("{}", { "content-type": mergePatch }, accepted)))
    assert.isTrue(Either.isRight(await read("{}", json, accepted)))
    assert.strictEqual(rejection(await read("{}", form, accepted))?.code, "unsupported_media_type")
  })

  it.each(["gzip", "deflate", "br", "identity, gzip"])("rejects the content encoding %s", async (encoding) => {
    const result = await read("{}", { ...json, "content-encoding": encoding })
    assert.strictEqual(rejection(result)?.code, "unsupported_media_type")
  })

  it("accepts the content encoding identity", async () => {
    assert.isTrue(Either.isRight(await read("{}", { ...json, "content-encoding": "Identity" })))
  })

  it.each([
    ["an empty body", "", "is not JSON"],
    ["half an object", "{", "is not JSON"],
    ["single quotes", "{'a':1}", "is not JSON"],
    ["two values", '{"a":1}{}', "is not JSON"],
    ["NUL", "\u0000", "is not JSON"],
    ["60,000 open brackets", "[".repeat(60_000), "is not JSON"],
    ["10,000 lists", `${"[".repeat(10_000)}${"]".repeat(10_000)}`, "is nested too deeply"],
    ["33 objects", `${'{"a":'.repeat(33)}1${"}".repeat(33)}`, "is nested too deeply"]
  ])("rejects %s with a reason", async (_, text, reason) => {
    assert.deepStrictEqual(rejection(await read(text)), malformed(reason))
  })

  it("accepts a byte order mark before the value, which some programs write", async () => {
    assert.deepStrictEqual(await read('\ufeff{"a":1}'), Either.right({ a: 1 }))
    assert.deepStrictEqual(rejection(await read("\ufeff\ufeff{}")), malformed("is not JSON"))
  })

  it("accepts 32 levels of nesting", async () => {
    assert.isTrue(Either.isRight(await read(`${"[".repeat(32)}${"]".repeat(32)}`)))
  })

  it.each([
    ["a lone continuation byte", [0x80]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["a truncated character", [0xe2, 0x82]],
    ["UTF-16", [0xff, 0xfe, 0x7b, 0x00]]
  ])("rejects bytes that are not UTF-8: %s", async (_, bytes) => {
    const body = new Uint8Array([0x22, ...bytes, 0x22])
    assert.deepStrictEqual(rejection(await read(body)), malformed("is not UTF-8"))
  })

  it("accepts 64 KiB and rejects one byte more, with and without Content-Length", async () => {
    const fits = new TextEncoder().encode("{}".padEnd(RequestReader.maxBytes))
    const tooLarge = new TextEncoder().encode("{}".padEnd(RequestReader.maxBytes + 1))
    const announced = (bytes: Uint8Array<ArrayBuffer>) => ({ ...json, "content-length": String(bytes.byteLength) })
    assert.isTrue(Either.isRight(await read(fits, announced(fits))))
    assert.isTrue(Either.isRight(await read(fits)))
    assert.strictEqual(rejection(await read(tooLarge, announced(tooLarge)))?.code, "payload_too_large")
    assert.strictEqual(rejection(await read(tooLarge))?.code, "payload_too_large")
  })

  it("counts all chunks of a body together", async () => {
    assert.strictEqual(rejection(await read(chunks(Array(65).fill(1024))))?.code, "payload_too_large")
    assert.deepStrictEqual(rejection(await read(chunks(Array(64).fill(1024)))), malformed("is not JSON"))
  })

  it("reads a body that is too large to its end, so that the client can read the response", async () => {
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (pulled++ < 40 ? controller.enqueue(new Uint8Array(16_384)) : controller.close())
    })
    assert.strictEqual(rejection(await read(body))?.code, "payload_too_large")
    assert.strictEqual(pulled, 41)
  })

  it("reports a body that ends early, without the reason of the stream", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("secret words")) })
    assert.deepStrictEqual(rejection(await read(body)), malformed("ended early"))
  })
})

describe("RequestReader.form", () => {
  const readForm = (body: string, headers: Record<string, string> = form) =>
    Effect.runPromise(
      Effect.either(Effect.map(RequestReader.form(requestWith(body, headers)), (fields) => [...fields]))
    )

  it("decodes fields, repeated ones included", async () => {
    assert.deepStrictEqual(
      await readForm("a=1&b=x+y%26&a=2"),
      Either.right([
        ["a", "1"],
        ["b", "x y&"],
        ["a", "2"]
      ])
    )
    assert.deepStrictEqual(await readForm(""), Either.right([]))
  })

  it("rejects JSON, and a form that is too large", async () => {
    assert.strictEqual(rejection(await readForm("a=1", json))?.code, "unsupported_media_type")
    assert.strictEqual(rejection(await readForm("a".repeat(RequestReader.maxBytes + 1)))?.code, "payload_too_large")
  })

  it.each([
    ["application/x-www-form-urlencoded", true],
    ["Application/X-WWW-Form-URLencoded; charset=utf-8", true],
    ["application/json", false],
    ["multipart/form-data; boundary=x", false],
    ["", false]
  ])("isForm recognizes the content type: %j", (type, expected) => {
    assert.strictEqual(RequestReader.isForm(requestWith("", { "content-type": type })), expected)
  })
})

describe("RequestReader.required", () => {
  const token = (url: string) =>
    Effect.runSync(Effect.either(RequestReader.required(RequestReader.query({ url }), "token")))

  it.each([
    ["/v1?token=abc", "abc"],
    ["/v1?a=1&token=a%20b", "a b"],
    ["/v1?token=", ""],
    ["/v1?token=%ZZ", "%ZZ"],
    ["/v1?%74oken=abc", "abc"]
  ])("returns the one value of a query parameter: %s", (url, value) => {
    assert.deepStrictEqual(token(url), Either.right(value))
  })

  it.each([
    ["/v1", "is required"],
    ["/v1?", "is required"],
    ["/v1?Token=abc", "is required"],
    ["/v1?token[]=abc", "is required"],
    ["/v1;token=abc", "is required"],
    ["/v1?token=abc&token=def", "was given more than once"],
    ["/v1?token=abc&%74oken=abc", "was given more than once"]
  ])("rejects a missing and a repeated parameter: %s", (url, reason) => {
    assert.deepStrictEqual(rejection(token(url)), { code: "invalid_request", errors: [{ field: "token", reason }] })
  })
})

describe("RequestReader.single", () => {
  it("returns the one value, or `None`", () => {
    const single = (query: string) => RequestReader.single(new URLSearchParams(query), "a")
    assert.deepStrictEqual(single("a=1&b=2"), Option.some("1"))
    assert.deepStrictEqual(single("b=2"), Option.none())
    assert.deepStrictEqual(single("a=1&a=1"), Option.none())
  })
})

describe("RequestReader.prefersHtml", () => {
  it.each([
    "text/html",
    "TEXT/HTML",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "text/html;charset=utf-8;q=0.7, */*",
    "application/json;q=0.5, text/html;q=0.9",
    "application/json, text/html",
    " application/json ; q=0.1 , text/html ; q=0.2 "
  ])("is true for a navigation: %s", (accept) => assert.isTrue(RequestReader.prefersHtml({ accept })))

  it.each([
    undefined,
    "",
    "*/*",
    "text/*",
    "application/json",
    "application/json, text/html;q=0.9",
    "text/html;q=0",
    "text/html;q=none",
    "text/htmlx",
    "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
    ",;,;q=1,"
  ])("is false for a program, an image and malformed headers: %s", (accept) =>
    assert.isFalse(RequestReader.prefersHtml({ accept }))
  )

  it("is false for 60 kB of text", () => assert.isFalse(RequestReader.prefersHtml({ accept: "text".repeat(15_000) })))
})

describe("RequestReader.isPrefetch", () => {
  it.each([
    { "sec-purpose": "prefetch" },
    { "sec-purpose": "prefetch;prerender" },
    { purpose: "Prefetch" },
    { "x-purpose": "preview" }
  ])("is true for %o", (headers) => assert.isTrue(RequestReader.isPrefetch(headers)))

  it.each([{}, { purpose: "" }, { "sec-purpose": "other" }, { "sec-fetch-mode": "navigate" }])(
    "is false for %o",
    (headers) => assert.isFalse(RequestReader.isPrefetch(headers))
  )
})

describe("RequestReader.cookies", () => {
  const a = (cookie: string | undefined) => RequestReader.cookies({ cookie })("a")

  it("returns every value of a name, in order and undecoded", () => {
    assert.deepStrictEqual(a('a=1; b=2; a=%33 4;\ta="5"; a='), ["1", "%33 4", '"5"', ""])
    assert.deepStrictEqual(a(undefined), [])
    assert.deepStrictEqual(a(""), [])
  })

  it.each(["A=1", "aa=1", "a =1", "\u00a0a=1", "b=1, a=1", "a", "%61=1"])("ignores other names: %s", (cookie) =>
    assert.deepStrictEqual(a(cookie), [])
  )

  it("trims spaces and tabs in linear time", () => {
    const started = performance.now()
    assert.deepStrictEqual(a(`${" ".repeat(60_000)}x${" ".repeat(60_000)}; a=1`), ["1"])
    assert.isBelow(performance.now() - started, 1_000)
  })
})

describe("RequestReader.cookie", () => {
  it("returns the one value of a name, or `None`", () => {
    const single = (cookie: string) => RequestReader.cookie({ cookie }, "a")
    assert.deepStrictEqual(single("a=1; b=2"), Option.some("1"))
    assert.deepStrictEqual(single("b=2"), Option.none())
    assert.deepStrictEqual(single("a=1; a=1"), Option.none())
  })
})

describe("RequestReader.host", () => {
  const hostOf = (request: Parameters<typeof RequestReader.host>[0]) =>
    Either.match(RequestReader.host(request), {
      onLeft: ({ code, errors }) => ({ code, errors }),
      onRight: (host) => host
    })
  const invalid = (reason: string) => ({ code: "invalid_request" as const, errors: [{ field: "host", reason }] })
  const node = (lines: ReadonlyArray<string>, url = "/", httpVersion = "1.1") => {
    const [first] = lines
    const headers = first === undefined ? {} : { host: first }
    const rawHeaders = ["Accept", "Host", ...lines.flatMap((line, at) => [at % 2 === 0 ? "Host" : "HOST", line])]
    return hostOf({ headers, source: { rawHeaders, httpVersion, url } })
  }

  it.each([
    ["Login.Acme.Example", "login.acme.example"],
    ["login.acme.example:8443", "login.acme.example"],
    ["login.acme.example:", "login.acme.example"],
    ["[::1]:3000", "[::1]"],
    ["[2001:DB8::1]", "[2001:db8::1]"],
    ["", ""]
  ])("is in lower case and without its port: %j", (header, host) => {
    assert.strictEqual(hostOf({ headers: { host: header } }), host)
  })

  it.each([
    ["login.acme.example.", "login.acme.example"],
    ["LOGIN.acme.example.:8443", "login.acme.example"],
    ["%6cogin%2Eacme.example", "login.acme.example"],
    ["login.acme.example%2e", "login.acme.example"],
    ["m%C3%BCller.example", "xn--mller-kva.example"],
    ["M%c3%9cLLER.example.", "xn--mller-kva.example"],
    ["[0:0:0:0:0:0:0:1]", "[::1]"],
    ["[2001:db8:0::0001]:443", "[2001:db8::1]"],
    ["my_service", "my_service"],
    ["a..b", "a..b"],
    [".", ""]
  ])("has one form for all spellings: %j", (header, host) => {
    assert.strictEqual(hostOf({ headers: { host: header } }), host)
    assert.strictEqual(hostOf({ headers: { ":authority": header } }), host)
  })

  it.each([
    "a b",
    "x@login.acme.example",
    "login.acme.example, evil.example",
    "login.acme.example/",
    "login.acme.example?",
    "login.acme.example#",
    "login.acme.example\\evil.example",
    "http://login.acme.example",
    "login.acme.example:80:80",
    "login.acme.example:http",
    "login.acme.example:-1",
    "m\u00fcller.example",
    "%",
    "%0",
    "%zz",
    "%00",
    "%ff",
    "login%2fevil.example",
    "login%40acme.example",
    "login%3a80",
    "::1",
    "[::1",
    "[::1]x",
    "[]",
    "[1.2.3.4]",
    "[:::]",
    "\t",
    "<script>"
  ])("is invalid_request if the header is no host: %j", (header) => {
    assert.deepStrictEqual(hostOf({ headers: { host: header } }), invalid("is not a valid host"))
    assert.deepStrictEqual(hostOf({ headers: { ":authority": header } }), invalid("is not a valid host"))
  })

  it("is empty without a Host header, where the server says no more about the request", () => {
    assert.strictEqual(hostOf({ headers: {} }), "")
    assert.strictEqual(hostOf({ headers: {}, source: new Request("http://localhost/") }), "")
  })

  it("is required in HTTP/1.1, and not before", () => {
    assert.deepStrictEqual(node([]), invalid("is required"))
    assert.strictEqual(node([], "/", "1.0"), "")
    assert.strictEqual(node([""]), "")
  })

  it("is invalid_request with two header lines, also if they are the same", () => {
    for (const lines of [
      ["a.example", "b.example"],
      ["a.example", "a.example"],
      ["", "a.example"]
    ]) {
      assert.deepStrictEqual(node(lines), invalid("was given more than once"))
      assert.deepStrictEqual(node(lines, "/", "1.0"), invalid("was given more than once"))
    }
  })

  it("is that of a target that is a whole URL, whatever the header says", () => {
    assert.strictEqual(node(["a.example"], "http://B.example.:8080/a?b"), "b.example")
    assert.strictEqual(node(["a.example"], "HTTPS://b.example"), "b.example")
    assert.strictEqual(node(["a.example"], "/http://b.example/"), "a.example")
    assert.deepStrictEqual(node(["a.example"], "http://x@b.example/"), invalid("is not a valid host"))
    assert.deepStrictEqual(node(["a b"], "http://b.example/"), invalid("is not a valid host"))
  })
})

describe("RequestReader.isAt", () => {
  const isAt = (host: string, origin: string) => RequestReader.isAt({ headers: { host } }, origin)

  it("compares host and port, in any spelling", () => {
    assert.isTrue(isAt("Acme.example.", "https://acme.example"))
    assert.isTrue(isAt("acme.example:443", "https://acme.example"))
    assert.isTrue(isAt("acme.example.:8443", "https://acme.example:8443"))
    assert.isFalse(isAt("acme.example:80", "https://acme.example"))
    assert.isFalse(isAt("acme.example:8443", "https://acme.example"))
    assert.isFalse(isAt("acme.example:99999", "https://acme.example"))
    assert.isFalse(isAt("a b", "https://acme.example"))
    assert.isFalse(isAt("", "https://acme.example"))
  })
})

describe("RequestReader.path", () => {
  const path = "/v1/auth/magic-link/verify"

  it.each(["?token=abc", ";token=abc", "#token=abc", "%3Ftoken=abc", "?a=b;token=abc", "%20?token=abc", ""])(
    "contains nothing from where a query could begin: %s",
    (query) => assert.strictEqual(RequestReader.path(`${path}${query}`), path)
  )
})

describe("RequestReader.isSafe", () => {
  it("is true for GET, HEAD and OPTIONS only", () => {
    const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "get"]
    assert.deepStrictEqual(methods.filter(RequestReader.isSafe), ["GET", "HEAD", "OPTIONS"])
  })
})
