import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { Problem } from "@latchkey/http/core/Problem"
import * as RequestBody from "../../src/core/internal/RequestBody.ts"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"

const url = "http://localhost/"
const json = { "content-type": "application/json" }

const chunks = (sizes: ReadonlyArray<number>) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const size of sizes) controller.enqueue(new Uint8Array(size).fill(0x20))
      controller.close()
    }
  })

const read = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream | undefined,
  headers: Record<string, string> = json,
  accepted?: ReadonlyArray<string>
) => {
  const source = new Request(url, { method: "POST", body: body ?? null, headers, duplex: "half" } as RequestInit)
  return Effect.runPromise(Effect.either(RequestBody.readJson(HttpServerRequest.fromWeb(source), accepted)))
}
const refusal = (result: Either.Either<unknown, Problem>) =>
  Either.match(result, { onLeft: ({ code, errors }) => ({ code, errors }), onRight: () => undefined })
const malformed = (reason: string) => ({ code: "invalid_request" as const, errors: [{ field: "body", reason }] })

describe("RequestBody.readJson", () => {
  it("reads JSON", async () => {
    assert.deepStrictEqual(await read('{"a":[1,"ä"]}'), Either.right({ a: [1, "ä"] }))
  })

  it.each([
    "application/json",
    "APPLICATION/JSON",
    "application/json; charset=utf-8",
    "application/json;charset=utf-8",
    " application/json "
  ])("takes its content type in any spelling: %s", async (type) => {
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
  ])("refuses every other: %j", async (type) => {
    assert.strictEqual(refusal(await read("{}", { "content-type": type }))?.code, "unsupported_media_type")
  })

  it("refuses no content type at all", async () => {
    const bytes = new TextEncoder().encode("{}")
    assert.strictEqual(refusal(await read(bytes, {}))?.code, "unsupported_media_type")
  })

  it("takes other content types where they are asked for", async () => {
    const type = { "content-type": "application/merge-patch+json" }
    assert.isTrue(Either.isRight(await read("{}", type, [...RequestBody.json, "application/merge-patch+json"])))
  })

  it.each(["gzip", "deflate", "br", "identity, gzip"])("refuses the content encoding %s", async (encoding) => {
    const result = await read("{}", { ...json, "content-encoding": encoding })
    assert.strictEqual(refusal(result)?.code, "unsupported_media_type")
  })

  it.each([
    ["nothing", "", "is not JSON"],
    ["half an object", "{", "is not JSON"],
    ["single quotes", "{'a':1}", "is not JSON"],
    ["two values", '{"a":1}{}', "is not JSON"],
    ["a byte order mark", "\ufeff{}", "is not JSON"],
    ["NUL", "\u0000", "is not JSON"],
    ["60,000 open brackets", "[".repeat(60_000), "is not JSON"],
    ["10,000 lists", `${"[".repeat(10_000)}${"]".repeat(10_000)}`, "is nested too deeply"],
    ["33 objects", `${'{"a":'.repeat(33)}1${"}".repeat(33)}`, "is nested too deeply"]
  ])("refuses what it cannot read: %s", async (_, text, reason) => {
    assert.deepStrictEqual(refusal(await read(text)), malformed(reason))
  })

  it("reads what is nested 32 deep", async () => {
    assert.isTrue(Either.isRight(await read(`${"[".repeat(32)}${"]".repeat(32)}`)))
  })

  it.each([
    ["a lone continuation byte", [0x80]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["a cut character", [0xe2, 0x82]],
    ["UTF-16", [0xff, 0xfe, 0x7b, 0x00]]
  ])("refuses bytes that are not UTF-8: %s", async (_, bytes) => {
    const body = new Uint8Array([0x22, ...bytes, 0x22])
    assert.deepStrictEqual(refusal(await read(body)), malformed("is not UTF-8"))
  })

  it("takes 64 KiB, and not one byte more, announced or not", async () => {
    const fits = new TextEncoder().encode("{}".padEnd(RequestBody.maxBytes))
    const tooLarge = new TextEncoder().encode("{}".padEnd(RequestBody.maxBytes + 1))
    const announced = (bytes: Uint8Array<ArrayBuffer>) => ({ ...json, "content-length": String(bytes.byteLength) })
    assert.isTrue(Either.isRight(await read(fits, announced(fits))))
    assert.isTrue(Either.isRight(await read(fits)))
    assert.strictEqual(refusal(await read(tooLarge, announced(tooLarge)))?.code, "payload_too_large")
    assert.strictEqual(refusal(await read(tooLarge))?.code, "payload_too_large")
  })

  it("counts all the chunks of a body together", async () => {
    assert.strictEqual(refusal(await read(chunks(Array(65).fill(1024))))?.code, "payload_too_large")
    assert.deepStrictEqual(refusal(await read(chunks(Array(64).fill(1024)))), malformed("is not JSON"))
  })

  it("reads a too large body to its end, so that its sender gets to read the answer", async () => {
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (pulled++ < 40 ? controller.enqueue(new Uint8Array(16_384)) : controller.close())
    })
    assert.strictEqual(refusal(await read(body))?.code, "payload_too_large")
    assert.strictEqual(pulled, 41)
  })

  it("says so where a body breaks off", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("secret words")) })
    assert.deepStrictEqual(refusal(await read(body)), malformed("ended early"))
  })
})
