import { describe, expect, test } from "vitest"
import { newEmail, requestLink } from "@latchkey/test-support/actions"
import { appWith, attempts, isAllowed, type LimitName, limitNames, newIpAddress, retryAfter } from "./limitAttempts.ts"
import { onEveryStore } from "./stores.ts"

const second = 1000

/** Returns numbers from 0 to 1 without a period that a window could share. */
const spread = (index: number) => (index * 0.618_033_988_75) % 1

onEveryStore("Limits", (service) => {
  const limited = async (name: LimitName, limit: number, windowSeconds: number) =>
    attempts[name](await appWith(service(), { [name]: { limit, windowSeconds } }))

  test.each(limitNames)("%s allows exactly the limit of ten times as many concurrent attempts", async (name) => {
    const attempt = await limited(name, 5, 60)
    const replies = await Promise.all(Array.from({ length: 50 }, attempt))
    expect(replies.filter(isAllowed)).toHaveLength(5)
    expect(replies.filter((reply) => !isAllowed(reply)).map(retryAfter)).toEqual(Array(45).fill(60))
  })

  describe.each(["signUpPerIp", "signInPerKnownClient", "magicLinkPerEmail"] as const)("%s", (name) => {
    test("never refuses a client that stays within the limit", async () => {
      const attempt = await limited(name, 4, 10)
      for (let index = 0; index < 24; index++) {
        expect(isAllowed(await attempt()), `attempt ${index}`).toBe(true)
        service().advance(2500)
      }
    })

    test("sends a Retry-After that is right to the second, even after further refused attempts", async () => {
      const attempt = await limited(name, 3, 30)
      for (let round = 0; round < 4; round++) {
        // Until the limit is reached, at irregular times.
        for (let times = 0; times < 3 && isAllowed(await attempt()); times++) {
          service().advance(Math.floor(spread(round + 1) * 7000))
        }
        service().advance(Math.floor(spread(round + 5) * 900))
        const seconds = retryAfter(await attempt())
        expect(seconds).toBeGreaterThan(1)
        service().advance((seconds - 1) * second)
        expect(isAllowed(await attempt()), "one second before Retry-After").toBe(false)
        service().advance(second)
        expect(isAllowed(await attempt()), "after Retry-After").toBe(true)
      }
    })
  })

  test("send the later Retry-After if several limits that are consumed together have no room", async () => {
    for (const [ipSeconds, emailSeconds] of [
      [10, 50],
      [50, 10]
    ] as const) {
      const { browser } = await appWith(service(), {
        magicLinkPerIp: { limit: 1, windowSeconds: ipSeconds },
        magicLinkPerEmail: { limit: 1, windowSeconds: emailSeconds }
      })
      const body = { email: newEmail() }
      const client = browser({ "x-forwarded-for": newIpAddress() })
      const attempt = () => client.post(requestLink, body)
      expect(isAllowed(await attempt())).toBe(true)
      expect(retryAfter(await attempt())).toBe(50)
      service().advance(49 * second)
      expect(retryAfter(await attempt())).toBe(1)
      service().advance(second)
      expect(isAllowed(await attempt())).toBe(true)
    }
  })
})
