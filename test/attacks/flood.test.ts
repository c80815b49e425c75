import type { Email } from "@latchkey/domain/core/Email"
import { maskEmail } from "@latchkey/http/magic-link/MagicLinkPages"
import * as Memory from "@latchkey/memory/Memory"
import { afterAll, beforeAll, expect, test } from "vitest"
import { withoutArgon2 } from "../conformance/support.ts"
import { newEmail, password, requestLink, session, signUp, verify } from "../http/support/contract.ts"
import type { Reply } from "../support/HttpClient.ts"
import { type Service, startService } from "../support/Service.ts"

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

/** Requests for links to one address at once, each network address making two of them. */
const flood = (email: string, count: number): Promise<ReadonlyArray<Reply>> =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      service.browser({ "x-forwarded-for": `198.51.100.${index >> 1}` }).post(requestLink, { email })
    )
  )

const mailsTo = async (email: string) => (await service.mails()).filter(({ to }) => to === email)

/** Replies without what is random in them. */
const kindsOf = (replies: ReadonlyArray<Reply>) => {
  const kinds = replies.map(({ headers, status, text }) => `${status} ${headers["retry-after"] ?? ""} ${text}`)
  return kinds.sort()
}

test("200 requests for a link to one address, from 100 addresses, are five mails, and the owner's link works", async () => {
  const email = newEmail()
  const owner = service.browser()
  await owner.post(requestLink, { email })
  const link = await service.lastLink(email)

  const replies = await flood(email, 200)
  await service.deliver()
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(await mailsTo(email)).toHaveLength(5)

  service.advance(14 * minute)
  expect((await owner.get(link)).status).toBe(200)
})

test("the links that a stranger asked for sign the owner in", async () => {
  service.advance(60 * minute)
  const email = newEmail()
  await flood(email, 20)
  const owner = service.browser()
  expect((await owner.post(requestLink, { email })).status).toBe(429)
  const link = await service.lastLink(email)
  const page = await owner.get(link, { accept: "text/html" })
  expect(page.text).toContain(`<strong>${maskEmail(email as Email)}</strong>`)
  expect((await owner.post(verify, { token: new URL(link, service.origin).searchParams.get("token") })).status).toBe(
    200
  )
  expect((await owner.get(session)).json["email"]).toBe(email)
})

test("a flood of links says nothing about who has an account, and takes nobody else's", async () => {
  service.advance(60 * minute)
  const [known, unknown, bystander] = [newEmail(), newEmail(), newEmail()]
  await service.browser().post(signUp, { email: known, password })
  const ofKnown = kindsOf(await flood(known, 40))
  service.advance(60 * minute)
  const ofUnknown = kindsOf(await flood(unknown, 40))
  expect(ofKnown).toEqual(ofUnknown)
  expect((await service.browser().post(requestLink, { email: bystander })).status).toBe(200)
})

test("a flood that never ends is twenty mails an hour", async () => {
  service.advance(60 * minute)
  const email = newEmail()
  for (let quarter = 0; quarter < 4; quarter++) {
    await flood(email, 20)
    await service.deliver()
    service.advance(15 * minute)
  }
  expect(await mailsTo(email)).toHaveLength(20)
})
