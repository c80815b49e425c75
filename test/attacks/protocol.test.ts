import * as DrainableServer from "@latchkey/server/http/DrainableServer"
import { expect, test } from "vitest"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { asAdmin, instances, newEmail, password, requestLink, session, signIn } from "@latchkey/test-support/contract"
import { exchange, rawPost } from "@latchkey/test-support/wire"

/** The HTTP server of `latchkey serve`, with its options. */
const asServed = () => ({ server: () => DrainableServer.make().server })

const smuggled = "GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n"

/** Returns the status of every response on a connection. */
const statusesOf = (bytes: string) =>
  [...bytes.matchAll(/(?:^|\r\n\r\n|})HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)

const post = (headers: ReadonlyArray<string>, rest: string) =>
  [`POST ${signIn} HTTP/1.1`, "host: x", "content-type: application/json", ...headers, "", rest].join("\r\n")

onBothMounts(
  "a request that two servers may parse differently",
  (service) => {
    test.each([
      [
        "Transfer-Encoding and Content-Length",
        post(["transfer-encoding: chunked", "content-length: 4"], `0\r\n\r\n${smuggled}`)
      ],
      [
        "both, with a space before the colon",
        post(["transfer-encoding : chunked", "content-length: 4"], `0\r\n\r\n${smuggled}`)
      ],
      ["both, on a folded line", post(["transfer-encoding:", " chunked", "content-length: 4"], `0\r\n\r\n${smuggled}`)],
      ["two Content-Length headers", post(["content-length: 2", "content-length: 40"], `{}${smuggled}`)],
      ["a list in Content-Length", post(["content-length: 2, 2"], `{}${smuggled}`)],
      ["a sign in Content-Length", post(["content-length: +2"], `{}${smuggled}`)],
      ["an unknown transfer coding", post(["transfer-encoding: xchunked"], `0\r\n\r\n${smuggled}`)],
      ["a transfer coding after chunked", post(["transfer-encoding: chunked, identity"], `0\r\n\r\n${smuggled}`)],
      ["a chunk without a size", post(["transfer-encoding: chunked"], `zz\r\n{}\r\n0\r\n\r\n${smuggled}`)],
      ["line ends without CR", `GET ${session} HTTP/1.1\nhost: x\n\n${smuggled}`],
      ["NUL in a header", `GET ${session} HTTP/1.1\r\nhost: x\r\na: b\u0000c\r\n\r\n${smuggled}`],
      ["an escape character in the path", `GET /v1/\u001b[31m HTTP/1.1\r\nhost: x\r\n\r\n${smuggled}`],
      ["no Host header", `GET ${session} HTTP/1.1\r\n\r\n${smuggled}`]
    ])("gets one response, 400, and the rest of the connection is ignored: %s", async (_, bytes) => {
      expect(statusesOf(await exchange(service().port, bytes))).toEqual(["400"])
    })

    test("two requests on one connection get two responses, and a request inside a body gets none", async () => {
      const inside = rawPost(signIn, { email: newEmail(), password, note: smuggled }, { connection: "keep-alive" })
      const last = `GET ${session} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`
      expect(statusesOf(await exchange(service().port, `${inside}${last}`))).toEqual(["401", "401"])
    })
  },
  asServed
)

onBothMounts("a request with an override header", (service) => {
  test.each(["x-http-method-override", "x-http-method", "x-method-override", "_method"])(
    "keeps its method with %s",
    async (name) => {
      const browser = service().browser({ ...asAdmin, [name]: "DELETE" })
      expect((await browser.get(instances)).status).toBe(200)
      expect((await browser.send("PUT", `${session}?${name}=GET`, { headers: { [name]: "GET" } })).status).toBe(405)
    }
  )

  test.each(["x-original-url", "x-rewrite-url", "x-forwarded-prefix", "x-forwarded-path"])(
    "keeps its path with %s",
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

  test("another host in the request line does not change the host of the link", async () => {
    const email = newEmail()
    const line = rawPost(requestLink, { email }, { connection: "close" })
    const otherHost = line.replace(`POST ${requestLink}`, `POST http://evil.example${requestLink}`)
    expect(statusesOf(await exchange(service().port, otherHost))).toEqual(["200"])
    await service().lastLink(email)
    expect(JSON.stringify((await service().emails()).at(-1))).not.toContain("evil")
  })
})
