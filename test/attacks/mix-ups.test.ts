import { beforeAll, describe, expect, test } from "vitest"
import { afterTests } from "../../packages/server/test/support/afterTests.ts"
import { database } from "../../packages/server/test/support/database.ts"
import { newEmail, password, session, signIn, signUp } from "../http/support/contract.ts"
import type { Browser } from "../support/Browser.ts"
import { startOn } from "./support/postgres.ts"

const cleanUp = afterTests()
let service: Awaited<ReturnType<typeof startOn>>

beforeAll(async () => {
  service = await startOn(await database(cleanUp), ["127.0.0.0/8"])
  cleanUp(service.stop)
})

interface Person {
  readonly address: string
  readonly browser: Browser
  readonly email: string
  readonly userId: unknown
}

const register = async (index: number): Promise<Person> => {
  const address = `203.0.113.${index}`
  const browser = service.browser({ "x-forwarded-for": address })
  const email = newEmail()
  const reply = await browser.post(signUp, { email, password: `${password} ${email}` })
  expect(reply.status).toBe(200)
  return { address, browser, email, userId: reply.json["userId"] }
}

/** A session check in the browser that is signed in, or a sign-in in a new one. Answers whom the replies are about. */
const call = async ({ address, browser, email }: Person, index: number): Promise<unknown> => {
  if (index % 10 > 0) return (await browser.get(session)).json["userId"]
  const fresh = service.browser({ "x-forwarded-for": address })
  const { json } = await fresh.post(signIn, { email, password: `${password} ${email}` })
  const seen = await fresh.get(session)
  expect([seen.json["userId"], seen.json["email"]]).toEqual([json["userId"], email])
  return json["userId"]
}

describe("Fifty people who each make twenty calls, all at once", () => {
  test("each get replies about themselves alone", async () => {
    const people = await Promise.all(Array.from({ length: 50 }, (_, index) => register(index)))
    const calls = people.flatMap((person) => Array.from({ length: 20 }, (_, index) => call(person, index)))
    const seen = await Promise.all(calls)
    expect(seen).toEqual(people.flatMap(({ userId }) => Array(20).fill(userId)))
    expect(new Set(seen).size).toBe(50)
  })
})
