import * as Memory from "@latchkey/memory/Memory"
import { describe, test } from "vitest"
import { send } from "../support/HttpClient.ts"
import { adminKey, mounts, startService, type Mount } from "../support/Service.ts"
import { request as httpRequest } from "node:http"

const J = { "content-type": "application/json" }
const deep = `{"email":${"[".repeat(10000)}${"]".repeat(10000)},"password":"x"}`
const deep2 = `{"email":${"[".repeat(32000)}${"]".repeat(32000)}}`
const probes: Array<[string, string, Record<string, string>, (string | Uint8Array)?]> = [
  ["TRACE", "/v1/auth/session", {}],
  ["TRACE", "/nope", {}],
  ["PROPFIND", "/v1/auth/session", {}],
  ["HEAD", "/v1/auth/session", {}],
  ["HEAD", "/v1/auth/sign-out", {}],
  ["HEAD", "/nope", {}],
  ["GET", "/nope", {}],
  ["GET", "/", {}],
  ["GET", "/v1/%ZZ", {}],
  ["GET", "/v1/auth/session%", {}],
  ["GET", "/v1/admin/instances/%E0%A4%A", {authorization: `Bearer ${adminKey}`}],
  ["GET", "/v1/admin/instances/%FF", {authorization: `Bearer ${adminKey}`}],
  ["GET", "/v1/admin/instances/" + "a".repeat(101), {authorization: `Bearer ${adminKey}`}],
  ["GET", "/v1/admin/instances/%2e%2e", {authorization: `Bearer ${adminKey}`}],
  ["GET", "/v1/auth/magic-link/verify?token=%ZZ", {}],
  ["GET", "/v1/auth/magic-link/verify?token=%FF", {}],
  ["GET", "/v1/auth/magic-link/verify?token=a&token=b", {}],
  ["GET", "/v1/auth/magic-link/verify?token[]=a", {}],
  ["GET", "/v1/auth/magic-link/verify?__proto__=a", {}],
  ["GET", "/v1/auth/magic-link/verify?" , {}],
  ["GET", "/v1/auth/magic-link/verify;token=abc" , {}],
  ["GET", "/v1/auth/session", {connection: "Upgrade", upgrade: "websocket", "sec-websocket-version":"13", "sec-websocket-key":"dGhlIHNhbXBsZSBub25jZQ=="}],
  ["POST", "/v1/auth/sign-in/email-password", J, deep],
  ["POST", "/v1/auth/sign-in/email-password", J, deep2],
  ["POST", "/v1/auth/sign-in/email-password", J, `[`.repeat(60000)],
  ["POST", "/v1/auth/sign-in/email-password", J, `{"email":{"__proto__":{"toString":1}},"password":{"toJSON":1}}`],
  ["POST", "/v1/auth/sign-in/email-password", J, `{"__proto__":{"email":"a@b.cc","password":"hunter22222"}}`],
  ["POST", "/v1/auth/sign-in/email-password", J, `null`],
  ["POST", "/v1/auth/sign-in/email-password", J, `"str secret"`],
  ["POST", "/v1/auth/sign-in/email-password", J, `[1]`],
  ["POST", "/v1/auth/sign-in/email-password", J, `{"email":"a@b.cc","password":"x"}`.padEnd(64*1024+1)],
  ["POST", "/v1/auth/sign-in/email-password", {...J, "content-encoding": "gzip"}, `{}`],
  ["POST", "/v1/auth/sign-in/email-password", J, ""],
  ["POST", "/v1/auth/sign-in/email-password", J, `\ufeff{}`],
  ["POST", "/v1/auth/sign-in/email-password", J, Buffer.alloc(20*1024*1024, 32)],
  ["POST", "/v1/auth/sign-out", {}],
  ["POST", "/v1/auth/sign-out", J, `{}`],
  ["OPTIONS", "/v1/auth/sign-out", {origin: "https://evil.example"}],
  ["OPTIONS", "/nope", {}],
  ["OPTIONS", "*", {}],
  ["GET", "/openapi.json", {}],
  ["GET", "/docs", {}],
  ["GET", "/health/live", {}],
  ["POST", "/health/live", {}],
  ["PATCH", "/v1/auth/session", {origin: "https://evil.example"}],
  ["GET", "/v1/auth/session", {cookie: "__client=" + "a".repeat(20000)}],
]
describe.each(Object.keys(mounts) as Array<Mount>)("%s", (mount) => {
  test("probe", async () => {
    const s = await startService({ storage: Memory.layer, mount })
    for (const [m, p, h, b] of probes) {
      const t = Date.now()
      const r = await Promise.race([send(m, p === "*" ? s.origin + "/*" : s.origin + p, { headers: h, ...(b === undefined ? {} : { body: b }) }), new Promise<never>((_, rej) => setTimeout(() => rej(new Error("timeout")), 5000))]).catch((e) => e)
      const hs = r instanceof Error ? "" : Object.entries(r.headers).filter(([k]) => !["date", "connection", "keep-alive"].includes(k)).map(([k,v]) => `${k}=${String(v).slice(0,50)}`).join("|")
      console.log(mount, m, p.slice(0, 60), (b ?? "").slice(0, 40).toString().slice(0,40), "->", r instanceof Error ? String(r) : `${r.status} ${r.text.slice(0, 200)}`, "\n      ", hs, Date.now() - t)
    }
    // chunked
    for (const size of [100, 70000, 20*1024*1024, 40*1024*1024]) {
    const r = await new Promise((resolve) => {
      const q = httpRequest(s.origin + "/v1/auth/sign-in/email-password", { method: "POST", headers: J, agent: false }, (res) => { let t = ""; res.on("data", (c) => t += c); res.on("end", () => resolve(res.statusCode + t)) })
      q.on("error", (e) => resolve(String(e)))
      const chunk = Buffer.alloc(65536, 32)
      let sent = 0
      const go = () => { while (sent < size) { sent += chunk.length; if (!q.write(chunk)) { q.once("drain", go); return } } q.end() }
      go()
    })
    console.log("chunked", size, r) }
    await s.stop()
  })
})
