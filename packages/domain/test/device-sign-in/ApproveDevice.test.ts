import { assert, describe } from "@effect/vitest"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { verified } from "../email-change/support.ts"
import { ben, justBefore, oneMilli, outcome, rightPassword, signedUp, test } from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { argsOf, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { decisionsOf, deviceAt, startedDevice, unknownCode, withDevices } from "./support.ts"

describe("ApproveDevice", () => {
  test(
    "shows what is known of the device, as often as the user looks",
    Effect.gen(function* () {
      const { find } = decisionsOf(yield* signedUp)
      const { userCode } = yield* deviceAt(withDevices(), "192.0.2.7").start(Option.some("Reports"))
      for (let count = 0; count < 2; count++) {
        const { requestedAt, ...known } = (yield* find(userCode)).device
        assert.deepStrictEqual(known, {
          name: Option.some("Reports"),
          userAgent: "reports/1.2",
          ipAddress: "192.0.2.7"
        })
        assert.strictEqual(requestedAt.epochMillis, 0)
      }
    })
  )

  test(
    "is recorded in the audit log if it approves, and tells the user whose address is verified",
    Effect.gen(function* () {
      const { approve, deny } = decisionsOf(yield* verified())
      yield* approve((yield* startedDevice()).userCode)
      yield* deny((yield* startedDevice()).userCode)
      const lines = (yield* auditLines).filter((line) => line.includes("device"))
      assert.deepStrictEqual(lines, ["user device_approved"])
      const kinds = (yield* argsOf("EmailOutbox.enqueue")).map(([email]) => (email as { readonly kind: string }).kind)
      assert.strictEqual(kinds.filter((kind) => kind === "device_approved").length, 1)
    })
  )

  test(
    "requires that the user has authenticated in the last ten minutes, but not to refuse",
    Effect.gen(function* () {
      const { approve, deny } = decisionsOf(yield* signedUp)
      const [first, second] = [yield* startedDevice(), yield* startedDevice()]
      yield* justBefore("10 minutes")
      assert.strictEqual(yield* outcome(approve(first.userCode)), "ok")
      yield* oneMilli
      const late = yield* startedDevice()
      assert.strictEqual(yield* outcome(approve(late.userCode)), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(deny(second.userCode)), "InvalidToken")
      assert.strictEqual(yield* outcome(deny(late.userCode)), "ok")
    })
  )

  test(
    "says whether the user has to authenticate again before they approve",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { find } = decisionsOf(client)
      const { session } = yield* find((yield* startedDevice()).userCode)
      assert.deepStrictEqual(session, yield* client.authenticate)
      yield* justBefore("10 minutes")
      assert.isTrue((yield* find((yield* startedDevice()).userCode)).isConfirmed)
      yield* oneMilli
      assert.isFalse((yield* find((yield* startedDevice()).userCode)).isConfirmed)
    })
  )

  test(
    "decides once: refusing beats a later approval, and of concurrent decisions one counts",
    Effect.gen(function* () {
      const { approve, deny } = decisionsOf(yield* signedUp)
      const refused = yield* startedDevice()
      yield* deny(refused.userCode)
      assert.strictEqual(yield* outcome(approve(refused.userCode)), "InvalidToken")
      assert.strictEqual(yield* outcome(refused.ask), "DeviceDenied")

      const raced = yield* startedDevice()
      const decisions = [approve, deny, approve, deny].map((decide) => Effect.either(decide(raced.userCode)))
      const decided = yield* Effect.all(decisions, { concurrency: "unbounded" })
      assert.lengthOf(decided.filter(Either.isRight), 1)
    })
  )

  test(
    "signs in the user who has approved, and no other",
    Effect.gen(function* () {
      const bens = yield* TestClient.make
      yield* bens.signUp(ben, rightPassword)
      const device = yield* startedDevice()
      yield* decisionsOf(bens).approve(device.userCode)
      assert.strictEqual(yield* outcome(decisionsOf(yield* signedUp).approve(device.userCode)), "InvalidToken")
      assert.strictEqual((yield* device.ask).userId, (yield* bens.authenticate).userId)
    })
  )

  test(
    "looks nothing up without a session, or where devices are turned off",
    Effect.gen(function* () {
      const { userCode } = yield* startedDevice()
      const none = decisionsOf(yield* TestClient.make)
      const off = decisionsOf(yield* signedUp, defaultInstance)
      for (const name of ["find", "approve", "deny"] as const) {
        assert.strictEqual(yield* outcome(none[name](userCode)), "Unauthenticated")
        assert.strictEqual(yield* outcome(off[name](userCode)), "DeviceSignInDisabled")
      }
      assert.strictEqual(yield* countOf("OneTimeTokenRepository.list"), 0)
      assert.strictEqual(yield* countOf("OneTimeTokenRepository.consumeAll"), 0)
    })
  )

  test(
    "allows 5 wrong codes a minute of one user, and 10 at one IP address, before they are looked up",
    Effect.gen(function* () {
      const client = yield* signedUp
      const bens = yield* TestClient.make
      yield* bens.signUp(ben, rightPassword)
      const { userCode } = yield* startedDevice()
      const own = decisionsOf(client.at(withDevices(), "192.0.2.7"))
      for (const wrong of [own.find, own.approve, own.deny, own.find, own.find]) {
        assert.strictEqual(yield* outcome(wrong(unknownCode)), "InvalidToken")
      }
      const lookedUp = yield* countOf("OneTimeTokenRepository.list")
      assert.strictEqual(yield* outcome(own.find(userCode)), "RateLimited")
      assert.strictEqual(yield* outcome(decisionsOf(client).find(userCode)), "RateLimited")
      assert.strictEqual(yield* countOf("OneTimeTokenRepository.list"), lookedUp)

      const others = decisionsOf(bens.at(withDevices(), "192.0.2.7"))
      for (let count = 0; count < 5; count++) {
        assert.strictEqual(yield* outcome(others.find(unknownCode)), "InvalidToken")
      }
      assert.strictEqual(yield* outcome(decisionsOf(bens.at(withDevices(), "192.0.2.8")).find(userCode)), "RateLimited")
      yield* TestClock.adjust("1 minute")
      for (let count = 0; count < 20; count++) yield* own.find(userCode)
      assert.strictEqual(yield* outcome(own.approve(userCode)), "ok")
    })
  )
})
