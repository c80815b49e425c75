import { ApproveDevice } from "@latchkey/domain/device-sign-in/ApproveDevice"
import { SignInDevice } from "@latchkey/domain/device-sign-in/SignInDevice"
import * as UserCode from "@latchkey/domain/device-sign-in/UserCode"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { RequestContext } from "../../core/Endpoint.ts"
import * as Implementation from "../../core/Implementation.ts"
import * as NativeClient from "../../core/NativeClient.ts"
import { ok } from "../../core/Ok.ts"
import { problem } from "../../core/Problem.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import { DeviceSignInApi } from "../DeviceSignInApi.ts"

/** A page that could ask would sign its user in to the account of someone else. */
const before = ({ request }: RequestContext) =>
  NativeClient.isOfPage(request.headers) ? problem("forbidden_origin") : Effect.void

export const implementation = Implementation.make(
  DeviceSignInApi,
  Effect.gen(function* () {
    const approvals = yield* ApproveDevice
    const devices = yield* SignInDevice
    const urls = yield* PublicUrls

    return {
      startDevice: {
        before,
        handle: ({ body: { name }, caller, instance }) =>
          Effect.map(
            devices.start({ instance, caller, name: Option.fromNullable(name) }),
            ({ deviceCode, interval, lifetime, userCode }) => {
              const verificationUri = urls.device(instance)
              const shown = UserCode.format(userCode)
              return {
                body: {
                  deviceCode: Redacted.value(deviceCode),
                  userCode: shown,
                  verificationUri,
                  verificationUriComplete: `${verificationUri}?code=${shown}`,
                  expiresIn: Duration.toSeconds(lifetime),
                  interval: Duration.toSeconds(interval)
                }
              }
            }
          )
      },
      signInDevice: {
        before,
        handle: ({ body: { deviceCode }, caller, cookies, instance }) =>
          Effect.map(devices.complete({ instance, caller, deviceCode }), (issued) =>
            SessionCookies.issued(cookies, issued)
          )
      },
      getDevice: ({ caller, instance, query: { userCode } }) =>
        Effect.map(approvals.find({ instance, caller, userCode }), ({ device, isConfirmed }) => ({
          body: {
            ...device,
            userCode: UserCode.format(userCode),
            name: Option.getOrNull(device.name),
            needsReauthentication: !isConfirmed
          }
        })),
      decideDevice: ({ body: { approve, userCode }, caller, instance }) =>
        Effect.as(approvals[approve ? "approve" : "deny"]({ instance, caller, userCode }), { body: ok })
    }
  })
)
