import { expect, test } from "vitest"
import { minute, newInstance, password, signIn, signUpNew, wrongPassword } from "@latchkey/test-support/actions"
import { isAllowed, newIpAddress } from "./limitAttempts.ts"
import { onEveryStore } from "./stores.ts"

const quarterHour = 15 * minute

onEveryStore("A hundred attackers who guess one password", (service) => {
  /** An account with the default limits, its owner, and attackers with different IP addresses and clients. */
  const underAttack = async () => {
    const app = await newInstance(service())
    const { browser: owner, email } = await signUpNew(app.browser({ "x-forwarded-for": newIpAddress() }))
    const attackers = Array.from({ length: 100 }, () => app.browser({ "x-forwarded-for": newIpAddress() }))
    // Clients that are known, but to other accounts.
    for (const attacker of attackers.slice(0, 5)) await signUpNew(attacker)
    const guess = async (attacker = app.browser()) =>
      isAllowed(await attacker.post(signIn, { email, password: wrongPassword }))
    const signInAsOwner = async () => (await owner.post(signIn, { email, password })).status
    return { app, attackers, email, guess, signInAsOwner }
  }

  test("get ten guesses in total, and do not lock out the owner's known client", async () => {
    const { app, attackers, email, guess, signInAsOwner } = await underAttack()
    let isDone = false
    const signInRepeatedly = async () => {
      const statuses = [await signInAsOwner()]
      while (!isDone || statuses.length < 3) statuses.push(await signInAsOwner())
      return statuses
    }
    const ownerStatuses = signInRepeatedly()
    const guesses = await Promise.all([...attackers, ...attackers].map(guess))
    isDone = true
    expect(guesses.filter(Boolean)).toHaveLength(10)
    expect([...new Set(await ownerStatuses)]).toEqual([200])
    // A new client of the owner is limited like every other client.
    expect((await app.browser({ "x-forwarded-for": newIpAddress() }).post(signIn, { email, password })).status).toBe(
      429
    )
    expect(await signInAsOwner()).toBe(200)
  })

  test("never get more than ten guesses in 15 minutes, even if they never stop", async () => {
    const { attackers, guess, signInAsOwner } = await underAttack()
    const allowed: Array<number> = []
    for (let [now, index] = [0, 0]; now < 3 * quarterHour; now += 1.7 * minute) {
      for (let times = 0; times < 6; times++) if (await guess(attackers[index++ % 100])) allowed.push(now)
      expect(await signInAsOwner()).toBe(200)
      service().advance(1.7 * minute)
    }
    for (const at of allowed) {
      expect(allowed.filter((other) => other >= at && other < at + quarterHour).length).toBeLessThanOrEqual(10)
    }
    expect(allowed).toHaveLength(30)
  })
})
