/** What the room of signing devices in consists of. */
import * as ApproveDevice from "./ApproveDevice.ts"
import * as SignInDevice from "./SignInDevice.ts"

/** The use cases. Each may use those before it. */
export const useCases = { SignInDevice, ApproveDevice }

/** The rate limits. */
export * as limits from "./DeviceSignInLimits.ts"

/** What it records. */
export { attempts, auditActions, accountChanges } from "./DeviceSignInRecords.ts"
