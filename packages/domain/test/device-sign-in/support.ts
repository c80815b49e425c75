/** Devices without a browser in the tests, and the users who decide about them. */
import { ApproveDevice } from "@latchkey/domain/device-sign-in/ApproveDevice"
import { SignInDevice } from "@latchkey/domain/device-sign-in/SignInDevice"
import * as UserCode from "@latchkey/domain/device-sign-in/UserCode"
import { defaultTokenConfig } from "@latchkey/domain/instance/TokenConfig"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { instance } from "../support.ts"
import type { Actions, TestClient } from "../support/TestClient.ts"
import { newIpAddress } from "../support/TestClient.ts"

/** The default instance, where devices can sign in. */
export const withDevices = (others: Parameters<typeof instance>[0] = {}) =>
  instance({ ...others, tokenConfig: { ...defaultTokenConfig, deviceSignIn: true } })

/** A code that no device has. */
export const unknownCode = UserCode.UserCode.make("BCDFGHJK")

/** A device with its own IP address, which presents no cookies. */
export const deviceAt = (at = withDevices(), ipAddress = newIpAddress(), userAgent = "reports/1.2") => {
  const caller = { ipAddress, userAgent, clientToken: Option.none(), sessionToken: Option.none() }
  const request = { instance: at, caller }
  return {
    start: (name: Option.Option<string> = Option.none()) =>
      Effect.flatMap(SignInDevice, ({ start }) => start({ ...request, name })),
    ask: (deviceCode: string) => Effect.flatMap(SignInDevice, ({ complete }) => complete({ ...request, deviceCode }))
  }
}

/** A device that has started, and asks with its code. */
export const startedDevice = (at = withDevices()) =>
  Effect.gen(function* () {
    const device = deviceAt(at)
    const started = yield* device.start()
    return { ...started, ask: device.ask(Redacted.value(started.deviceCode)) }
  })

/** What a user does with a code on a client. */
export const decisionsOf = (client: Pick<Actions | TestClient, "caller">, at = withDevices()) => {
  const use =
    <A, E>(run: (service: typeof ApproveDevice.Service) => (typed: TypedCode) => Effect.Effect<A, E>) =>
    (userCode: UserCode.UserCode) =>
      Effect.flatMap(ApproveDevice, (service) =>
        Effect.flatMap(client.caller, (caller) => run(service)({ instance: at, caller, userCode }))
      )
  return { approve: use(({ approve }) => approve), deny: use(({ deny }) => deny), find: use(({ find }) => find) }
}

type TypedCode = Parameters<(typeof ApproveDevice.Service)["find"]>[0]
