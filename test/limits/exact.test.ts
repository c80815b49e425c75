import type { LimitName } from "@latchkey/domain/instance/RateLimits"
import { describe, expect, test } from "vitest"
import { newEmail, signIn, wrongPassword } from "../conformance/actions.ts"
import { appWith, attempts, budgetNames, isAdmitted, newAddress, retryAfter } from "./Budgets.ts"
import { onEveryStore } from "./stores.ts"

const second = 1000

/** A number from 0 to 1, without it and without a pattern that a window could have. */
const spread = (index: number) => (index * 0.618_033_988_75) % 1

onEveryStore("A limit is exact", (service) => {
  const limited = async (budget: LimitName, limit: number, windowSeconds: number) =>
    attempts[budget](await appWith(service(), { [budget]: { limit, windowSeconds } }))

  test.each(budgetNames)("%s: for ten times as many at once", async (budget) => {
    const attempt = await limited(budget, 5, 60)
    const replies = await Promise.all(Array.from({ length: 50 }, attempt))
    expect(replies.filter(isAdmitted)).toHaveLength(5)
    expect(replies.filter((reply) => !isAdmitted(reply)).map(retryAfter)).toEqual(Array(45).fill(60))
  })

  describe.each(["signUpPerIp", "signInPerKnownClient", "magicLinkPerEmail"] as const)("%s", (budget) => {
    test("for whoever paces himself: he is never refused", async () => {
      const attempt = await limited(budget, 4, 10)
      for (let index = 0; index < 24; index++) {
        expect(isAdmitted(await attempt()), `attempt ${index}`).toBe(true)
        service().advance(2500)
      }
    })

    test("and Retry-After is true to the second, however much is refused meanwhile", async () => {
      const attempt = await limited(budget, 3, 30)
      for (let round = 0; round < 4; round++) {
        // Until the budget is full, at no round times.
        for (let times = 0; times < 3 && isAdmitted(await attempt()); times++) {
          service().advance(Math.floor(spread(round + 1) * 7000))
        }
        service().advance(Math.floor(spread(round + 5) * 900))
        const seconds = retryAfter(await attempt())
        expect(seconds).toBeGreaterThan(1)
        service().advance((seconds - 1) * second)
        expect(isAdmitted(await attempt()), "one second earlier").toBe(false)
        service().advance(second)
        expect(isAdmitted(await attempt()), "then").toBe(true)
      }
    })
  })

  test("and Retry-After is true where the address and the account have reached theirs", async () => {
    for (const [address, account] of [
      [10, 50],
      [50, 10]
    ] as const) {
      const { browser } = await appWith(service(), {
        signInPerIp: { limit: 1, windowSeconds: address },
        signInPerEmail: { limit: 1, windowSeconds: account }
      })
      const body = { email: newEmail(), password: wrongPassword }
      const visitor = browser({ "x-forwarded-for": newAddress() })
      const attempt = () => visitor.post(signIn, body)
      expect(isAdmitted(await attempt())).toBe(true)
      expect(retryAfter(await attempt())).toBe(50)
      service().advance(49 * second)
      expect(retryAfter(await attempt())).toBe(1)
      service().advance(second)
      expect(isAdmitted(await attempt())).toBe(true)
    }
  })
})
