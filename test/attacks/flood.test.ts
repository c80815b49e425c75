import * as Memory from "@latchkey/memory/Memory"
import { afterAll, beforeAll, expect, test } from "vitest"
import { withoutArgon2 } from "@latchkey/test-support/withoutArgon2"
import { newEmail, password, requestLink, session, signUp, verify } from "@latchkey/test-support/contract"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { type Service, startService } from "@latchkey/test-support/Service"

const minute = 60_000

let service: Service
beforeAll(async () => {
  service = await startService({
    ...withoutArgon2,
    storage: Memory.layer,
    settings: { trustedProxies: ["127.0.0.1/32"] }
  })
})
afterAll(() => service.stop())

/** Requests links to one email address concurrently, two from each IP address. */
const flood = (email: string, count: number): Promise<ReadonlyArray<Reply>> =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      service.browser({ "x-forwarded-for": `198.51.100.${index >> 1}` }).post(requestLink, { email })
    )
  )

const emailsTo = async (email: string) => (await service.emails()).filter(({ to }) => to === email)

/** Returns the responses without random values, sorted. */
const outcomesOf = (replies: ReadonlyArray<Reply>) => {
  const outcomes = replies.map(({ headers, status, text }) => `${status} ${headers["retry-after"] ?? ""} ${text}`)
  return outcomes.sort()
}

test("200 link requests for one address from 100 IP addresses send five emails, and the owner's link works", async () => {
  const email = newEmail()
  const owner = service.browser()
  await owner.post(requestLink, { email })
  const link = await service.lastLink(email)

  const replies = await flood(email, 200)
  await service.deliver()
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(await emailsTo(email)).toHaveLength(5)

  service.advance(14 * minute)
  expect((await owner.get(link)).status).toBe(200)
})

test("the owner can sign in with a link that an attacker requested", async () => {
  service.advance(60 * minute)
  const email = newEmail()
  await flood(email, 20)
  const owner = service.browser()
  expect((await owner.post(requestLink, { email })).status).toBe(429)
  const link = await service.lastLink(email)
  const page = await owner.get(link, { accept: "text/html" })
  expect(page.text).toContain(`<strong>${email}</strong>`)
  expect((await owner.post(verify, { token: new URL(link, service.origin).searchParams.get("token") })).status).toBe(
    200
  )
  expect((await owner.get(session)).json["email"]).toBe(email)
})

test("a flood of link requests does not reveal who has an account, and does not restrict other users", async () => {
  service.advance(60 * minute)
  const [known, unknown, other] = [newEmail(), newEmail(), newEmail()]
  await service.browser().post(signUp, { email: known, password })
  const ofKnown = outcomesOf(await flood(known, 40))
  service.advance(60 * minute)
  const ofUnknown = outcomesOf(await flood(unknown, 40))
  expect(ofKnown).toEqual(ofUnknown)
  expect((await service.browser().post(requestLink, { email: other })).status).toBe(200)
})

test("an endless flood of link requests sends twenty emails an hour", async () => {
  service.advance(60 * minute)
  const email = newEmail()
  for (let quarter = 0; quarter < 4; quarter++) {
    await flood(email, 20)
    await service.deliver()
    service.advance(15 * minute)
  }
  expect(await emailsTo(email)).toHaveLength(20)
})
