import { describe, expect, test } from "vitest"
import { database } from "@latchkey/test-support/postgres/database"
import { freePort } from "@latchkey/test-support/freePort"
import { newAddress, startReplica, visitor } from "@latchkey/test-support/process/Replica"
import { newEmail, password, requestLink, session, signIn, signUp } from "@latchkey/test-support/contract"
import { startOn } from "./support/postgres.ts"

const minute = 60_000

describe("After a restart", () => {
  test.each([
    [14.5, 200],
    [15.5, 401]
  ])("a link that is %d minutes old returns %d, and a session stays active", async (age, status) => {
    const url = await database()
    const email = newEmail()
    const before = await startOn(url)
    const [ada, cookie] = await (async () => {
      const browser = before.browser()
      await browser.post(signUp, { email: newEmail(), password })
      return [browser, await browser.jar.getCookieString(before.origin)] as const
    })()
    expect((await ada.get(session)).status).toBe(200)
    await before.browser().post(requestLink, { email })
    const link = await before.lastLink(email)
    await before.stop()

    const after = await startOn(url)
    after.advance(age * minute)
    const reply = await after.browser().get(link)
    expect(reply.status).toBe(status)
    if (status === 401) expect(reply.json["code"]).toBe("invalid_token")
    expect((await after.browser({ cookie }).get(session)).status).toBe(200)
    await after.stop()
  })

  test("by kill -9, earlier guesses still count", async () => {
    const [url, port] = [await database(), await freePort()]
    const email = newEmail()
    const first = await startReplica({ database: url, port })
    const attempt = async (replica: typeof first) =>
      (await visitor(replica, { "x-forwarded-for": newAddress() }).post(signIn, { email, password })).status
    for (let times = 0; times < 10; times++) expect(await attempt(first)).toBe(401)
    first.kill("SIGKILL")
    await first.ended
    expect(await attempt(await startReplica({ database: url, port }))).toBe(429)
  })
})
