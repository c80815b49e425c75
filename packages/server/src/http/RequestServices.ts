/** The services that requests carry. */
import * as Etag from "@effect/platform/Etag"
import * as FileSystem from "@effect/platform/FileSystem"
import * as HttpPlatform from "@effect/platform/HttpPlatform"
import * as HttpServer from "@effect/platform/HttpServer"
import * as Path from "@effect/platform/Path"
import { AttemptStatistics } from "@latchkey/domain/audit/AttemptStatistics"
import { CleanupJob } from "@latchkey/domain/CleanupJob"
import { ConfirmEmailChange } from "@latchkey/domain/email-change/ConfirmEmailChange"
import { RequestEmailChange } from "@latchkey/domain/email-change/RequestEmailChange"
import { RestoreEmail } from "@latchkey/domain/email-change/RestoreEmail"
import { CompleteFactorRecovery } from "@latchkey/domain/factor-recovery/CompleteFactorRecovery"
import { RequestFactorRecovery } from "@latchkey/domain/factor-recovery/RequestFactorRecovery"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { AcceptInvitation } from "@latchkey/domain/invitation/AcceptInvitation"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { EmailReports } from "@latchkey/domain/mail/EmailReports"
import { SuppressedEmails } from "@latchkey/domain/mail/SuppressedEmails"
import { RequestMagicLink } from "@latchkey/domain/magic-link/RequestMagicLink"
import { SignInWithMagicLink } from "@latchkey/domain/magic-link/SignInWithMagicLink"
import { EmailTextAdministration } from "@latchkey/domain/operator/EmailTextAdministration"
import { AccessRevocation } from "@latchkey/domain/operator/AccessRevocation"
import { ApiKeys } from "@latchkey/domain/operator/ApiKeys"
import { DashboardAccess } from "@latchkey/domain/operator/DashboardAccess"
import { InstanceAdministration } from "@latchkey/domain/operator/InstanceAdministration"
import { OperatorPasskeyAdministration } from "@latchkey/domain/operator/OperatorPasskeyAdministration"
import { OperatorPasskeys } from "@latchkey/domain/operator/OperatorPasskeys"
import { OperatorPasskeySignIn } from "@latchkey/domain/operator/OperatorPasskeySignIn"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import { Operators } from "@latchkey/domain/operator/Operators"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import { SupportLinks } from "@latchkey/domain/operator/SupportLinks"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { UserExport } from "@latchkey/domain/operator/UserExport"
import { UserImport } from "@latchkey/domain/operator/UserImport"
import { UserListing } from "@latchkey/domain/operator/UserListing"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import { ChangePassword } from "@latchkey/domain/password/ChangePassword"
import { SignInWithPassword } from "@latchkey/domain/password/SignInWithPassword"
import { SignUp } from "@latchkey/domain/password/SignUp"
import { RequestPasswordReset } from "@latchkey/domain/password-reset/RequestPasswordReset"
import { ResetPassword } from "@latchkey/domain/password-reset/ResetPassword"
import { VerifySignUp } from "@latchkey/domain/pending-sign-up/VerifySignUp"
import { Passkeys } from "@latchkey/domain/passkey/Passkeys"
import { RegisterPasskey } from "@latchkey/domain/passkey/RegisterPasskey"
import { SignInWithPasskey } from "@latchkey/domain/passkey/SignInWithPasskey"
import { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import { ChangeLanguage } from "@latchkey/domain/personal-data/ChangeLanguage"
import { DeleteAccount } from "@latchkey/domain/personal-data/DeleteAccount"
import { ExportAccount } from "@latchkey/domain/personal-data/ExportAccount"
import { Reauthenticate } from "@latchkey/domain/reauthentication/Reauthenticate"
import { SecondFactors } from "@latchkey/domain/second-factor/SecondFactors"
import { SecondFactorSignIn } from "@latchkey/domain/second-factor/SecondFactorSignIn"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { StepUp } from "@latchkey/domain/session/StepUp"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { Readiness } from "@latchkey/http/core/Readiness"
import { RespondsEarly } from "@latchkey/http/Http"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const useCases = [
  AcceptInvitation,
  AccessRevocation,
  ApiKeys,
  AttemptStatistics,
  ChangeLanguage,
  ChangePassword,
  CleanupJob,
  CompleteFactorRecovery,
  ConfirmEmailChange,
  EmailTextAdministration,
  DashboardAccess,
  DeleteAccount,
  InstanceAdministration,
  InstanceDirectory,
  EmailDispatcher,
  EmailReports,
  ExportAccount,
  Invitations,
  OperatorPasskeyAdministration,
  OperatorPasskeys,
  OperatorPasskeySignIn,
  OperatorReports,
  Operators,
  OperatorSessions,
  Passkeys,
  RateLimiter,
  Reauthenticate,
  RegisterPasskey,
  RequestEmailChange,
  RequestFactorRecovery,
  RequestMagicLink,
  RequestPasswordReset,
  ResetPassword,
  RestoreEmail,
  SecondFactors,
  SecondFactorSignIn,
  Sessions,
  SignInWithMagicLink,
  SignInWithPasskey,
  SignInWithPassword,
  SignUp,
  StepUp,
  SupportLinks,
  SuppressedEmails,
  UserAdministration,
  UserExport,
  UserImport,
  UserListing,
  UserProvisioning,
  VerifySignUp
] as const
const settings = [HttpSettings, PublicUrls, Readiness] as const
const platform = [
  Etag.Generator,
  FileSystem.FileSystem,
  HttpPlatform.HttpPlatform,
  HttpServer.HttpServer,
  Path.Path,
  RespondsEarly
] as const
const services = [...useCases, ...settings, ...platform] as const

/** The use cases, the settings of HTTP, and the platform. No adapters. */
export type RequestServices = Context.Tag.Identifier<(typeof services)[number]>

const pick = (context: Context.Context<RequestServices>) => Context.pick(...services)(context)

/**
 * Builds a layer with these services only. The platform copies the services of a request at a dozen steps: with all of
 * the program's, a session check takes a tenth longer (docs/decisions/0016-request-overhead.md).
 */
export const only = <E>(layer: Layer.Layer<never, E, RequestServices>): Layer.Layer<never, E, RequestServices> =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      // Shares what the rest of the program has built already.
      const memoMap = yield* Layer.CurrentMemoMap
      return yield* Effect.mapInputContext(Layer.buildWithMemoMap(layer, memoMap, yield* Effect.scope), pick)
    })
  )
