/** Errors about signing devices in. */
import { Outcome } from "../core/Outcome.ts"

/** The instance has the sign-in of devices turned off. */
export class DeviceSignInDisabled extends Outcome(
  "DeviceSignInDisabled",
  "device_sign_in_disabled",
  "Signing in command lines and televisions is turned off"
) {}

/** The user has not decided yet. The device asks again after the interval. */
export class AuthorizationPending extends Outcome(
  "AuthorizationPending",
  "authorization_pending",
  "The user has not decided yet"
) {}

/** The device asks too often. It waits five seconds longer from now on. */
export class SlowDown extends Outcome("SlowDown", "slow_down", "Asked too soon: wait five seconds longer") {}

/** The user has refused to sign the device in. */
export class DeviceDenied extends Outcome("DeviceDenied", "access_denied", "The user has refused") {}
