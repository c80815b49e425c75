import * as DrainableServer from "@latchkey/server/http/DrainableServer"
import { expect, test } from "vitest"
import { onBothMounts } from "../http/support/conformance.ts"
import { asAdmin, instances, newEmail, password, requestLink, session, signIn } from "../http/support/contract.ts"
import { exchange, rawPost } from "../http/support/wire.ts"

/** The server that `latchkey serve` has, with its own options. */
const asServed = () => ({ server: () => DrainableServer.make().server })

const smuggled = "GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n"

/** The status of every reply that came back on a connection. */
const statusesOf = (bytes: string) =>
  [...bytes.matchAll(/(?:^|\r\n\r\n|})HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)

const post = (headers: ReadonlyArray<string>, rest: string) =>
  [`POST ${signIn} HTTP/1.1`, "host: x", "content-type: application/json", ...headers, "", rest].join("\r\n")

onBothMounts(
  "a request that two servers may read differently",
  (service) => {
    test.each([
      ["both lengths", post(["transfer-encoding: chunked", "content-length: 4"], `0\r\n\r\n${smuggled}`)],
      [
        "both, with a space before the colon",
        post(["transfer-encoding : chunked", "content-length: 4"], `0\r\n\r\n${smuggled}`)
      ],
      ["both, on a folded line", post(["transfer-encoding:", " chunked", "content-length: 4"], `0\r\n\r\n${smuggled}`)],
      ["two lengths", post(["content-length: 2", "content-length: 40"], `{}${smuggled}`)],
      ["a list of lengths", post(["content-length: 2, 2"], `{}${smuggled}`)],
      ["a length with a sign", post(["content-length: +2"], `{}${smuggled}`)],
      ["an unknown coding", post(["transfer-encoding: xchunked"], `0\r\n\r\n${smuggled}`)],
      ["a coding after chunked", post(["transfer-encoding: chunked, identity"], `0\r\n\r\n${smuggled}`)],
      ["a chunk of no size", post(["transfer-encoding: chunked"], `zz\r\n{}\r\n0\r\n\r\n${smuggled}`)],
      ["lines that end in LF", `GET ${session} HTTP/1.1\nhost: x\n\n${smuggled}`],
      ["NUL in a header", `GET ${session} HTTP/1.1\r\nhost: x\r\na: b\u0000c\r\n\r\n${smuggled}`],
      ["an escape in the path", `GET /v1/\u001b[31m HTTP/1.1\r\nhost: x\r\n\r\n${smuggled}`],
      ["no host", `GET ${session} HTTP/1.1\r\n\r\n${smuggled}`]
    ])("gets one reply, 400, and nothing after it is read: %s", async (_, bytes) => {
      expect(statusesOf(await exchange(service().port, bytes))).toEqual(["400"])
    })

    test("two requests on one connection are two, and what is in a body is none", async () => {
      const inside = rawPost(signIn, { email: newEmail(), password, note: smuggled }, { connection: "keep-alive" })
      const last = `GET ${session} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`
      expect(statusesOf(await exchange(service().port, `${inside}${last}`))).toEqual(["401", "401"])
    })
  },
  asServed
)

onBothMounts("a request that pretends to be another", (service) => {
  test.each(["x-http-method-override", "x-http-method", "x-method-override", "_method"])(
    "keeps its method, whatever %s says",
    async (name) => {
      const browser = service().browser({ ...asAdmin, [name]: "DELETE" })
      expect((await browser.get(instances)).status).toBe(200)
      expect((await browser.send("PUT", `${session}?${name}=GET`, { headers: { [name]: "GET" } })).status).toBe(405)
    }
  )

  test.each(["x-original-url", "x-rewrite-url", "x-forwarded-prefix", "x-forwarded-path"])(
    "keeps its path, whatever %s says",
    async (name) => {
      expect(
        (
          await service()
            .browser({ [name]: instances })
            .get("/health/live")
        ).json
      ).toEqual({ ok: true })
    }
  )

  test("names no other service by naming another host in its first line", async () => {
    const email = newEmail()
    const line = rawPost(requestLink, { email }, { connection: "close" })
    const elsewhere = line.replace(`POST ${requestLink}`, `POST http://evil.example${requestLink}`)
    expect(statusesOf(await exchange(service().port, elsewhere))).toEqual(["200"])
    await service().lastLink(email)
    expect(JSON.stringify((await service().mails()).at(-1))).not.toContain("evil")
  })
})
