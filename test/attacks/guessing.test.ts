import * as Memory from "@latchkey/memory/Memory"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { withoutArgon2 } from "../conformance/support.ts"
import { newEmail, password, requestLink, signIn, signOut, signUp } from "../http/support/contract.ts"
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
beforeEach(() => service.advance(60 * minute))

/** Guesses at one account at once, each from a network address of its own. Answers how many were looked at. */
const guess = async (email: string, count: number): Promise<number> => {
  const replies = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      service
        .browser({ "x-forwarded-for": `198.51.${100 + (index >> 8)}.${index & 255}` })
        .post(signIn, { email, password: `guess number ${index}` })
    )
  )
  expect([401, 429]).toEqual(expect.arrayContaining([...new Set(replies.map(({ status }) => status))]))
  return replies.filter(({ status }) => status === 401).length
}

describe("A botnet that guesses one password", () => {
  test("has ten guesses in fifteen minutes, for addresses with an account and without", async () => {
    const known = newEmail()
    await service.browser().post(signUp, { email: known, password })
    expect([await guess(known, 60), await guess(newEmail(), 60)]).toEqual([10, 10])
  })

  test("has forty guesses in an hour, and no more for going on", async () => {
    const email = newEmail()
    let guesses = 0
    for (let passed = 0; passed < 60; passed += 5) {
      guesses += await guess(email, 12)
      service.advance(5 * minute)
    }
    expect(guesses).toBe(40)
  })

  test("keeps the owner out of no browser that has signed in before, and not away from links", async () => {
    const email = newEmail()
    const owner = service.browser()
    await owner.post(signUp, { email, password })
    await owner.post(signOut)
    expect(await guess(email, 20)).toBe(10)
    expect((await owner.post(signIn, { email, password })).status).toBe(200)

    const elsewhere = service.browser({ "x-forwarded-for": "203.0.113.200" })
    expect((await elsewhere.post(signIn, { email, password })).status).toBe(429)
    await elsewhere.post(requestLink, { email })
    expect((await elsewhere.get(await service.lastLink(email))).status).toBe(200)
  })
})
