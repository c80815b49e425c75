import * as Email from "@latchkey/domain/core/Email"
import * as Memory from "@latchkey/memory/Memory"
import * as Option from "effect/Option"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { makeWatchedHasher } from "@latchkey/test-support/WatchedHasher"
import { start } from "@latchkey/test-support/HttpService"
import { jsonType, newEmail, password, requestLink, session, signIn, signUp } from "@latchkey/test-support/contract"
import { send } from "@latchkey/test-support/HttpClient"
import type { Service } from "@latchkey/test-support/Service"
import { costRatio } from "./support/cost.ts"

// Garbage collection may count on one side only. What costs too much does so every time.
const retried = { retry: 3 }

// Node allows 16 KiB for all headers.
const long = 15_000

describe("A header that an attacker made to be slow to parse", retried, () => {
  let service: Service
  beforeAll(async () => {
    service = await start({ settings: { trustedProxies: ["127.0.0.0/8"] } })
  })
  afterAll(() => service.stop())

  test.each([
    ["spaces inside a cookie", { cookie: `a=b${" ".repeat(long)}c` }],
    ["tabs inside __session", { cookie: `__session=a${"\t".repeat(long)}b; __client=c` }],
    ["empty cookies", { cookie: ";".repeat(long) }],
    ["__session repeated", { cookie: "__session=".repeat(long / 10) }],
    ["media types", { accept: "text/html;q=".repeat(long / 12) }],
    ["spaces in a media type", { accept: `text/html;q=1${" ".repeat(long)}x` }],
    ["trusted hops", { "x-forwarded-for": "127.0.0.1,".repeat(long / 10) }],
    ["an endless IP address", { "x-forwarded-for": "::ffff:".repeat(long / 7) }],
    ["a host of digits", { host: `a${":1".repeat(long / 2)}x` }]
  ])("costs no more than any other header of that length: %s", async (_, headers) => {
    const ask = (sent: Record<string, string>) => send("GET", `${service.origin}${session}`, { headers: sent })
    const usual = () => ask({ "x-usual": "a".repeat(long) })
    const hostile = () => ask(headers)
    // No host has such a name.
    expect((await hostile()).status).toBe("host" in headers ? 400 : 401)
    expect(await costRatio(usual, hostile)).toBeLessThan(5)
  })

  test("an email address with inner spaces costs no more than another one, as it is parsed before any rate limit", async () => {
    const read = (address: string) => () => {
      for (let times = 0; times < 100; times++) expect(Email.parse(address)).toEqual(Option.none())
    }
    const inside = read(`a${" ".repeat(1_000)}b@example.com`)
    expect(await costRatio(read(`${"a".repeat(1_000)}b@example.com`), inside)).toBeLessThan(5)
  })
})

describe("A body that an attacker made to be expensive", retried, () => {
  const hasher = makeWatchedHasher()
  let service: Service
  beforeAll(async () => {
    service = await start({ storage: Memory.layer, crypto: hasher.layer })
    await service.browser().post(signUp, { email: newEmail(), password })
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))

  const post = (path: string, body: string) => send("POST", `${service.origin}${path}`, { headers: jsonType, body })
  const credentials = (email: string, password: string) => JSON.stringify({ email, password })

  test.each([
    ["a password of 900 kB", 413, credentials("ada@example.com", "a".repeat(900_000))],
    ["a password of 60 kB", 400, credentials("ada@example.com", "a".repeat(60_000))],
    ["stacked accents", 400, credentials("ada@example.com", "a".concat("\u0301\u0323".repeat(9_000)))],
    ["an address of 60 kB", 400, credentials(`${"a".repeat(60_000)}@example.com`, password)],
    ["an address of spaces", 400, credentials(`a${" ".repeat(60_000)}b@example.com`, password)],
    ["a domain of a thousand non-ASCII letters", 400, credentials(`ada@${"ü".repeat(1_000)}.example`, password)],
    ["10,000 fields", 400, `{${Array.from({ length: 5_000 }, (_, index) => `"${index}":0`).join()}}`]
  ])("is refused without hashing, and costs at most three times a sign-in: %s", async (_, status, body) => {
    for (const path of [signIn, signUp]) {
      const calls = await hasher.callsDuring(async () => expect((await post(path, body)).status).toBe(status))
      expect(calls).toEqual([])
    }
    expect((await post(requestLink, body)).status).toBe(
      body.includes('"ada@example.com"') && status === 400 ? 200 : status
    )
    const usual = () => post(signIn, credentials(newEmail(), password))
    expect(await costRatio(usual, () => post(signIn, body), 3)).toBeLessThan(3)
  })
})
