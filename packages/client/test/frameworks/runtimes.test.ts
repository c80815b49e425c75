/** The kit for Hono without anything of Node, as on other runtimes: its app gets a `Request` and returns a `Response`. */
import { Hono } from "hono"
import { describe, expect, test } from "vitest"
import { createLatchkey } from "../../src/hono.ts"
import { cookies, session } from "../support/FakeLatchkey.ts"
import { makeHono } from "./honoApp.ts"

const appUrl = "https://app.example.com"
const options = { url: "https://auth.example.com", appUrl, log: () => undefined }
const found = async () => Response.json(session)
const request = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  new Request(appUrl + path, { method, headers })

describe("The kit for Hono, on a runtime with fetch only", () => {
  const app = makeHono({ ...options, fetch: found }, [])

  test("shows a page to a signed-in user, and leads a visitor to the sign-in page", async () => {
    const page = await app.fetch(request("/orders", { cookie: cookies }))
    expect([await page.text(), page.headers.get("cache-control")]).toEqual(["Orders of ada@example.com", "no-store"])
    const visitor = await app.fetch(request("/orders?year=2026", { accept: "text/html" }))
    expect([visitor.status, visitor.headers.get("location")]).toEqual([
      303,
      `https://auth.example.com/sign-in?return_to=${encodeURIComponent(`${appUrl}/orders?year=2026`)}`
    ])
  })

  test("adds no header to the reply of a WebSocket, which would lose its socket", async () => {
    const latchkey = createLatchkey({ ...options, fetch: found })
    // Node makes no such response. Deno and Cloudflare do.
    const upgraded = Object.defineProperty(new Response(null), "status", { value: 101 })
    const socket = new Hono().get("/socket", latchkey.requireSession(), () => upgraded)
    expect(await socket.fetch(request("/socket", { cookie: cookies }))).toBe(upgraded)
  })
})
