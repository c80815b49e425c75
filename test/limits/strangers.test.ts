import { expect, test } from "vitest"
import { minute, newInstance, password, signIn, signUpNew, wrongPassword } from "../conformance/actions.ts"
import { isAdmitted, newAddress } from "./Budgets.ts"
import { onEveryStore } from "./stores.ts"

const quarterHour = 15 * minute

onEveryStore("A hundred strangers who guess the password of an account", (service) => {
  /** An account with the limits of every new instance, its owner, and strangers with addresses and browsers of their own. */
  const besieged = async () => {
    const app = await newInstance(service())
    const { browser: owner, email } = await signUpNew(app.browser({ "x-forwarded-for": newAddress() }))
    const strangers = Array.from({ length: 100 }, () => app.browser({ "x-forwarded-for": newAddress() }))
    // Browsers that are known here, to accounts of their own.
    for (const stranger of strangers.slice(0, 5)) await signUpNew(stranger)
    const guess = async (stranger = app.browser()) =>
      isAdmitted(await stranger.post(signIn, { email, password: wrongPassword }))
    const enter = async () => (await owner.post(signIn, { email, password })).status
    return { app, email, enter, guess, strangers }
  }

  test("have ten guesses together, and do not keep the owner's browser out", async () => {
    const { app, email, enter, guess, strangers } = await besieged()
    let isOver = false
    const entering = async () => {
      const statuses = [await enter()]
      while (!isOver || statuses.length < 3) statuses.push(await enter())
      return statuses
    }
    const owners = entering()
    const guesses = await Promise.all([...strangers, ...strangers].map(guess))
    isOver = true
    expect(guesses.filter((isAdmitted) => isAdmitted)).toHaveLength(10)
    expect([...new Set(await owners)]).toEqual([200])
    // Another browser of the owner's has to wait like everybody else.
    expect((await app.browser({ "x-forwarded-for": newAddress() }).post(signIn, { email, password })).status).toBe(429)
    expect(await enter()).toBe(200)
  })

  test("never have more than ten in a quarter of an hour, though they never stop", async () => {
    const { enter, guess, strangers } = await besieged()
    const admitted: Array<number> = []
    for (let [now, index] = [0, 0]; now < 3 * quarterHour; now += 1.7 * minute) {
      for (let times = 0; times < 6; times++) if (await guess(strangers[index++ % 100])) admitted.push(now)
      expect(await enter()).toBe(200)
      service().advance(1.7 * minute)
    }
    for (const at of admitted) {
      expect(admitted.filter((other) => other >= at && other < at + quarterHour).length).toBeLessThanOrEqual(10)
    }
    expect(admitted).toHaveLength(30)
  })
})
