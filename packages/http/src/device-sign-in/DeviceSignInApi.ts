/** The contract of signing in programs without a browser (RFC 8628). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { DeviceName } from "@latchkey/domain/device-sign-in/DeviceCodes"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { SessionResponse } from "../session/SessionApi.ts"

const exampleCode = "sQ0nV5tYw2Kc8Lr1Hb6Xm9Zd3Fg7Jp4TaUeRiOoWqEs"

/** The codes of a device, as in RFC 8628, 3.2. */
export const DeviceCodesResponse = Schema.Struct({
  deviceCode: Schema.String.annotations({ description: "The code of the device. It is secret." }),
  userCode: Schema.String.annotations({ description: "The code that the user types: show it as it is." }),
  verificationUri: Schema.String.annotations({ description: "The page where the user types it." }),
  verificationUriComplete: Schema.String.annotations({
    description: "The same page with the code filled in, for a QR code or a browser that the program opens."
  }),
  expiresIn: Schema.Int.annotations({ description: "Seconds until both codes expire: 600." }),
  interval: Schema.Int.annotations({ description: "Seconds to wait between two questions: 5." })
}).annotations({
  identifier: "DeviceCodes",
  description: "The codes of a device.",
  examples: [
    {
      deviceCode: exampleCode,
      userCode: "WDJB-MJHT",
      verificationUri: "https://auth.example.com/device",
      verificationUriComplete: "https://auth.example.com/device?code=WDJB-MJHT",
      expiresIn: 600,
      interval: 5
    }
  ]
})

const start = Contract.endpoint(HttpApiEndpoint.post("startDevice", "/v1/auth/device"), {
  summary: "Get the codes of a device",
  description:
    "Returns a code for a program without a browser, and one that its user types on the page `/device`. `name` is what the page calls the program. For programs only: a request with `Origin` or `Sec-Fetch-Site` gets 403.",
  security: [],
  body: Contract.body(
    Schema.Struct({
      name: Schema.optionalWith(DeviceName, { exact: true }).annotations({
        description: "What the program calls itself. The user sees it."
      })
    }),
    "NewDevice",
    { name: "Acme for the command line" }
  ),
  success: DeviceCodesResponse,
  errors: ["device_sign_in_disabled", "signin_rate_limited"]
})

const complete = Contract.endpoint(HttpApiEndpoint.post("signInDevice", "/v1/auth/device/token"), {
  summary: "Sign a device in",
  description:
    "Signs in the user who has approved the device, once, with the methods of the session that did. Until then it is 400 `authorization_pending`: ask again after `interval` seconds. After 400 `slow_down` wait five seconds longer from then on. The new session is no recent sign-in: what changes how users sign in asks them to authenticate again. For programs only, as for `POST /v1/auth/device`.",
  security: [],
  body: Contract.body(Schema.Struct({ deviceCode: Schema.String }), "DeviceCode", { deviceCode: exampleCode }),
  success: SessionResponse,
  errors: [
    "authorization_pending",
    "slow_down",
    "access_denied",
    "invalid_token",
    "device_sign_in_disabled",
    "signin_rate_limited"
  ]
})

/** `POST /v1/auth/device` and `POST /v1/auth/device/token`. */
export class DeviceSignInApi extends Contract.group(
  "deviceSignIn",
  { title: "Devices", description: "Sign in on a command line or a television, with a code typed in a browser." },
  { startDevice: start, signInDevice: complete }
) {}
