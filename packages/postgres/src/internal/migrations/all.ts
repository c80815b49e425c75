import * as initial from "./0001_initial.ts"
import * as accountLimits from "./0002_account_limits.ts"
import * as dashboardAccess from "./0003_dashboard_access.ts"
import * as emailOutbox from "./0004_email_outbox.ts"
import * as signInFailures from "./0005_sign_in_failures.ts"
import * as userAdministration from "./0006_user_administration.ts"
import * as instanceDeletion from "./0007_instance_deletion.ts"
import * as passwordSchemes from "./0008_password_schemes.ts"
import * as waysIn from "./0009_ways_in.ts"
import * as pendingSignUps from "./0010_pending_sign_ups.ts"
import * as emailChange from "./0011_email_change.ts"
import * as accountDeletion from "./0012_account_deletion.ts"
import * as languages from "./0013_languages.ts"
import * as magicLinkCodes from "./0014_magic_link_codes.ts"
import * as emailSuppressions from "./0015_email_suppressions.ts"
import * as customEmails from "./0016_custom_emails.ts"
import * as windowFunction from "./0017_window_function.ts"
import * as secondFactor from "./0018_second_factor.ts"
import * as passkeys from "./0019_passkeys.ts"
import * as operators from "./0020_operators.ts"
import * as operatorPasskeys from "./0021_operator_passkeys.ts"
import * as factorRecovery from "./0022_factor_recovery.ts"
import * as usersOfEmails from "./0023_users_of_emails.ts"
import * as restorations from "./0024_restorations.ts"
import * as recoveryCodeTimes from "./0025_recovery_code_times.ts"
import * as oneTimeTokens from "./0026_one_time_tokens.ts"
import type * as migrator from "../migrator.ts"

/** Each migration of this version by its name, in their order. */
export const migrations: migrator.MigrationRecord = {
  "0001_initial": initial.migration,
  "0002_account_limits": accountLimits.migration,
  "0003_dashboard_access": dashboardAccess.migration,
  "0004_email_outbox": emailOutbox.migration,
  "0005_sign_in_failures": signInFailures.migration,
  "0006_user_administration": userAdministration.migration,
  "0007_instance_deletion": instanceDeletion.migration,
  "0008_password_schemes": passwordSchemes.migration,
  "0009_ways_in": waysIn.migration,
  "0010_pending_sign_ups": pendingSignUps.migration,
  "0011_email_change": emailChange.migration,
  "0012_account_deletion": accountDeletion.migration,
  "0013_languages": languages.migration,
  "0014_magic_link_codes": magicLinkCodes.migration,
  "0015_email_suppressions": emailSuppressions.migration,
  "0016_custom_emails": customEmails.migration,
  "0017_window_function": windowFunction.migration,
  "0018_second_factor": secondFactor.migration,
  "0019_passkeys": passkeys.migration,
  "0020_operators": operators.migration,
  "0021_operator_passkeys": operatorPasskeys.migration,
  "0022_factor_recovery": factorRecovery.migration,
  "0023_users_of_emails": usersOfEmails.migration,
  "0024_restorations": restorations.migration,
  "0025_recovery_code_times": recoveryCodeTimes.migration,
  "0026_one_time_tokens": oneTimeTokens.migration
}
