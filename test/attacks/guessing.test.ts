import * as Memory from "@latchkey/memory/Memory"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { withoutArgon2 } from "@latchkey/test-support/withoutArgon2"
import { newEmail, password, requestLink, signIn, signOut, signUp } from "@latchkey/test-support/contract"
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
beforeEach(() => service.advance(60 * minute))

/** Guesses concurrently, each from another IP address. Returns how many guesses were checked. */
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

describe("A botnet that guesses the password of one account", () => {
  test("gets ten guesses in 15 minutes, with or without an account", async () => {
    const known = newEmail()
    await service.browser().post(signUp, { email: known, password })
    expect([await guess(known, 60), await guess(newEmail(), 60)]).toEqual([10, 10])
  })

  test("gets forty guesses in an hour, however often it tries", async () => {
    const email = newEmail()
    let guesses = 0
    for (let passed = 0; passed < 60; passed += 5) {
      guesses += await guess(email, 12)
      service.advance(5 * minute)
    }
    expect(guesses).toBe(40)
  })

  test("does not lock out the owner's known client, nor sign-in with a link", async () => {
    const email = newEmail()
    const owner = service.browser()
    await owner.post(signUp, { email, password })
    await owner.post(signOut)
    expect(await guess(email, 20)).toBe(10)
    expect((await owner.post(signIn, { email, password })).status).toBe(200)

    const newClient = service.browser({ "x-forwarded-for": "203.0.113.200" })
    expect((await newClient.post(signIn, { email, password })).status).toBe(429)
    await newClient.post(requestLink, { email })
    expect((await newClient.get(await service.lastLink(email))).status).toBe(200)
  })
})
