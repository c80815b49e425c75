import { beforeAll, describe, expect, test } from "vitest"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import {
  administer,
  newAddress,
  newEmail,
  password,
  type Replica,
  session,
  signIn,
  signUp,
  visitor
} from "@latchkey/test-support/process/Replica"
import { within } from "@latchkey/test-support/process/until"
import { Browser } from "@latchkey/test-support/Browser"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { memoryAllowance, memoryOf, startLimited } from "./support/LimitedService.ts"

const cleanUp = afterTests()
let service: Replica

beforeAll(async () => {
  service = await startLimited(cleanUp)
})

const statuses = (replies: ReadonlyArray<Reply>): Record<number, number> =>
  replies.reduce<Record<number, number>>((counts, { status }) => {
    counts[status] = (counts[status] ?? 0) + 1
    return counts
  }, {})

describe("500 concurrent sign-ins", () => {
  test("all get a response, memory stays bounded, and the service responds normally right after", async () => {
    const emails = Array.from({ length: 8 }, newEmail)
    const ada = visitor(service)
    for (const email of emails) await ada.post(signUp, { email, password })
    const base = memoryOf(service, "VmRSS")

    const storm = Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        visitor(service).post(signIn, { email: emails[index % 16] ?? newEmail(), password })
      )
    )
    const replies = await within(25, "500 responses", storm)
    await within(
      5,
      "normal responses",
      Promise.all([ada.get("/health/ready"), ada.get(session)]).then((checks) =>
        expect(checks.map(({ status }) => status)).toEqual([200, 200])
      )
    )

    const counts = statuses(replies)
    const peak = memoryOf(service, "VmHWM")
    process.stdout.write(`${JSON.stringify(counts)}, ${base.toFixed(0)} -> ${peak.toFixed(0)} MiB at most\n`)
    expect(Object.keys(counts).filter((status) => !["200", "401", "429", "503"].includes(status))).toEqual([])
    expect(counts[200]).toBeGreaterThan(0)
    expect(counts[503]).toBeGreaterThan(0)
    for (const { headers, status } of replies) {
      if (status === 429 || status === 503) expect(headers["retry-after"]).toMatch(/^[1-9]\d*$/)
    }
    expect(peak).toBeLessThan(base + memoryAllowance)
  }, 60_000)
})

describe("A flood of sign-ins from one IP address", () => {
  const generous = { limit: 1000, windowSeconds: 1 }
  const concurrent = 40

  test("does not prevent sign-ins from other IP addresses, nor delay them until its end", async () => {
    await administer(service, "PATCH", "/default", {
      rateLimits: { signInPerIp: generous, signInPerEmail: generous, signInPerKnownClient: generous }
    })
    const email = newEmail()
    expect((await visitor(service).post(signUp, { email, password })).status).toBe(200)

    const flooder = newAddress()
    let isStopped = false
    const responses: Record<number, number> = {}
    const flood = Promise.all(
      Array.from({ length: concurrent }, async () => {
        while (!isStopped) {
          const browser = new Browser(service.origin, { "x-forwarded-for": flooder })
          const { status } = await browser.post(signIn, { email: newEmail(), password })
          responses[status] = (responses[status] ?? 0) + 1
        }
      })
    )
    const hashed = () => responses[401] ?? 0
    const ahead: Array<number> = []
    for (let times = 0; times < 6; times++) {
      const before = hashed()
      const reply = await within(10, "signing in", visitor(service).post(signIn, { email, password }))
      expect(reply.status).toBe(200)
      ahead.push(hashed() - before)
    }
    isStopped = true
    await within(10, "the end of the flood", flood)
    process.stdout.write(`flood ${JSON.stringify(responses)}, ahead of each of six others ${ahead.join(", ")}\n`)

    // The flood was hashed more often than all other sign-ins.
    expect(hashed()).toBeGreaterThan(2 * ahead.length)
    // In a plain queue, each sign-in waits for all that the flood has in it. In turns, it waits for what threads have
    // already and for what is replied to during its own queries: about seven.
    expect([...ahead].sort((one, other) => one - other)[3]).toBeLessThan(concurrent / 2)
  }, 60_000)
})
