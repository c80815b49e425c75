/** The kit imports no types of frameworks. These apps compile with those of every supported version. */
import express4, { type Request as Request4 } from "express4"
import { fastify as fastify4, type FastifyRequest as FastifyRequest4 } from "fastify4"
import { type Context, Hono } from "hono"
import { expect, expectTypeOf, test } from "vitest"
import type { Caller, Session } from "../../src/server.ts"
import * as express from "../../src/express.ts"
import * as fastify from "../../src/fastify.ts"
import * as hono from "../../src/hono.ts"

interface Metadata {
  readonly plan?: "free" | "team"
}
type Own = Session<Metadata, unknown>

const log = () => undefined

test("The kit fits the types of Express 4, and what follows it keeps the parameters of its path", () => {
  const latchkey = express.createLatchkey<Metadata, unknown>({ log })
  const app = express4()
  app.get("/orders/:id", latchkey.requireSession(), (request, response) => {
    expectTypeOf(request.params.id).toEqualTypeOf<string>()
    response.send(latchkey.sessionOf(request).metadata?.plan)
  })
  app.use(latchkey.optionalSession()).post("/sign-out", latchkey.signOut("/bye"))
  expectTypeOf(latchkey.sessionOf).returns.toEqualTypeOf<Own>()
  expectTypeOf(latchkey.sessionOf).toBeCallableWith({} as Request4)
  expect(app).toBeTypeOf("function")
})

test("The kit fits the types of Fastify 4", () => {
  const latchkey = fastify.createLatchkey<Metadata, unknown>({ log })
  const app = fastify4()
  app.addHook("preHandler", latchkey.optionalSession())
  app.get("/orders", { onRequest: [latchkey.requireSession(), latchkey.requireCaller()] }, async (request) =>
    latchkey.sessionOf(request)
  )
  app.post("/sign-out", latchkey.signOut())
  expectTypeOf(latchkey.optionalSessionOf).returns.toEqualTypeOf<Own | undefined>()
  expectTypeOf(latchkey.sessionOf).toBeCallableWith({} as FastifyRequest4)
  expect(app.hasRoute({ method: "POST", url: "/sign-out" })).toBe(true)
})

test("The kit fits the types of Hono, and keeps the variables of an app", async () => {
  const latchkey = hono.createLatchkey<Metadata, unknown>({ log })
  const app = new Hono<{ Variables: { readonly shop: string } }>()
    .use(async (c, next) => {
      c.set("shop", "books")
      await next()
    })
    .get("/:id", latchkey.optionalSession(), (c) => {
      expectTypeOf(c.var.shop).toEqualTypeOf<string>()
      expectTypeOf(c.req.param("id")).toEqualTypeOf<string>()
      return c.json({ shop: c.var.shop, plan: latchkey.optionalSessionOf(c)?.metadata?.plan ?? null })
    })
  expectTypeOf(latchkey.callerOf).returns.toEqualTypeOf<Caller<Metadata, unknown>>()
  expectTypeOf(latchkey.sessionOf).toBeCallableWith({} as Context)
  expect(await (await app.request("/7")).json()).toEqual({ shop: "books", plan: null })
})
