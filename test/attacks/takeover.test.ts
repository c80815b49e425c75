import { defaultId } from "@latchkey/domain/instance/Instance"
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import { database } from "@latchkey/test-support/postgres/database"
import { newEmail, password, requestLink, session, signIn, signUp } from "@latchkey/test-support/contract"
import type { Browser } from "@latchkey/test-support/Browser"
import { startOn } from "./support/postgres.ts"

const cleanUp = afterTests()
let service: Awaited<ReturnType<typeof startOn>>

beforeAll(async () => {
  service = await startOn(await database(cleanUp))
  cleanUp(service.stop)
  // Something other than the rate limits must stop the attacker.
  const generous = { limit: 1000, windowSeconds: 1 }
  const rateLimits = {
    signInPerIp: generous,
    signInPerEmail: generous,
    signInPerKnownClient: generous,
    signUpPerIp: generous
  }
  await service.instances((instances) => instances.update(defaultId, { rateLimits }))
})
beforeEach(() => service.advance(3_600_000))

const isSignedIn = async (browser: Browser) => (await browser.get(session)).status === 200

/**
 * Signs in repeatedly, each time on a new client. Returns once the first sign-in has ended, and others are on their
 * way. The returned function stops it, and returns the clients.
 */
const signInRepeatedly = async (credentials: { readonly email: string; readonly password: string }) => {
  const browsers: Array<Browser> = []
  let isStopped = false
  const loop = async () => {
    while (!isStopped) {
      const browser = service.browser()
      browsers.push(browser)
      await browser.post(signIn, credentials)
    }
  }
  const loops = Promise.all(Array.from({ length: 6 }, loop))
  await vi.waitUntil(() => browsers.length > 6, { timeout: 30_000, interval: 1 })
  return async () => {
    isStopped = true
    await loops
    return browsers
  }
}

describe("An attacker who signed up with the email address of another person", () => {
  test("is signed out for good when the owner uses a link, even while signing in repeatedly", async () => {
    for (let round = 0; round < 5; round++) {
      const credentials = { email: newEmail(), password }
      const attacker = service.browser()
      await attacker.post(signUp, credentials)
      const owner = service.browser()
      await owner.post(requestLink, { email: credentials.email })
      const link = await service.lastLink(credentials.email)

      const stop = await signInRepeatedly(credentials)
      const verification = await owner.get(link)
      const browsers = await stop()

      expect(verification.status).toBe(200)
      expect(browsers.length).toBeGreaterThan(6)
      const active = await Promise.all([attacker, ...browsers].map(isSignedIn))
      expect(active.filter(Boolean)).toEqual([])
      expect((await attacker.post(signIn, credentials)).status).toBe(401)
      expect((await owner.get(session)).json).toMatchObject({ email: credentials.email, emailVerified: true })
    }
  })

  test("has no valid link left", async () => {
    const email = newEmail()
    const attacker = service.browser()
    await attacker.post(signUp, { email, password })
    const links: Array<string> = []
    for (let times = 0; times < 3; times++) {
      await attacker.post(requestLink, { email })
      links.push(await service.lastLink(email))
    }
    const owner = service.browser()
    await owner.post(requestLink, { email })
    expect((await owner.get(await service.lastLink(email))).status).toBe(200)
    for (const link of links) {
      expect((await attacker.get(link)).json["code"]).toBe("invalid_token")
      expect((await attacker.get(link, { accept: "text/html" })).status).toBe(401)
    }
  })
})
