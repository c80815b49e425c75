import { describe, expect, test } from "vitest"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import { accountsAt, measureGuesses } from "./Accounts.ts"
import { sample } from "./Sampling.ts"
import { median } from "./Statistics.ts"
import { embedded } from "./Target.ts"

const cleanUp = afterTests()

/** Measures the processor time of this process, which does not depend on other load. */
const processorTime = (use: (lane: number) => Promise<unknown>) => async (lane: number) => {
  const start = process.cpuUsage()
  await use(lane)
  const { system, user } = process.cpuUsage(start)
  return user + system
}

describe("A sign-in to an address with an account", () => {
  // Most of it is the one hash. `same-work.test.ts` and `npm run test:timing` find smaller differences.
  test("takes as much processor time as one without", async () => {
    const target = await embedded({}, cleanUp)
    const accounts = accountsAt(target, 3)
    const guess = measureGuesses(target)
    const classes = {
      unknown: processorTime(guess(accounts.unknown("unknown"))),
      withPassword: processorTime(guess(await accounts.withPassword("password"))),
      withLink: processorTime(guess(await accounts.withLink("link")))
    }
    const samples = await sample(classes, { samples: 11, warmUp: 3, lanes: 1 })
    for (const one of [samples.withPassword, samples.withLink]) {
      const ratio = median(one) / median(samples.unknown)
      expect(ratio).toBeGreaterThan(0.6)
      expect(ratio).toBeLessThan(1 / 0.6)
    }
  })
})
