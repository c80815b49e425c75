import * as DateTime from "effect/DateTime"
import * as FastCheck from "effect/FastCheck"
import { expect, test } from "vitest"
import { newInstance, password, second, signIn, signUpNew, wrongPassword } from "@latchkey/test-support/actions"
import { appWith, attempts, isAllowed, newIpAddress } from "./limitAttempts.ts"
import { ReferenceWindow } from "./ReferenceWindow.ts"
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

onEveryStore("The sliding window", (service) => {
  const now = async () => DateTime.toEpochMillis(await service().run(DateTime.now))

  test("never allows twice the limit, wherever in a minute its end is", async () => {
    const app = await appWith(service(), { signInPerEmail: { limit: 3, windowSeconds: 60 } })
    for (const phase of phases) {
      const attempt = await attempts.signInPerEmail(app)
      const allowedOf = async (count: number) => {
        const replies = []
        for (let index = 0; index < count; index++) replies.push(await attempt())
        return replies.filter(isAllowed).length
      }
      // Half a second before and after that second of a minute.
      service().advance(minute - ((await now()) % minute) + phase - second / 2)
      expect(await allowedOf(3)).toBe(3)
      service().advance(second)
      expect(await allowedOf(3)).toBe(0)
      service().advance(minute - second - 1)
      expect(await allowedOf(1)).toBe(0)
      service().advance(1)
      expect(await allowedOf(4)).toBe(3)
    }
  })

  test("equals the reference while limits change and successful sign-ins are refunded", async () => {
    const rate = { limit: 3, windowSeconds: 60 }
    const runSteps = async (sequence: ReadonlyArray<Step>) => {
      const { browser, id } = await newInstance(service(), { rateLimits: { signInPerEmail: rate } })
      const { email } = await signUpNew(browser({ "x-forwarded-for": newIpAddress() }))
      const reference = new ReferenceWindow()
      let current = rate
      for (const { isRight, limit, wait } of sequence) {
        service().advance(wait)
        if (limit !== null) {
          current = { ...rate, limit }
          await service().instances((_) => _.update(id, { rateLimits: { signInPerEmail: current } }))
        }
        const newClient = browser({ "x-forwarded-for": newIpAddress() })
        const reply = await newClient.post(signIn, { email, password: isRight ? password : wrongPassword })
        const at = await now()
        const expected = reference.consume(at, current)
        expect(isAllowed(reply)).toBe(expected === "allowed")
        if (expected !== "allowed") {
          expect(Number(reply.headers["retry-after"])).toBe(Math.ceil((expected - at) / second))
        } else if (isRight) {
          reference.refund(at)
        }
      }
    }
    await FastCheck.assert(FastCheck.asyncProperty(steps, runSteps), { numRuns: 5, endOnFailure: true })
  })
})
