import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { assert, describe, it } from "@effect/vitest"
import { EmailTaken } from "@latchkey/domain/account/AccountErrors"
import { Unauthenticated } from "@latchkey/domain/session/SessionErrors"
import * as Contract from "@latchkey/http/core/Contract"
import * as Implementation from "@latchkey/http/core/Implementation"
import { type Endpoint, toProblem } from "@latchkey/http/core/Endpoint"
import { problem, toResponse } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as JSONSchema from "effect/JSONSchema"
import * as Schema from "effect/Schema"
import * as SchemaAst from "effect/SchemaAST"
import { contextOf } from "../support/contextOf.ts"

const canary = "canary-4d1c"

/** A payload and a reply that differ from their encoded forms. */
const Payload = Schema.Struct({
  name: Schema.compose(Schema.Trim, Schema.NonEmptyString),
  due: Schema.DateTimeUtc,
  count: Schema.optionalWith(Schema.NumberFromString, { default: () => 1 })
})
type Payload = typeof Payload.Type
const Success = Schema.Struct({ due: Schema.DateTimeUtc, count: Schema.NumberFromString })

const example = { name: "  Ada ", due: "2026-07-29T12:00:00+02:00", count: "7" }
const described = { summary: "Do it", description: "Does it.", success: Success, statuses: [201] } as const
const body = Contract.body(Payload, "Example", example)
const mergePatch = "application/merge-patch+json"

class Group extends Contract.group(
  "example",
  { title: "Example", description: "An example." },
  {
    create: Contract.endpoint(HttpApiEndpoint.post("create", "/things"), {
      ...described,
      body,
      errors: ["email_already_exists"]
    }),
    change: Contract.endpoint(HttpApiEndpoint.patch("change")`/things/${HttpApiSchema.param("id", Schema.String)}`, {
      ...described,
      ownPages: true,
      body: Contract.body(Payload, "Change", example, { mediaTypes: [mergePatch] })
    }),
    submit: Contract.endpoint(HttpApiEndpoint.post("submit", "/forms"), {
      ...described,
      body: Contract.body(Payload, "Form", example, {
        maxBytes: 1000,
        form: (fields) => Effect.succeed({ ...example, name: fields.get("who") })
      })
    }),
    list: Contract.endpoint(HttpApiEndpoint.get("list", "/things"), {
      ...described,
      query: Schema.Struct({ count: Schema.NumberFromString })
    })
  }
) {}

const received: Array<Payload> = []
const order: Array<string> = []

const handlers = {
  create: (request: { readonly body: Payload }) =>
    Effect.sync(() => {
      received.push(request.body)
      const reply = { due: request.body.due, count: request.body.count, secret: canary }
      return { body: reply, mapResponse: HttpServerResponse.setHeader("x-mapped", "yes") }
    }),
  change: {
    before: () => Effect.sync(() => void order.push("before")),
    handle: ({ body, path }: { readonly body: Payload; readonly path: { readonly id: string } }) =>
      Effect.succeed({ body: { due: body.due, count: path.id.length } })
  },
  submit: (request: { readonly body: Payload }) =>
    Effect.sync(() => {
      received.push(request.body)
      return { body: request.body }
    }),
  list: (request: { readonly query: { readonly count: number } }) =>
    Effect.succeed({ body: { due: DateTime.unsafeMake(0), count: request.query.count } })
}

interface Call {
  readonly body?: string
  readonly contentType?: string
  readonly method?: string
  readonly query?: string
  readonly path?: unknown
  readonly isOwnPage?: boolean
}

/** Runs an endpoint of an implementation as a router does, on a service without instances. */
const runWith =
  (implementation: Implementation.Implementation<string, never>) =>
  async (
    name: string,
    { body, contentType = "application/json", isOwnPage = true, method = "POST", path, query = "" }: Call = {}
  ) => {
    received.splice(0)
    order.splice(0)
    const request = new Request(`http://localhost/${query}`, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: contentType === "" ? {} : { "content-type": contentType }
    })
    const endpoint = {
      isOwnPage: () => isOwnPage,
      handleRequest:
        (handler: (context: unknown) => Effect.Effect<HttpServerResponse.HttpServerResponse, never>) =>
        (incoming: RequestReader.IncomingRequest) =>
          Effect.catchAll(handler(contextOf(incoming)), (error) => Effect.succeed(toResponse(toProblem(error))))
    } as unknown as Context.Tag.Service<Endpoint>
    const running = (await Effect.runPromise(implementation.run))[name]
    assert.isDefined(running)
    if (running === undefined) throw new Error("There is no such endpoint")
    const reply = await Effect.runPromise(running(endpoint)(HttpServerRequest.fromWeb(request), path))
    const response = HttpServerResponse.toWeb(reply)
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: text === "" ? undefined : JSON.parse(text)
    }
  }

const run = runWith(Implementation.make(Group, Effect.succeed(handlers)))
const create = (body?: string, contentType?: string) =>
  run("create", { ...(body === undefined ? {} : { body }), ...(contentType === undefined ? {} : { contentType }) })

describe("Implementation.make", () => {
  const valid = { ...example, [canary]: canary }

  it("decodes the body by the declared schema, and ignores unknown fields", async () => {
    await create(JSON.stringify(valid))
    assert.deepStrictEqual(received, [
      { name: "Ada", due: DateTime.unsafeMake("2026-07-29T10:00:00Z"), count: 7 } as Payload
    ])
    await create(JSON.stringify({ name: "Ada", due: valid.due }))
    assert.strictEqual(received[0]?.count, 1)
  })

  it("encodes the reply by the declared schema, without undeclared fields, and with the declared status", async () => {
    const { headers, json, status } = await create(JSON.stringify(valid))
    assert.strictEqual(status, 201)
    assert.strictEqual(headers.get("content-type"), "application/json")
    assert.deepStrictEqual(json, { due: "2026-07-29T10:00:00.000Z", count: "7" })
  })

  it("adds to the response what the handler adds", async () => {
    assert.strictEqual((await create(JSON.stringify(valid))).headers.get("x-mapped"), "yes")
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
    const { json, status } = await create(JSON.stringify(body))
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
    const { headers, json, status, text } = await create(body)
    assert.deepStrictEqual([status, json.code], [400, "invalid_request"])
    assert.isNotEmpty(json.errors)
    assert.notInclude(`${text}${JSON.stringify([...headers])}`, canary)
    assert.isEmpty(received)
  })

  it.each(["text/plain", "application/x-www-form-urlencoded", mergePatch, ""])(
    "trap 2: replies 415 to the content type %j",
    async (type) => {
      const { json, status } = await create(JSON.stringify(valid), type)
      assert.deepStrictEqual([status, json.code], [415, "unsupported_media_type"])
      assert.isEmpty(received)
    }
  )

  it("names every media type that it accepts", async () => {
    const { json } = await run("submit", { body: "<a/>", contentType: "text/xml" })
    assert.strictEqual(json.detail, "Send application/json or application/x-www-form-urlencoded.")
  })

  it("trap 2: replies 415 to a request without body and content type, and 400 to an empty body", async () => {
    assert.deepStrictEqual((await create(undefined, "")).json.code, "unsupported_media_type")
    const { json, status } = await create("")
    assert.deepStrictEqual([status, json.errors], [400, [{ field: "body", reason: "is not JSON" }]])
    assert.isEmpty(received)
  })

  it("trap 4: replies 413 above 64 KiB, or above the declared size", async () => {
    const fits = JSON.stringify(valid).padEnd(RequestReader.maxBytes)
    assert.strictEqual((await create(fits)).status, 201)
    const { json, status } = await create(`${fits} `)
    assert.deepStrictEqual([status, json.code], [413, "payload_too_large"])
    assert.isEmpty(received)
    const statusOf = async (length: number) =>
      (await run("submit", { body: JSON.stringify(valid).padEnd(length) })).status
    assert.deepStrictEqual([await statusOf(1000), await statusOf(1001)], [201, 413])
  })

  it("accepts the declared media types only, and passes the parameters of the path", async () => {
    const change = (contentType: string) =>
      run("change", { method: "PATCH", body: JSON.stringify(valid), contentType, path: { id: "abc" } })
    assert.deepStrictEqual((await change(mergePatch)).json.count, "3")
    assert.strictEqual((await change("application/json")).status, 415)
  })

  it("runs what is to run before the body is read", async () => {
    await run("change", { method: "PATCH", body: "{", contentType: mergePatch, path: { id: "abc" } })
    assert.deepStrictEqual(order, ["before"])
  })

  it("refuses pages of other origins where only own pages are declared", async () => {
    const call = { method: "PATCH", body: JSON.stringify(valid), contentType: mergePatch, path: { id: "abc" } }
    const { json, status } = await run("change", { ...call, isOwnPage: false })
    assert.deepStrictEqual([status, json.code], [403, "forbidden_origin"])
    assert.strictEqual((await run("create", { body: JSON.stringify(valid), isOwnPage: false })).status, 201)
  })

  it("reads a form where one is declared", async () => {
    const form = { body: "who=Grace", contentType: RequestReader.formType }
    assert.strictEqual((await run("submit", form)).status, 201)
    assert.strictEqual(received[0]?.name, "Grace")
  })

  it("decodes the query, and reads no body without one that is declared", async () => {
    const { json } = await run("list", { method: "GET", contentType: "", query: "?count=7" })
    assert.deepStrictEqual(json, { due: "1970-01-01T00:00:00.000Z", count: "7" })
    const { status } = await run("list", { method: "POST", body: "{", contentType: "text/plain", query: "?count=7" })
    assert.strictEqual(status, 201)
    const rejected = await run("list", { method: "GET", contentType: "" })
    assert.deepStrictEqual(rejected.json.errors, [{ field: "count", reason: "is required" }])
  })

  it("fails with the error of the handler", async () => {
    const taken = { ...handlers, create: () => new EmailTaken() }
    const fail = runWith(Implementation.make(Group, Effect.succeed(taken)))
    const { json, status } = await fail("create", { body: JSON.stringify(valid) })
    assert.deepStrictEqual([status, json.code], [400, "email_already_exists"])
  })

  it("throws for an endpoint with a permission, which only a guard checks", () => {
    const read = Contract.endpoint(HttpApiEndpoint.get("read", "/things"), {
      ...described,
      permission: "users.read"
    })
    const guarded = Contract.group("guarded", { title: "Guarded", description: "" }, { read })
    const body = { due: DateTime.unsafeMake(0), count: 1 }
    assert.throws(
      () => Implementation.make(guarded, Effect.succeed({ read: () => Effect.succeed({ body }) })),
      "read has a permission that nothing checks"
    )
    assert.throws(
      () => Contract.group("guarded", { title: "Guarded", description: "" }, { other: read }),
      "The endpoint read is listed as other"
    )
  })

  it("does not compile with another reply, an undeclared error or a missing handler", () => {
    // @ts-expect-error `create` declares another reply
    Implementation.make(Group, Effect.succeed({ ...handlers, create: () => Effect.succeed({ body: { ok: true } }) }))
    // @ts-expect-error `create` does not declare this error of the domain
    Implementation.make(Group, Effect.succeed({ ...handlers, create: () => new Unauthenticated() }))
    // @ts-expect-error `create` does not declare this problem
    Implementation.make(Group, Effect.succeed({ ...handlers, create: () => problem("passkey_disabled") }))
    const { list: _, ...others } = handlers
    // @ts-expect-error `list` has no handler
    Implementation.make(Group, Effect.succeed(others))
  })
})

describe("Implementation.makeGuarded", () => {
  it("runs the guard before it reads the query and the body, and hands on what it returns", async () => {
    const guard = Effect.succeed((_: Contract.Any, { path }: { readonly path: unknown }) =>
      path === undefined ? problem("unauthenticated") : Effect.succeed({ role: "admin" })
    )
    const guarded = runWith(
      Implementation.makeGuarded(
        Group,
        guard,
        Effect.succeed({
          ...handlers,
          create: ({ body, role }) => Effect.succeed({ body: { due: body.due, count: role.length } })
        })
      )
    )
    assert.strictEqual((await guarded("create", { body: "{" })).json.code, "unauthenticated")
    assert.strictEqual((await guarded("create", { body: JSON.stringify(example), path: {} })).json.count, "5")
  })
})

describe("jsonResponse", () => {
  const respond = Implementation.jsonResponse(Schema.Struct({ at: Schema.DateTimeUtc }))

  it("has the status 200 without an annotation", () => {
    const { body: _, ...response } = respond({ body: { at: DateTime.unsafeMake(0) } })
    assert.strictEqual(response.status, 200)
  })

  it("dies with a reply that breaks its schema, and never sends it", () => {
    const odd = { at: canary } as unknown as { at: DateTime.Utc }
    assert.throws(() => respond({ body: odd }))
  })
})

describe("Contract.body", () => {
  it("shows the encoded side, under its name and with its example", () => {
    const { $defs } = JSONSchema.make(body.wire)
    assert.deepStrictEqual(Object.keys($defs ?? {}), ["Example"])
    assert.deepInclude($defs?.["Example"] ?? {}, { type: "object", required: ["name", "due"], examples: [example] })
  })

  it("shows a member for each media type", () => {
    const form = () => Effect.succeed(example)
    const { ast } = Contract.body(Payload, "Example", example, {
      mediaTypes: ["application/json", mergePatch],
      form
    }).wire
    assert.deepStrictEqual(ast._tag === "Union" && ast.types.map((member) => HttpApiSchema.getEncoding(member)), [
      { kind: "Json", contentType: "application/json" },
      { kind: "Json", contentType: mergePatch },
      { kind: "UrlParams", contentType: "application/x-www-form-urlencoded" }
    ])
  })

  it("neither decodes nor encodes, so that clients send what the endpoint decodes", () => {
    const encoded = Schema.encodeSync(body.wire)(example)
    assert.deepStrictEqual(encoded, example)
    assert.strictEqual(Schema.decodeUnknownSync(Payload)(encoded).count, 7)
  })
})

describe("Contract.endpoint", () => {
  const declared = (name: "create" | "list") => {
    const { ast } = Group.contracts[name].endpoint.errorSchema
    const members = ast._tag === "Union" ? ast.types : [ast]
    // Without the platform's own error, which has no identifier.
    return members.flatMap((member) => member.annotations[SchemaAst.IdentifierAnnotationId] ?? [])
  }

  it("adds what every endpoint, a query, a body and an unsafe method can answer", () => {
    const ofAll = ["NotFound", "InternalError", "ServiceUnavailable"]
    assert.sameMembers(declared("list"), ["InvalidRequest", ...ofAll])
    const ofBody = ["InvalidRequest", "PayloadTooLarge", "UnsupportedMediaType"]
    assert.sameMembers(declared("create"), ["EmailAlreadyExists", "ForbiddenOrigin", ...ofBody, ...ofAll])
  })
})
