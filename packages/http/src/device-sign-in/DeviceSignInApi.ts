/** The contract of signing in programs without a browser (RFC 8628). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { DeviceName } from "@latchkey/domain/device-sign-in/DeviceCodes"
import * as UserCode from "@latchkey/domain/device-sign-in/UserCode"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import { Time } from "../core/Time.ts"
import { SessionResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

const exampleCode = "sQ0nV5tYw2Kc8Lr1Hb6Xm9Zd3Fg7Jp4TaUeRiOoWqEs"
const exampleUserCode = "WDJB-MJHT"

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
      userCode: exampleUserCode,
      verificationUri: "https://auth.example.com/device",
      verificationUriComplete: `https://auth.example.com/device?code=${exampleUserCode}`,
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

const userCode = UserCode.FromText.annotations({
  description: "The code that the device shows. Case, spaces and dashes do not matter.",
  examples: [UserCode.UserCode.make("WDJBMJHT")]
})

/** What is known of a device that asks. All of it is what the device says, but the IP address and the time. */
export const DeviceRequestResponse = Schema.Struct({
  userCode: Schema.String.annotations({ description: "The code as the device shows it: the user compares both." }),
  name: Schema.NullOr(Schema.String).annotations({ description: "What the device calls itself, or `null`." }),
  userAgent: Schema.String.annotations({ description: "Its `User-Agent`; empty if it sent none." }),
  ipAddress: Schema.String,
  requestedAt: Time,
  needsReauthentication: Schema.Boolean.annotations({
    description: "Whether the user has to authenticate again before they approve it."
  })
}).annotations({
  identifier: "DeviceRequest",
  description: "A device that asks to sign the user in.",
  examples: [
    {
      userCode: exampleUserCode,
      name: "Acme for the command line",
      userAgent: "acme/2.1",
      ipAddress: "203.0.113.7",
      requestedAt: DateTime.unsafeMake("2026-11-29T08:40:12.605Z"),
      needsReauthentication: false
    }
  ]
})

const find = Contract.endpoint(HttpApiEndpoint.get("getDevice", "/v1/auth/device"), {
  summary: "See which device asks",
  description:
    "Returns what is known of the device with a code that the signed-in user has typed, and decides nothing. Show all of it, and ask the user whether they have started the sign-in themselves: an attacker can send them a code. For your own page in place of `/device`, also on an allowed origin. Each user can try five wrong codes a minute, and each IP address ten.",
  security: SessionSecurity.required,
  query: Schema.Struct({ userCode }),
  success: DeviceRequestResponse,
  errors: ["unauthenticated", "invalid_token", "device_sign_in_disabled", "signin_rate_limited"]
})

const decide = Contract.endpoint(HttpApiEndpoint.post("decideDevice", "/v1/auth/device/decision"), {
  summary: "Approve or refuse a device",
  description:
    "Signs the user in on the device with the code, or refuses it. The code cannot be used again. To approve, the user must have authenticated in the last ten minutes; with a passkey or a second factor if they have one. The user gets an email about an approval. Limits as for `GET /v1/auth/device`.",
  security: SessionSecurity.required,
  body: Contract.body(
    Schema.Struct({
      userCode,
      approve: Schema.Boolean.annotations({ description: "`true`: sign the device in. `false`: refuse it." })
    }),
    "DeviceDecision",
    { userCode: exampleUserCode, approve: true }
  ),
  success: Ok,
  errors: [
    "unauthenticated",
    "reauthentication_required",
    "invalid_token",
    "device_sign_in_disabled",
    "signin_rate_limited"
  ]
})

/** `/v1/auth/device` and below. */
export class DeviceSignInApi extends Contract.group(
  "deviceSignIn",
  { title: "Devices", description: "Sign in on a command line or a television, with a code typed in a browser." },
  { startDevice: start, signInDevice: complete, getDevice: find, decideDevice: decide }
) {}
