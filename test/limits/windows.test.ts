import * as DateTime from "effect/DateTime"
import * as FastCheck from "effect/FastCheck"
import { expect, test } from "vitest"
import { newInstance, password, second, signIn, signUpNew, wrongPassword } from "../conformance/actions.ts"
import { appWith, attempts, isAdmitted, newAddress } from "./Budgets.ts"
import { EveryHit } from "./EveryHit.ts"
import { onEveryStore } from "./stores.ts"

const minute = 60 * second
const phases = Array.from({ length: 20 }, (_, index) => index * 3 * second)

interface Step {
  readonly wait: number
  readonly isRight: boolean
  readonly limit: number | null
}

const steps = FastCheck.array(
  FastCheck.record<Step>({
    wait: FastCheck.oneof(FastCheck.constant(0), FastCheck.nat(20_000)),
    isRight: FastCheck.oneof({ weight: 3, arbitrary: FastCheck.constant(false) }, FastCheck.constant(true)),
    limit: FastCheck.oneof(
      { weight: 9, arbitrary: FastCheck.constant(null) },
      { weight: 1, arbitrary: FastCheck.integer({ min: 1, max: 5 }) }
    )
  }),
  { minLength: 20, maxLength: 40 }
)

onEveryStore("A window slides", (service) => {
  const now = async () => DateTime.toEpochMillis(await service().run(DateTime.now))

  test("and never lets through twice the limit, wherever in a minute its end is", async () => {
    const app = await appWith(service(), { signInPerEmail: { limit: 3, windowSeconds: 60 } })
    for (const phase of phases) {
      const attempt = await attempts.signInPerEmail(app)
      const admitted = async (count: number) => {
        const replies = []
        for (let index = 0; index < count; index++) replies.push(await attempt())
        return replies.filter(isAdmitted).length
      }
      // Half a second before that time of a minute, and half a second after it.
      service().advance(minute - ((await now()) % minute) + phase - second / 2)
      expect(await admitted(3)).toBe(3)
      service().advance(second)
      expect(await admitted(3)).toBe(0)
      service().advance(minute - second - 1)
      expect(await admitted(1)).toBe(0)
      service().advance(1)
      expect(await admitted(4)).toBe(3)
    }
  })

  test("as the model does that keeps every hit, while limits change and successes give back", async () => {
    const rate = { limit: 3, windowSeconds: 60 }
    const play = async (played: ReadonlyArray<Step>) => {
      const { browser, id } = await newInstance(service(), { rateLimits: { signInPerEmail: rate } })
      const { email } = await signUpNew(browser({ "x-forwarded-for": newAddress() }))
      const model = new EveryHit()
      let today = rate
      for (const { isRight, limit, wait } of played) {
        service().advance(wait)
        if (limit !== null) {
          today = { ...rate, limit }
          await service().instances((_) => _.update(id, { rateLimits: { signInPerEmail: today } }))
        }
        const stranger = browser({ "x-forwarded-for": newAddress() })
        const reply = await stranger.post(signIn, { email, password: isRight ? password : wrongPassword })
        const at = await now()
        const expected = model.take(at, today)
        expect(isAdmitted(reply)).toBe(expected === "admitted")
        if (expected !== "admitted") {
          expect(Number(reply.headers["retry-after"])).toBe(Math.ceil((expected - at) / second))
        } else if (isRight) {
          model.giveBack(at)
        }
      }
    }
    await FastCheck.assert(FastCheck.asyncProperty(steps, play), { numRuns: 5, endOnFailure: true })
  })
})
