/** Signing programs without a browser in, in the tests. */
import { parse as parseToken } from "@latchkey/domain/core/Token"
import { ApproveDevice } from "@latchkey/domain/device-sign-in/ApproveDevice"
import * as UserCode from "@latchkey/domain/device-sign-in/UserCode"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Browser } from "./Browser.ts"
import type { Service } from "./Service.ts"

/** Turns the sign-in of devices on or off. */
export const allow = (service: Service, deviceSignIn = true) =>
  service.instances((directory) => directory.update(defaultId, { tokenConfig: { deviceSignIn } }))

/** Decides about the device with that code, as the user of a browser, without a page. */
export const decide = async (service: Service, browser: Browser, decision: "approve" | "deny", userCode: unknown) => {
  const read = async (name: string) => Option.flatMap(Option.fromNullable(await browser.cookie(name)), parseToken)
  const [clientToken, sessionToken] = [await read("__client"), await read("__session")]
  await service.run(
    Effect.gen(function* () {
      const instance = yield* (yield* InstanceDirectory).get(defaultId)
      const caller = { ipAddress: "127.0.0.1", clientToken, sessionToken }
      const typed = { instance, caller, userCode: Option.getOrThrow(UserCode.parse(String(userCode))) }
      yield* (yield* ApproveDevice)[decision](typed)
    })
  )
}
