import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { assert, describe, it } from "@effect/vitest"
import { EmailTaken } from "@latchkey/domain/account/AccountErrors"
import { type EndpointError, type RequestContext, toProblem } from "@latchkey/http/core/Endpoint"
import { jsonHandler, jsonReader, jsonResponse, wire } from "@latchkey/http/core/JsonEndpoint"
import { toResponse } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as JSONSchema from "effect/JSONSchema"
import * as Schema from "effect/Schema"
import { contextOf } from "../support/contextOf.ts"

const canary = "canary-4d1c"

/** A contract whose payload and reply differ from their encoded forms. */
const Contract = {
  payload: Schema.Struct({
    name: Schema.compose(Schema.Trim, Schema.NonEmptyString),
    due: Schema.DateTimeUtc,
    count: Schema.optionalWith(Schema.NumberFromString, { default: () => 1 })
  }),
  success: Schema.Struct({ due: Schema.DateTimeUtc, count: Schema.NumberFromString }).annotations(
    HttpApiSchema.annotations({ status: 201 })
  )
}
type Payload = typeof Contract.payload.Type

interface Call {
  readonly body?: string
  readonly contentType?: string
}

const run = async (
  handler: (context: RequestContext) => Effect.Effect<HttpServerResponse.HttpServerResponse, EndpointError>,
  { body, contentType = "application/json" }: Call = {}
) => {
  const request = new Request("http://localhost/", {
    method: "POST",
    body: body ?? null,
    headers: contentType === "" ? {} : { "content-type": contentType }
  })
  const effect = Effect.catchAll(handler(contextOf(HttpServerRequest.fromWeb(request))), (error) =>
    Effect.succeed(toResponse(toProblem(error)))
  )
  const response = HttpServerResponse.toWeb(await Effect.runPromise(effect))
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: text === "" ? undefined : JSON.parse(text) }
}

describe("jsonHandler", () => {
  const received: Array<Payload> = []
  const handler = jsonHandler(Contract, (payload, { instance }) =>
    Effect.sync(() => {
      received.push(payload)
      const body = { due: payload.due, count: payload.count, secret: instance.id }
      return { body, dress: HttpServerResponse.setHeader("x-dressed", "yes") }
    })
  )
  const call = (body: string | undefined, contentType?: string) => {
    received.splice(0)
    return run(handler, {
      ...(body === undefined ? {} : { body }),
      ...(contentType === undefined ? {} : { contentType })
    })
  }
  const valid = { name: "  Ada ", due: "2026-07-29T12:00:00+02:00", count: "7", [canary]: canary }

  it("decodes the payload by the declared schema, and ignores unknown fields", async () => {
    await call(JSON.stringify(valid))
    assert.deepStrictEqual(received, [
      { name: "Ada", due: DateTime.unsafeMake("2026-07-29T10:00:00Z"), count: 7 } as Payload
    ])
    await call(JSON.stringify({ name: "Ada", due: valid.due }))
    assert.strictEqual(received[0]?.count, 1)
  })

  it("encodes the reply by the declared schema, without undeclared fields, and with the declared status", async () => {
    const { headers, json, status } = await call(JSON.stringify(valid))
    assert.strictEqual(status, 201)
    assert.strictEqual(headers.get("content-type"), "application/json")
    assert.deepStrictEqual(json, { due: "2026-07-29T10:00:00.000Z", count: "7" })
  })

  it("dresses the response", async () => {
    assert.strictEqual((await call(JSON.stringify(valid))).headers.get("x-dressed"), "yes")
  })

  it.each([
    ["a missing field", { due: valid.due }, [{ field: "name", reason: "is required" }]],
    ["a field of another type", { ...valid, name: 7 }, [{ field: "name", reason: "must be a string" }]],
    [
      "several fields",
      { name: [canary], due: null },
      [
        { field: "name", reason: "must be a string" },
        { field: "due", reason: "must be a string" }
      ]
    ]
  ])("replies 400 and names the field: %s", async (_, body, errors) => {
    const { json, status } = await call(JSON.stringify(body))
    assert.deepStrictEqual([status, json.code, json.errors], [400, "invalid_request", errors])
    assert.isEmpty(received)
  })

  it.each([
    ["an invalid date", JSON.stringify({ ...valid, due: canary })],
    ["an invalid number", JSON.stringify({ ...valid, count: [canary] })],
    ["an object for a string", JSON.stringify({ ...valid, name: { [canary]: canary } })],
    ["a string for the body", JSON.stringify(canary)],
    ["a list for the body", JSON.stringify([canary])],
    ["broken JSON", `{"name":"${canary}`],
    ["unknown fields only", JSON.stringify({ [canary]: canary })]
  ])("trap 3: replies 400 and echoes nothing: %s", async (_, body) => {
    const { headers, json, status, text } = await call(body)
    assert.deepStrictEqual([status, json.code], [400, "invalid_request"])
    assert.isNotEmpty(json.errors)
    assert.notInclude(`${text}${JSON.stringify([...headers])}`, canary)
    assert.isEmpty(received)
  })

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/merge-patch+json", ""])(
    "trap 2: replies 415 to the content type %j",
    async (type) => {
      const { json, status } = await call(JSON.stringify(valid), type)
      assert.deepStrictEqual([status, json.code], [415, "unsupported_media_type"])
      assert.isEmpty(received)
    }
  )

  it("trap 2: replies 415 to a request without body and content type, and 400 to an empty body", async () => {
    assert.deepStrictEqual((await call(undefined, "")).json.code, "unsupported_media_type")
    const { json, status } = await call("")
    assert.deepStrictEqual([status, json.errors], [400, [{ field: "body", reason: "is not JSON" }]])
    assert.isEmpty(received)
  })

  it("trap 4: replies 413 above 64 KiB", async () => {
    const fits = JSON.stringify(valid).padEnd(RequestReader.maxBytes)
    assert.strictEqual((await call(fits)).status, 201)
    const { json, status } = await call(`${fits} `)
    assert.deepStrictEqual([status, json.code], [413, "payload_too_large"])
    assert.isEmpty(received)
  })

  it("accepts the declared media types only", async () => {
    const mergePatch = "application/merge-patch+json"
    const patch = jsonHandler({ ...Contract, mediaTypes: [mergePatch] }, ({ count, due }) =>
      Effect.succeed({ body: { count, due } })
    )
    const statusWith = async (contentType: string) =>
      (await run(patch, { body: JSON.stringify(valid), contentType })).status
    assert.strictEqual(await statusWith(mergePatch), 201)
    assert.strictEqual(await statusWith("application/json"), 415)
  })

  it("fails with the error of its function", async () => {
    const taken = jsonHandler(Contract, () => new EmailTaken())
    const { json, status } = await run(taken, { body: JSON.stringify(valid) })
    assert.deepStrictEqual([status, json.code], [400, "email_already_exists"])
  })
})

describe("jsonReader", () => {
  const reader = jsonReader(Contract, ({ caller }) =>
    Effect.succeed({ body: { due: DateTime.unsafeMake(0), count: caller.ipAddress.length } })
  )

  it("calls its function without reading a body, and encodes the reply", async () => {
    for (const call of [{}, { contentType: "" }, { body: "{", contentType: "text/plain" }]) {
      const { json, status } = await run(reader, call)
      assert.deepStrictEqual([status, json], [201, { due: "1970-01-01T00:00:00.000Z", count: "9" }])
    }
  })
})

describe("jsonResponse", () => {
  const respond = jsonResponse(Schema.Struct({ at: Schema.DateTimeUtc }))

  it("has the status 200 without an annotation", () => {
    const { body: _, ...response } = respond({ body: { at: DateTime.unsafeMake(0) } })
    assert.strictEqual(response.status, 200)
  })

  it("dies with a reply that breaks its schema, and never sends it", () => {
    const odd = { at: canary } as unknown as { at: DateTime.Utc }
    assert.throws(() => respond({ body: odd }))
  })
})

describe("wire", () => {
  const valid = { name: "  Ada ", due: "2026-07-29T12:00:00+02:00", count: "7" }
  const Wire = wire(Contract, "Example", valid)

  it("is the encoded side of a payload, under its name and with its example", () => {
    const { $defs } = JSONSchema.make(Wire)
    assert.deepStrictEqual(Object.keys($defs ?? {}), ["Example"])
    assert.deepInclude($defs?.["Example"] ?? {}, { type: "object", required: ["name", "due"], examples: [valid] })
  })

  it("has a member for each media type of the contract", () => {
    const mediaTypes = ["application/json", "application/merge-patch+json", RequestReader.formType]
    const { ast } = wire({ ...Contract, mediaTypes }, "Example", valid)
    assert.deepStrictEqual(ast._tag === "Union" && ast.types.map((member) => HttpApiSchema.getEncoding(member)), [
      { kind: "Json", contentType: "application/json" },
      { kind: "Json", contentType: "application/merge-patch+json" },
      { kind: "UrlParams", contentType: "application/x-www-form-urlencoded" }
    ])
  })

  it("neither decodes nor encodes, so that clients send what the handler decodes", () => {
    const { count, due, name } = valid
    const encoded = Schema.encodeSync(Wire)({ count, due, name })
    assert.deepStrictEqual(encoded, { count, due, name })
    assert.strictEqual(Schema.decodeUnknownSync(Contract.payload)(encoded).count, 7)
  })

  it("is accepted as the payload of an endpoint", () => {
    assert.isTrue(HttpApiEndpoint.isHttpApiEndpoint(HttpApiEndpoint.post("example", "/example").setPayload(Wire)))
  })
})
