import { assert, describe } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import type { UserId } from "@latchkey/domain/core/Ids"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { defaultId, defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import type { OneTimeToken } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import {
  ann,
  justBefore,
  newPassword,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  rightPassword,
  signedUp,
  storedUser,
  test
} from "../support.ts"
import { optional, userWithApp } from "../support/SecondFactor.ts"
import { argsOf, beforeNext, callNames, countOf, disconnectDuring } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { decisionsOf, deviceAt, startedDevice, withDevices } from "./support.ts"

const fiveSeconds = TestClock.adjust("5 seconds")

/** A user who is signed in, and a device that the user has approved and that has not asked since. */
const approved = Effect.gen(function* () {
  const client = yield* signedUp
  const device = yield* startedDevice()
  yield* decisionsOf(client).approve(device.userCode)
  return { client, device }
})

const annsId = Effect.map(Effect.flatten(storedUser(ann)), ({ id }) => id)

const by = { actor: "program" } as const

const changes = {
  "has changed the password": (client: TestClient.TestClient) => client.changePassword(newPassword, rightPassword),
  "was disabled": (_: TestClient.TestClient, userId: UserId) =>
    Effect.flatMap(UserAdministration, ({ disable }) => disable({ instance: defaultInstance, userId, by })),
  "was disabled and enabled": (_: TestClient.TestClient, userId: UserId) =>
    Effect.flatMap(UserAdministration, ({ disable, enable }) =>
      Effect.zipRight(
        disable({ instance: defaultInstance, userId, by }),
        enable({ instance: defaultInstance, userId, by })
      )
    ),
  "was deleted": (_: TestClient.TestClient, userId: UserId) =>
    Effect.flatMap(UserRepository, (users) => users.delete(defaultId, userId))
}

describe("SignInDevice", () => {
  test(
    "makes two codes for ten minutes, and stores neither",
    Effect.gen(function* () {
      const { deviceCode, interval, lifetime, userCode } = yield* deviceAt().start(Option.some("Reports"))
      assert.deepStrictEqual([Duration.toSeconds(lifetime), Duration.toSeconds(interval)], [600, 5])
      const tokens = (yield* argsOf("OneTimeTokenRepository.put")).map(([token]) => token as OneTimeToken)
      const stored = JSON.stringify(tokens.map((token) => ({ ...token, data: Redacted.value(token.data) })))
      assert.include(stored, "Reports")
      assert.notInclude(stored, userCode)
      assert.notInclude(stored, Redacted.value(deviceCode))
    })
  )

  test(
    "signs the device in once the user has approved it, once",
    Effect.gen(function* () {
      const client = yield* signedUp
      const device = yield* startedDevice()
      assert.strictEqual(yield* outcome(device.ask), "AuthorizationPending")
      yield* fiveSeconds
      assert.strictEqual(yield* outcome(device.ask), "AuthorizationPending")
      yield* decisionsOf(client).approve(device.userCode)
      yield* fiveSeconds
      const issued = yield* device.ask
      assert.strictEqual(issued.userId, yield* annsId)
      const on = yield* TestClient.withCookies({
        clientToken: Option.some(issued.clientToken),
        sessionToken: Option.some(issued.sessionToken)
      })
      assert.strictEqual((yield* on.authenticate).id, issued.sessionId)
      const { sessions } = yield* client.listSessions
      assert.deepStrictEqual(Arr.map(sessions, ({ userAgent }) => userAgent).sort(), ["", "reports/1.2"])
      yield* fiveSeconds
      assert.strictEqual(yield* outcome(device.ask), "InvalidToken")
    })
  )

  test(
    "has the methods of the session that approved it, and is no recent sign-in",
    Effect.gen(function* () {
      const { client } = yield* userWithApp()
      const device = yield* startedDevice()
      yield* decisionsOf(client).approve(device.userCode)
      const issued = yield* device.ask
      const on = yield* TestClient.withCookies({
        clientToken: Option.some(issued.clientToken),
        sessionToken: Option.some(issued.sessionToken)
      })
      const [own, approving] = [yield* on.authenticate, yield* client.authenticate]
      assert.deepStrictEqual(own.methods, approving.methods)
      assert.lengthOf(own.methods, 2)
      const now = yield* DateTime.now
      assert.strictEqual(now.epochMillis - own.authenticatedAt.epochMillis, 10 * 60_000)
      assert.strictEqual(yield* outcome(on.at(optional).removeTotp), "ReauthenticationRequired")
    })
  )

  test(
    "keeps the time of a session that authenticated earlier",
    Effect.gen(function* () {
      const { client, device } = yield* approved
      const { authenticatedAt } = yield* client.authenticate
      yield* justBefore("10 minutes")
      const issued = yield* device.ask
      const on = yield* TestClient.withCookies({
        clientToken: Option.some(issued.clientToken),
        sessionToken: Option.some(issued.sessionToken)
      })
      const own = yield* on.authenticate
      assert.isTrue(DateTime.lessThan(own.authenticatedAt, authenticatedAt))
    })
  )

  test(
    "tells a device to slow down that asks again in less than four seconds, and not one that waits for five",
    Effect.gen(function* () {
      const device = yield* startedDevice()
      const another = yield* startedDevice()
      assert.strictEqual(yield* outcome(device.ask), "AuthorizationPending")
      yield* justBefore("4 seconds")
      assert.strictEqual(yield* outcome(device.ask), "SlowDown")
      assert.strictEqual(yield* outcome(another.ask), "AuthorizationPending")
      yield* oneMilli
      assert.strictEqual(yield* outcome(device.ask), "AuthorizationPending")
      yield* decisionsOf(yield* signedUp).approve(device.userCode)
      assert.strictEqual(yield* outcome(device.ask), "SlowDown")
      yield* fiveSeconds
      assert.strictEqual(yield* outcome(device.ask), "ok")
    })
  )

  test(
    "says that the user has refused, as often as the device asks",
    Effect.gen(function* () {
      const device = yield* startedDevice()
      yield* decisionsOf(yield* signedUp).deny(device.userCode)
      for (let count = 0; count < 2; count++) {
        assert.strictEqual(yield* outcome(device.ask), "DeviceDenied")
        yield* fiveSeconds
      }
    })
  )

  test(
    "ends after ten minutes, whether or not the user has approved it meanwhile",
    Effect.gen(function* () {
      const client = yield* signedUp
      const [pending, late] = [yield* startedDevice(), yield* startedDevice()]
      yield* TestClock.adjust("5 minutes")
      yield* decisionsOf(client).approve(late.userCode)
      yield* justBefore("5 minutes")
      assert.strictEqual(yield* outcome(pending.ask), "AuthorizationPending")
      yield* oneMilli
      assert.strictEqual(yield* outcome(pending.ask), "InvalidToken")
      assert.strictEqual(yield* outcome(late.ask), "InvalidToken")
    })
  )

  test(
    "finds no device with another code, in another instance, or where devices are turned off",
    Effect.gen(function* () {
      const device = deviceAt()
      const { deviceCode } = yield* device.start()
      const code = Redacted.value(deviceCode)
      const unknown = Redacted.value(yield* (yield* TokenGenerator).generate)
      for (const wrong of ["", "x", `${code}A`, unknown]) {
        assert.strictEqual(yield* outcome(device.ask(wrong)), "InvalidToken")
      }
      const other = new Instance({ ...otherInstance, tokenConfig: withDevices().tokenConfig })
      assert.strictEqual(yield* outcome(deviceAt(other).ask(code)), "InvalidToken")
      assert.strictEqual(yield* outcome(deviceAt(defaultInstance).ask(code)), "DeviceSignInDisabled")
      assert.strictEqual(yield* outcome(deviceAt(defaultInstance).start()), "DeviceSignInDisabled")
      assert.strictEqual(yield* outcome(device.ask(code)), "AuthorizationPending")
    })
  )

  test(
    "gives concurrent questions one session",
    Effect.gen(function* () {
      const { device } = yield* approved
      const asked = yield* Effect.all(
        Array.from({ length: 10 }, () => outcome(device.ask)),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        asked.filter((one) => one === "ok"),
        1
      )
    })
  )

  test(
    "issues one session also if a second question has passed the limit meanwhile",
    Effect.gen(function* () {
      const { device } = yield* approved
      const second: Array<string> = []
      const overtakes = Effect.gen(function* () {
        yield* fiveSeconds
        second.push(yield* outcome(device.ask))
      })
      const services = yield* Effect.context<Effect.Effect.Context<typeof overtakes>>()
      yield* beforeNext("UserRepository.findByIdForUpdate", Effect.provide(overtakes, services))
      assert.strictEqual(yield* outcome(device.ask), "InvalidToken")
      assert.deepStrictEqual(second, ["ok"])
    })
  )

  for (const [what, change] of Object.entries(changes)) {
    test(
      `issues nothing to a user who ${what} since`,
      Effect.gen(function* () {
        const { client, device } = yield* approved
        yield* change(client, yield* annsId)
        assert.strictEqual(yield* outcome(device.ask), "InvalidToken")
      })
    )
  }

  test(
    "limits per IP address how many codes are made, and wrong device codes before they are looked up",
    Effect.gen(function* () {
      const { limit } = defaultInstance.rateLimits.signInPerIp
      const device = deviceAt()
      const { deviceCode } = yield* device.start()
      for (let count = 1; count < limit; count++) yield* device.start()
      assert.strictEqual(yield* outcome(device.start()), "RateLimited")
      assert.strictEqual(yield* outcome(deviceAt().start()), "ok")

      const tokens = yield* TokenGenerator
      const wrong = Effect.flatMap(tokens.generate, (token) => device.ask(Redacted.value(token)))
      for (let count = 0; count < 4 * limit; count++) assert.strictEqual(yield* outcome(wrong), "InvalidToken")
      const lookedUp = yield* countOf("OneTimeTokenRepository.find")
      assert.strictEqual(yield* outcome(wrong), "RateLimited")
      assert.strictEqual(yield* outcome(device.ask(Redacted.value(deviceCode))), "RateLimited")
      assert.strictEqual(yield* countOf("OneTimeTokenRepository.find"), lookedUp)
      const before = (yield* callNames).length
      yield* outcome(device.ask("wrong"))
      assert.lengthOf(yield* callNames, before)
    })
  )

  test(
    "does not count the questions of devices that have a code",
    Effect.gen(function* () {
      const { limit } = defaultInstance.rateLimits.signInPerIp
      const device = deviceAt()
      const started = yield* Effect.replicateEffect(device.start(), limit)
      for (let round = 0; round < 5; round++) {
        for (const { deviceCode } of started) {
          assert.strictEqual(yield* outcome(device.ask(Redacted.value(deviceCode))), "AuthorizationPending")
        }
        yield* fiveSeconds
      }
    })
  )

  test(
    "signs in also if the device disconnects meanwhile, and does not use the code if the store fails",
    Effect.gen(function* () {
      const { client, device } = yield* approved
      yield* beforeNext("SessionRepository.issue", outage)
      assert.strictEqual(yield* outcome(device.ask), "PersistenceError")
      yield* fiveSeconds
      yield* disconnectDuring("SessionRepository.issue", device.ask)
      assert.lengthOf((yield* client.listSessions).sessions, 2)
    })
  )
})
