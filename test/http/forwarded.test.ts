import * as Logger from "effect/Logger"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { mountsUnderTest, type Service } from "@latchkey/test-support/Service"
import { onBothMounts, start } from "@latchkey/test-support/HttpService"
import { newEmail, password, requestLink, session, signIn } from "@latchkey/test-support/contract"

const forwardedHeaders = (round: number): ReadonlyArray<Record<string, string>> => [
  { "x-forwarded-for": `198.51.100.${round}` },
  { "x-forwarded-for": `198.51.100.${round}, 127.0.0.1` },
  { forwarded: `for=198.51.100.${round};host=evil.example;proto=https` },
  { "x-real-ip": `198.51.100.${round}` },
  { "x-client-ip": `198.51.100.${round}` },
  { "cf-connecting-ip": `198.51.100.${round}` },
  { "true-client-ip": `198.51.100.${round}` }
]

onBothMounts("trap 6: Forwarded headers without a trusted proxy", (service) => {
  test("do not change the IP address that limits count", async () => {
    const statuses: Array<number> = []
    for (let round = 0; round < 5; round++) {
      for (const headers of forwardedHeaders(round)) {
        statuses.push((await service().browser(headers).post(signIn, { email: newEmail(), password })).status)
      }
    }
    expect(statuses).toEqual([...Array(30).fill(401), ...Array(5).fill(429)])
  })

  test.each([
    { "x-forwarded-host": "evil.example" },
    { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", "x-forwarded-port": "443" },
    { forwarded: "host=evil.example;proto=https" },
    { "x-original-host": "evil.example", "x-host": "evil.example", "x-http-host-override": "evil.example" },
    { host: "evil.example" },
    { host: "evil.example:8080", "x-forwarded-host": "worse.example" }
  ])("do not change the host of magic links: %o", async (headers) => {
    const email = newEmail()
    expect((await service().browser(headers).post(requestLink, { email })).status).toBe(200)
    await service().deliver()
    const message = (await service().emails()).at(-1)
    expect(message?.to).toBe(email)
    expect(message?.text).toContain(`${service().origin}/v1/auth/magic-link/verify?token=`)
    expect(`${message?.subject} ${message?.text} ${message?.html}`).not.toMatch(/evil|worse|https:/)
  })
})

describe.each(mountsUnderTest())("A warning about X-Forwarded-For, mounted with %s", (mount) => {
  const logged = async (trustedProxies: ReadonlyArray<string>, headers: ReadonlyArray<Record<string, string>>) => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(String(message)))
    const service = await start({
      mount,
      settings: { trustedProxies },
      logger: Logger.replace(Logger.defaultLogger, logger)
    })
    for (const header of headers) await service.browser(header).get(session)
    await service.stop()
    return lines.filter((line) => line.includes("X-Forwarded-For"))
  }
  test("is logged once, at the first one from a peer that is not a trusted proxy, and says what to set", async () => {
    const lines = await logged(["10.0.0.0/8"], [{}, forwardedHeaders(1)[0] ?? {}, forwardedHeaders(2)[1] ?? {}])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain("127.0.0.1")
    expect(lines[0]).toContain("TRUSTED_PROXIES")
    expect(lines[0]).not.toContain("198.51.100")
  })

  test("is not logged for a trusted proxy, or without the header", async () => {
    expect(await logged(["127.0.0.0/8"], [{}, forwardedHeaders(1)[0] ?? {}])).toEqual([])
    expect(await logged([], [{}])).toEqual([])
  })
})

describe.each(mountsUnderTest())("Behind a trusted proxy, mounted with %s", (mount) => {
  let service: Service
  beforeAll(async () => {
    service = await start({ mount, settings: { trustedProxies: ["127.0.0.0/8", "10.0.0.0/8"] } })
  })
  afterAll(() => service.stop())

  const attempts = async (
    count: number,
    headersOf: (time: number) => Record<string, string | ReadonlyArray<string>>
  ) => {
    service.advance(3_600_000)
    const statuses: Array<number> = []
    for (let time = 0; time < count; time++) {
      const reply = await service.browser().send("POST", signIn, {
        headers: { "content-type": "application/json", ...headersOf(time) },
        body: JSON.stringify({ email: newEmail(), password })
      })
      statuses.push(reply.status)
    }
    return statuses
  }
  const exhausted = [...Array(30).fill(401), 429]

  test("clients have separate limits", async () => {
    expect(await attempts(31, (time) => ({ "x-forwarded-for": `203.0.113.${time}` }))).toEqual(Array(31).fill(401))
  })

  test.each([
    ["entries that the client adds in front", (time: number) => `198.51.100.${time}, 203.0.113.7`],
    ["malformed entries in front", (time: number) => `junk-${time}, ${"a".repeat(time)}, 203.0.113.7`],
    ["a trusted hop at the end", (time: number) => `203.0.113.7, 10.0.0.${time}`],
    ["other addresses of one /64", (time: number) => `2001:db8:0:1::${time}`],
    ["other spellings of one /64", (time: number) => (time % 2 === 0 ? "2001:DB8:0:2::1" : "2001:0db8::0002:0:0:0:9")],
    ["mapped IPv4", (time: number) => (time % 2 === 0 ? "::ffff:203.0.113.9" : "203.0.113.9")],
    ["another port", (time: number) => `203.0.113.10:${50_000 + time}`],
    ["only malformed entries", (time: number) => `garbage-${time}`]
  ])("one client has one limit, whatever changes: %s", async (_, forwardedFor) => {
    expect(await attempts(31, (time) => ({ "x-forwarded-for": forwardedFor(time) }))).toEqual(exhausted)
  })

  test("one client has one limit, also if the header has several lines", async () => {
    const lines = (time: number) => ({ "x-forwarded-for": [`198.51.100.${time}`, "203.0.113.11", "10.0.0.1"] })
    expect(await attempts(31, lines)).toEqual(exhausted)
  })

  test("two IPv4 clients have separate limits, also as IPv4-mapped IPv6", async () => {
    const alternating = (time: number) => ({ "x-forwarded-for": `::ffff:203.0.113.${20 + (time % 2)}` })
    expect(await attempts(60, alternating)).toEqual(Array(60).fill(401))
  })
})
