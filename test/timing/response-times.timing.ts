import { beforeAll, describe, expect, test } from "vitest"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import {
  accountsAt,
  crowd,
  linkTokens,
  measureCodes,
  measureGuesses,
  measureLimited,
  measureLinkRequests,
  measureRefusals,
  measureResetRequests,
  measureVerifications,
  type Pool,
  reachLimits,
  together
} from "./Accounts.ts"
import {
  compareAll,
  concurrently,
  expectIndistinguishable,
  isDistinguishable,
  oneAtATime,
  pairs
} from "./Indistinguishable.ts"
import { embedded, type EmbeddedTarget, served, type Target } from "./Target.ts"

const hours = 3_600_000

/** Legacy parameters of hashes, and the option of the hasher for them. */
const legacy = { memoryCost: 12_288, timeCost: 3 }
const legacyParameters = [{ memorySize: legacy.memoryCost, passes: legacy.timeCost, parallelism: 1 }]

const cleanUp = afterTests()
/**
 * `latchkey serve`, a service with the option `legacyParameters`, and one whose accounts have hashes of several
 * schemes.
 */
let target: Target
let targetWithLegacy: EmbeddedTarget
let mixedTarget: Target
let pools: Readonly<Record<"none" | "withPassword" | "withFailures" | "withLink" | "suppressed", Pool>>
let poolsWithLegacy: Readonly<Record<"none" | "legacy", Pool>>
let mixedPools: Readonly<Record<"none" | "current" | "legacy" | "bcrypt", Pool>>

beforeAll(async () => {
  target = await served(cleanUp)
  const accounts = accountsAt(target)
  pools = {
    none: accounts.unknown("none"),
    withPassword: await accounts.withPassword("password"),
    withFailures: await accounts.withFailures("failures"),
    withLink: await accounts.withLink("link"),
    suppressed: await accounts.withSuppression("suppr")
  }
  targetWithLegacy = await embedded({ legacyParameters }, cleanUp)
  const others = accountsAt(targetWithLegacy)
  poolsWithLegacy = { none: others.unknown("none"), legacy: await others.ofCost("legacy", legacy) }
  mixedTarget = await embedded({}, cleanUp)
  const mixed = accountsAt(mixedTarget)
  mixedPools = {
    // So many that their schemes have the proportions of the accounts, except for chance.
    none: accountsAt(mixedTarget, 4096).unknown("none"),
    current: await mixed.withPassword("password"),
    legacy: await mixed.ofCost("legacy", legacy),
    bcrypt: await mixed.withBcrypt("bcrypt", "09")
  }
})

/** Runs `use` while sixteen clients sign in repeatedly. */
const whileSixteenSignIn = async <A>(target: Target, use: () => Promise<A>): Promise<A> => {
  const others = await crowd(target, 16)
  try {
    return await use()
  } finally {
    expect(await others.stop()).toBeGreaterThan(16)
  }
}

describe("Response times do not reveal whether an address has an account", { timeout: 3 * hours }, () => {
  const guesses = () => {
    const { withLink, none, withPassword } = pools
    const guess = measureGuesses(target)
    return { none: guess(none), withPassword: guess(withPassword), withLink: guess(withLink) }
  }

  test("for a wrong password", async () => {
    expectIndistinguishable(await compareAll("A wrong password", guesses(), oneAtATime))
  })

  test("for a wrong password while sixteen clients sign in", async () => {
    const title = "A wrong password, while sixteen clients sign in"
    expectIndistinguishable(await whileSixteenSignIn(target, () => compareAll(title, guesses(), concurrently)))
  })

  test("for the right and a wrong password after a hundred failures", async () => {
    const { none, withFailures } = pools
    const [wrong, right] = [measureGuesses(target), measureRefusals(target)]
    const classes = { none: right(none), right: right(withFailures), wrong: wrong(withFailures) }
    expectIndistinguishable(await compareAll("After a hundred failures", classes, oneAtATime))
  })

  for (const [limit, name] of [
    ["signInPerEmail", "the account"],
    ["signInPerIp", "the IP address"]
  ] as const) {
    test(`for a sign-in that the limit of ${name} refuses`, () =>
      target.withLimit(limit, async () => {
        const { none, withFailures, withLink, withPassword } = pools
        await reachLimits(target, [none, withFailures, withLink, withPassword])
        const refused = measureLimited(target)
        const classes = {
          none: refused(none),
          withPassword: refused(withPassword),
          withLink: refused(withLink),
          withFailures: refused(withFailures)
        }
        expectIndistinguishable(await compareAll(`The limit of ${name}`, classes, oneAtATime))
      }))
  }

  test("for a link that was used or never issued", async () => {
    const verify = measureVerifications(target)
    const classes = {
      none: verify(await linkTokens(target, "unknown")),
      used: verify(await linkTokens(target, "used"))
    }
    expectIndistinguishable(await compareAll("A link that does not work", classes, oneAtATime))
  })

  test("for the request for a link", async () => {
    const { suppressed, withLink, none, withPassword } = pools
    const ask = measureLinkRequests(target)
    const classes = {
      none: ask(none),
      withPassword: ask(withPassword),
      withLink: ask(withLink),
      suppressed: ask(suppressed)
    }
    expectIndistinguishable(await compareAll("The request for a link", classes, oneAtATime))
  })

  test("for a wrong code", async () => {
    const { legacy, none } = poolsWithLegacy
    const guess = measureCodes(targetWithLegacy)
    expectIndistinguishable(await compareAll("A wrong code", { none: guess(none), account: guess(legacy) }, oneAtATime))
  })

  test("for the request for a link to set a new password", async () => {
    const { suppressed, withLink, none, withPassword } = pools
    const ask = measureResetRequests(target)
    const classes = {
      none: ask(none),
      withPassword: ask(withPassword),
      withLink: ask(withLink),
      suppressed: ask(suppressed)
    }
    const title = "The request for a link to set a new password"
    expectIndistinguishable(await compareAll(title, classes, oneAtATime))
  })

  describe("with a hash of legacy parameters that the hasher has as an option", () => {
    const legacyGuesses = () => {
      const guess = measureGuesses(targetWithLegacy)
      return { none: guess(poolsWithLegacy.none), legacy: guess(poolsWithLegacy.legacy) }
    }

    test("for a wrong password", async () => {
      expectIndistinguishable(await compareAll("Legacy parameters, configured", legacyGuesses(), oneAtATime))
    })

    test("for a wrong password while sixteen clients sign in", async () => {
      const title = "Legacy parameters, configured, while sixteen clients sign in"
      expectIndistinguishable(
        await whileSixteenSignIn(targetWithLegacy, () => compareAll(title, legacyGuesses(), concurrently))
      )
    })
  })
})

describe("Accounts with hashes of several schemes", { timeout: 3 * hours }, () => {
  test("take as long as addresses without an account, together", async () => {
    const { bcrypt, current, legacy, none } = mixedPools
    const guess = measureGuesses(mixedTarget)
    const classes = { none: guess(none), accounts: guess(together([current, legacy, bcrypt])) }
    const found = await compareAll("Hashes of several schemes", classes, oneAtATime)
    // The medians say little: two thirds of the times are short, and one third is long.
    expect([...found.values()].map(isDistinguishable)).toEqual([false])
  })

  test("differ by their schemes", async () => {
    const { bcrypt, none } = mixedPools
    const guess = measureGuesses(mixedTarget)
    const classes = { none: guess(none), bcrypt: guess(bcrypt) }
    const found = await compareAll("One scheme of several", classes, oneAtATime)
    expect([...found.values()].map(isDistinguishable)).toEqual([true])
  })

  // One takes 5 % less work than the other. This shows how small a difference the measurement finds.
  test.skipIf(pairs < 2000)("differ by their parameters", async () => {
    const guess = measureGuesses(mixedTarget)
    const classes = { none: guess(mixedPools.current), legacy: guess(mixedPools.legacy) }
    const found = await compareAll("Current and legacy parameters", classes, oneAtATime)
    expect([...found.values()].map(isDistinguishable)).toEqual([true])
  })
})
