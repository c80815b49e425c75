import { describe, expect, test } from "vitest"
import { afterTests } from "../../packages/server/test/support/afterTests.ts"
import { accountsAt, guessing } from "./Accounts.ts"
import { sample } from "./Sampling.ts"
import { median } from "./Statistics.ts"
import { embedded } from "./Target.ts"

const cleanUp = afterTests()

/** How much of a processor this process takes for something. It is the same on a machine that is busy otherwise. */
const costing = (use: (lane: number) => Promise<unknown>) => async (lane: number) => {
  const start = process.cpuUsage()
  await use(lane)
  const { system, user } = process.cpuUsage(start)
  return user + system
}

describe("An address with an account", () => {
  // Most of it is the one hash. What is finer than this is counted, and measured by `npm run test:timing`.
  test("takes as much computing as one without", { timeout: 60_000 }, async () => {
    const target = await embedded({}, cleanUp)
    const accounts = accountsAt(target, 3)
    const guess = guessing(target)
    const classes = {
      unknown: costing(guess(accounts.unknown("unknown"))),
      withPassword: costing(guess(await accounts.withPassword("password"))),
      byLink: costing(guess(await accounts.byLink("link")))
    }
    const samples = await sample(classes, { samples: 11, warmUp: 3, lanes: 1 })
    for (const one of [samples.withPassword, samples.byLink]) {
      const ratio = median(one) / median(samples.unknown)
      expect(ratio).toBeGreaterThan(0.6)
      expect(ratio).toBeLessThan(1 / 0.6)
    }
  })
})
