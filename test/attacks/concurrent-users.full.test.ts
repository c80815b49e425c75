import { beforeAll, describe, expect, test } from "vitest"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import { database } from "@latchkey/test-support/postgres/database"
import { newEmail, password, session, signIn, signUp } from "@latchkey/test-support/contract"
import { FormBrowser } from "@latchkey/test-support/operator"
import type { Browser } from "@latchkey/test-support/Browser"
import { adminKey } from "@latchkey/test-support/Service"
import { startOn } from "./support/postgres.ts"

const cleanUp = afterTests()
let service: Awaited<ReturnType<typeof startOn>>

beforeAll(async () => {
  service = await startOn(await database(cleanUp), ["127.0.0.0/8"])
  cleanUp(service.stop)
})

interface RegisteredUser {
  readonly ipAddress: string
  readonly browser: Browser
  readonly email: string
  readonly userId: unknown
}

const register = async (index: number): Promise<RegisteredUser> => {
  const ipAddress = `203.0.113.${index}`
  const browser = service.browser({ "x-forwarded-for": ipAddress })
  const email = newEmail()
  const reply = await browser.post(signUp, { email, password: `${password} ${email}` })
  expect(reply.status).toBe(200)
  return { ipAddress, browser, email, userId: reply.json["userId"] }
}

/** Checks the session, or signs in on a new client. Returns the user id of the responses. */
const call = async ({ ipAddress, browser, email }: RegisteredUser, index: number): Promise<unknown> => {
  if (index % 10 > 0) return (await browser.get(session)).json["userId"]
  const fresh = service.browser({ "x-forwarded-for": ipAddress })
  const { json } = await fresh.post(signIn, { email, password: `${password} ${email}` })
  const seen = await fresh.get(session)
  expect([seen.json["userId"], seen.json["email"]]).toEqual([json["userId"], email])
  return json["userId"]
}

describe("Fifty users with twenty concurrent requests each", () => {
  test("get only responses about themselves", async () => {
    const users = await Promise.all(Array.from({ length: 50 }, (_, index) => register(index)))
    const calls = users.flatMap((user) => Array.from({ length: 20 }, (_, index) => call(user, index)))
    const seen = await Promise.all(calls)
    expect(seen).toEqual(users.flatMap(({ userId }) => Array(20).fill(userId)))
    expect(new Set(seen).size).toBe(50)
  })
})

describe("Twenty administrators at once", () => {
  test("sign in with the admin key, as the same user without a name", async () => {
    const signIn = (index: number) => {
      const browser = new FormBrowser(service.origin, { "x-forwarded-for": `198.51.100.${index}` })
      return browser.submit("/dashboard/sign-in", { key: adminKey })
    }
    for (let round = 0; round < 5; round++) {
      const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => signIn(index)))
      expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(303))
    }
  })
})
