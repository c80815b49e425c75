/**
 * Whether a user's failed sign-ins keep the password from working on new devices.
 */
import { maxFailures } from "@latchkey/domain/account/SignInFailures"
import type { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import type { UserView } from "@latchkey/domain/operator/UserAdministration"

/** Returns `true` if sign-in refuses the right password on new devices. Without an email provider it refuses none. */
export const isPasswordRefused = (
  { canSendEmail }: Pick<OperatorReports["Type"], "canSendEmail">,
  { failedSignIns, user }: Pick<UserView, "failedSignIns" | "user">
): boolean => canSendEmail && user.hasPassword && failedSignIns >= maxFailures
