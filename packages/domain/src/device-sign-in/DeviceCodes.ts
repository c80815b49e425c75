/** The two codes of a device that wants to sign a user in: one for the device, and one for the user to type. */
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { MethodIds } from "../instance/AuthenticationMethods.ts"
import type { Kind } from "../one-time-token/OneTimeTokens.ts"

/** Ten minutes: how long both codes work. */
export const lifetime = Duration.minutes(10)

/** Five seconds: how long a device waits between two questions. */
export const interval = Duration.seconds(5)

/** What a device calls itself: 1 to 100 characters. */
export const DeviceName = Schema.String.pipe(
  Schema.pattern(/^[^\p{Cc}\p{Surrogate}]{1,100}$/u, {
    message: () => "must be 1 to 100 characters, and no control characters"
  })
)

/**
 * What is known of a device that asks, all of which it says itself but the IP address and the time. `name`: `None` if
 * it has given none.
 */
export const DeviceRequest = Schema.Struct({
  name: Schema.OptionFromNullOr(Schema.String),
  userAgent: Schema.String,
  ipAddress: Schema.String,
  requestedAt: Schema.DateTimeUtc
})
export type DeviceRequest = typeof DeviceRequest.Type

/**
 * What the user has decided. Approved: how and when the user had authenticated, and what the device calls itself: `""`
 * if it has given no name.
 */
export const Decision = Schema.Union(
  Schema.TaggedStruct("Pending", {}),
  Schema.TaggedStruct("Denied", {}),
  Schema.TaggedStruct("Approved", {
    methods: MethodIds,
    authenticatedAt: Schema.DateTimeUtc,
    deviceName: Schema.String
  })
)
export type Decision = typeof Decision.Type

/** The code of the device, which is its own subject. Once approved, the user owns it. */
export const deviceCode: Kind<Decision, typeof Decision.Encoded> = {
  name: "device_code",
  lifetime,
  maxPerSubject: 1,
  data: Decision
}

/** The code of the user, found by its hash as the subject. The hash beside it is that of the device code. */
export const userCode: Kind<DeviceRequest, typeof DeviceRequest.Encoded> = {
  name: "user_code",
  lifetime,
  maxPerSubject: 1,
  data: DeviceRequest
}
