/**
 * Every use case as one layer, over the ports.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { FormerEmails } from "./account/FormerEmails.ts"
import type { SignInFailures } from "./account/SignInFailures.ts"
import type { UserRepository } from "./account/UserRepository.ts"
import type { AttemptCounts } from "./audit/AttemptCounts.ts"
import * as AttemptStatistics from "./audit/AttemptStatistics.ts"
import type { AuditLog } from "./audit/AuditLog.ts"
import * as CleanupJob from "./CleanupJob.ts"
import type { PersistenceError } from "./core/Errors.ts"
import type { HostTaken } from "./instance/InstanceErrors.ts"
import type { HasherOverloaded } from "./password/PasswordErrors.ts"
import type { IdGenerator } from "./core/IdGenerator.ts"
import * as AppPart from "./core/internal/AppPart.ts"
import type { TokenGenerator } from "./core/TokenGenerator.ts"
import type { Transaction } from "./core/Transaction.ts"
import * as ConfirmEmailChange from "./email-change/ConfirmEmailChange.ts"
import * as EmailChangeComposer from "./email-change/EmailChangeComposer.ts"
import type { EmailChangeTemplate } from "./email-change/EmailChangeTemplate.ts"
import * as RequestEmailChange from "./email-change/RequestEmailChange.ts"
import * as RestoreEmail from "./email-change/RestoreEmail.ts"
import * as CompleteFactorRecovery from "./factor-recovery/CompleteFactorRecovery.ts"
import * as FactorRecoveryComposer from "./factor-recovery/FactorRecoveryComposer.ts"
import type { FactorRecoveryTemplate } from "./factor-recovery/FactorRecoveryTemplate.ts"
import * as RequestFactorRecovery from "./factor-recovery/RequestFactorRecovery.ts"
import * as InstanceDirectory from "./instance/InstanceDirectory.ts"
import type { InstanceRemoval } from "./instance/InstanceRemoval.ts"
import type { InstanceRepository } from "./instance/InstanceRepository.ts"
import type { PublicUrls } from "./instance/PublicUrls.ts"
import * as AcceptInvitation from "./invitation/AcceptInvitation.ts"
import * as InvitationComposer from "./invitation/InvitationComposer.ts"
import type { InvitationRepository } from "./invitation/InvitationRepository.ts"
import * as Invitations from "./invitation/Invitations.ts"
import type { InvitationTemplate } from "./invitation/InvitationTemplate.ts"
import * as EmailVerification from "./magic-link/EmailVerification.ts"
import * as MagicLinkComposer from "./magic-link/MagicLinkComposer.ts"
import type { Languages } from "./language/Languages.ts"
import type { MagicLinkRepository } from "./magic-link/MagicLinkRepository.ts"
import type { MagicLinkTemplate } from "./magic-link/MagicLinkTemplate.ts"
import * as RequestMagicLink from "./magic-link/RequestMagicLink.ts"
import * as SignInWithMagicLink from "./magic-link/SignInWithMagicLink.ts"
import * as AccountNoticeComposer from "./mail/AccountNoticeComposer.ts"
import * as AccountNotices from "./mail/AccountNotices.ts"
import type { AccountNoticeTemplate } from "./mail/AccountNoticeTemplate.ts"
import type { CustomEmailFormat } from "./mail/CustomEmailFormat.ts"
import type { CustomEmailRepository } from "./mail/CustomEmailRepository.ts"
import * as EmailComposers from "./mail/EmailComposers.ts"
import * as EmailDispatcher from "./mail/EmailDispatcher.ts"
import type { EmailOutbox } from "./mail/EmailOutbox.ts"
import * as EmailReports from "./mail/EmailReports.ts"
import type { EmailSuppressions } from "./mail/EmailSuppressions.ts"
import * as WorkerWarning from "./mail/internal/WorkerWarning.ts"
import type { MailDeliveryLog } from "./mail/MailDeliveryLog.ts"
import * as TestEmailComposer from "./mail/TestEmailComposer.ts"
import type { Mailer } from "./mail/Mailer.ts"
import * as SuppressedEmails from "./mail/SuppressedEmails.ts"
import * as AccessRevocation from "./operator/AccessRevocation.ts"
import type { ApiKeyRepository } from "./operator/ApiKeyRepository.ts"
import * as ApiKeys from "./operator/ApiKeys.ts"
import * as EmailTextAdministration from "./operator/EmailTextAdministration.ts"
import * as DashboardAccess from "./operator/DashboardAccess.ts"
import * as InstanceAdministration from "./operator/InstanceAdministration.ts"
import * as OperatorReports from "./operator/OperatorReports.ts"
import type { OperatorAccounts } from "./operator/OperatorAccounts.ts"
import type { OperatorChallengeRepository } from "./operator/OperatorChallengeRepository.ts"
import * as OperatorPasskeyAdministration from "./operator/OperatorPasskeyAdministration.ts"
import type { OperatorPasskeyRepository } from "./operator/OperatorPasskeyRepository.ts"
import * as OperatorPasskeys from "./operator/OperatorPasskeys.ts"
import * as OperatorPasskeySignIn from "./operator/OperatorPasskeySignIn.ts"
import type { OperatorRepository } from "./operator/OperatorRepository.ts"
import * as Operators from "./operator/Operators.ts"
import * as OperatorSessions from "./operator/OperatorSessions.ts"
import * as SupportLinks from "./operator/SupportLinks.ts"
import * as UserAdministration from "./operator/UserAdministration.ts"
import * as UserExport from "./operator/UserExport.ts"
import * as UserImport from "./operator/UserImport.ts"
import * as UserListing from "./operator/UserListing.ts"
import * as UserProvisioning from "./operator/UserProvisioning.ts"
import * as ChangeLanguage from "./personal-data/ChangeLanguage.ts"
import * as DeleteAccount from "./personal-data/DeleteAccount.ts"
import * as ExportAccount from "./personal-data/ExportAccount.ts"
import type { PersonalData } from "./personal-data/PersonalData.ts"
import * as UserDeletion from "./personal-data/UserDeletion.ts"
import type { PasskeyChallengeRepository } from "./passkey/PasskeyChallengeRepository.ts"
import type { PasskeyRepository } from "./passkey/PasskeyRepository.ts"
import * as Passkeys from "./passkey/Passkeys.ts"
import * as PasskeyStepUp from "./passkey/PasskeyStepUp.ts"
import * as RegisterPasskey from "./passkey/RegisterPasskey.ts"
import * as SignInWithPasskey from "./passkey/SignInWithPasskey.ts"
import * as ChangePassword from "./password/ChangePassword.ts"
import type { PasswordBlocklist } from "./password/PasswordBlocklist.ts"
import type { PasswordHasher } from "./password/PasswordHasher.ts"
import * as SignInWithPassword from "./password/SignInWithPassword.ts"
import * as SignUp from "./password/SignUp.ts"
import * as PasswordResetComposer from "./password-reset/PasswordResetComposer.ts"
import type { PasswordResetTemplate } from "./password-reset/PasswordResetTemplate.ts"
import * as RequestPasswordReset from "./password-reset/RequestPasswordReset.ts"
import * as ResetPassword from "./password-reset/ResetPassword.ts"
import * as PendingSignUpComposer from "./pending-sign-up/PendingSignUpComposer.ts"
import type { PendingSignUpRepository } from "./pending-sign-up/PendingSignUpRepository.ts"
import type { PendingSignUpTemplate } from "./pending-sign-up/PendingSignUpTemplate.ts"
import * as VerifySignUp from "./pending-sign-up/VerifySignUp.ts"
import * as RateLimiter from "./rate-limit/RateLimiter.ts"
import type { RateLimitStore } from "./rate-limit/RateLimitStore.ts"
import * as Reauthenticate from "./reauthentication/Reauthenticate.ts"
import type { SecondFactorRepository } from "./second-factor/SecondFactorRepository.ts"
import * as SecondFactorSignIn from "./second-factor/SecondFactorSignIn.ts"
import * as SecondFactors from "./second-factor/SecondFactors.ts"
import type { FactorRecoveryRepository } from "./session/FactorRecoveryRepository.ts"
import type { PendingSignInRepository } from "./session/PendingSignInRepository.ts"
import * as SessionIssuer from "./session/SessionIssuer.ts"
import type { SessionRepository } from "./session/SessionRepository.ts"
import * as Sessions from "./session/Sessions.ts"
import type { StepUp } from "./session/StepUp.ts"

/** The ports that store data: what `Memory.layer` and `Postgres.layer` provide. @since 0.1.0 */
export type Storage =
  | ApiKeyRepository
  | AttemptCounts
  | AuditLog
  | CustomEmailRepository
  | EmailOutbox
  | EmailSuppressions
  | FactorRecoveryRepository
  | FormerEmails
  | InstanceRemoval
  | InstanceRepository
  | InvitationRepository
  | MagicLinkRepository
  | MailDeliveryLog
  | OperatorAccounts
  | OperatorChallengeRepository
  | OperatorPasskeyRepository
  | OperatorRepository
  | PasskeyChallengeRepository
  | PasskeyRepository
  | PendingSignInRepository
  | PendingSignUpRepository
  | PersonalData
  | RateLimitStore
  | SecondFactorRepository
  | SessionRepository
  | SignInFailures
  | Transaction
  | UserRepository

/** What the emails say: what `EmailTemplates.layer` provides. @since 0.1.0 */
export type EmailTemplates =
  | AccountNoticeTemplate
  | CustomEmailFormat
  | EmailChangeTemplate
  | FactorRecoveryTemplate
  | InvitationTemplate
  | Languages
  | MagicLinkTemplate
  | PasswordResetTemplate
  | PendingSignUpTemplate

/**
 * Says which layer provides a port. No value has it: the compiler shows it beside the port if an app omits the layer,
 * and every adapter of the port will do.
 *
 * @since 0.1.0
 */
export interface ProvidedBy<Layers extends string> {
  readonly providedBy?: Layers
}

/**
 * Every port of the use cases. An app provides an adapter for each. The testkit has a contract suite for every port
 * that stores data.
 *
 * @since 0.1.0
 */
export type Ports =
  | (EmailTemplates & ProvidedBy<"EmailTemplates.layer">)
  | ((IdGenerator | PasswordBlocklist | PasswordHasher | TokenGenerator) & ProvidedBy<"Crypto.layer">)
  | Mailer
  | PublicUrls
  | (Storage & ProvidedBy<"Postgres.layer or Memory.layer">)

/** What `layer` provides. @since 0.1.0 */
export type UseCases =
  | AcceptInvitation.AcceptInvitation
  | AccessRevocation.AccessRevocation
  | ApiKeys.ApiKeys
  | AttemptStatistics.AttemptStatistics
  | ChangeLanguage.ChangeLanguage
  | ChangePassword.ChangePassword
  | CleanupJob.CleanupJob
  | CompleteFactorRecovery.CompleteFactorRecovery
  | ConfirmEmailChange.ConfirmEmailChange
  | EmailTextAdministration.EmailTextAdministration
  | DashboardAccess.DashboardAccess
  | DeleteAccount.DeleteAccount
  | EmailDispatcher.EmailDispatcher
  | EmailReports.EmailReports
  | ExportAccount.ExportAccount
  | InstanceAdministration.InstanceAdministration
  | InstanceDirectory.InstanceDirectory
  | Invitations.Invitations
  | OperatorPasskeyAdministration.OperatorPasskeyAdministration
  | OperatorPasskeys.OperatorPasskeys
  | OperatorPasskeySignIn.OperatorPasskeySignIn
  | OperatorReports.OperatorReports
  | Operators.Operators
  | OperatorSessions.OperatorSessions
  | Passkeys.Passkeys
  | RateLimiter.RateLimiter
  | RegisterPasskey.RegisterPasskey
  | Reauthenticate.Reauthenticate
  | RequestEmailChange.RequestEmailChange
  | RequestFactorRecovery.RequestFactorRecovery
  | RequestMagicLink.RequestMagicLink
  | RequestPasswordReset.RequestPasswordReset
  | ResetPassword.ResetPassword
  | RestoreEmail.RestoreEmail
  | SecondFactors.SecondFactors
  | SecondFactorSignIn.SecondFactorSignIn
  | Sessions.Sessions
  | SignInWithMagicLink.SignInWithMagicLink
  | SignInWithPasskey.SignInWithPasskey
  | SignInWithPassword.SignInWithPassword
  | SignUp.SignUp
  | StepUp
  | SupportLinks.SupportLinks
  | SuppressedEmails.SuppressedEmails
  | UserAdministration.UserAdministration
  | UserExport.UserExport
  | UserImport.UserImport
  | UserListing.UserListing
  | UserProvisioning.UserProvisioning
  | VerifySignUp.VerifySignUp

/** The composers of every kind of email. */
const composers = EmailComposers.layer(
  Effect.all([
    MagicLinkComposer.make,
    PasswordResetComposer.make,
    PendingSignUpComposer.make,
    InvitationComposer.make,
    EmailChangeComposer.make,
    FactorRecoveryComposer.make,
    AccountNoticeComposer.make
  ]).pipe(Effect.flatMap((lists) => Effect.map(TestEmailComposer.make(lists), (tests) => [...lists, tests])))
)

/**
 * All use cases over the ports. In the background they only warn about emails that no worker takes: add
 * `EmailDispatcher.layerWorker` to send emails, `CleanupJob.layerWorker` to delete expired rows, and
 * `AttemptStatistics.layerWorker` to store the numbers that the dashboard shows.
 *
 * Building it creates the `default` instance if there is none, and hashes one password, to verify against where there
 * is no account. It fails with `PersistenceError` while the store is unavailable or has no tables, and with
 * `HasherOverloaded` if the hasher's queue is full. It never fails with `HostTaken`: the `default` instance has no
 * host.
 *
 * @since 0.1.0
 */
export const layer: Layer.Layer<UseCases, HasherOverloaded | HostTaken | PersistenceError, Ports> = Layer.mergeAll(
  AcceptInvitation.layer,
  AccessRevocation.layer,
  ApiKeys.layer,
  ChangeLanguage.layer,
  ChangePassword.layer,
  CleanupJob.layer,
  CompleteFactorRecovery.layer,
  ConfirmEmailChange.layer,
  EmailTextAdministration.layer,
  DashboardAccess.layer,
  DeleteAccount.layer,
  EmailDispatcher.layer,
  EmailReports.layer,
  ExportAccount.layer,
  InstanceAdministration.layer,
  Invitations.layer,
  OperatorPasskeyAdministration.layer,
  OperatorPasskeys.layer,
  OperatorPasskeySignIn.layer,
  OperatorReports.layer,
  Operators.layer,
  Passkeys.layer,
  RegisterPasskey.layer,
  Reauthenticate.layer,
  ResetPassword.layer,
  RestoreEmail.layer,
  SecondFactors.layer,
  SecondFactorSignIn.layer,
  SignInWithMagicLink.layer,
  SignInWithPasskey.layer,
  SignInWithPassword.layer,
  SignUp.layer,
  SupportLinks.layer,
  SuppressedEmails.layer,
  UserAdministration.layer,
  UserExport.layer,
  UserImport.layer,
  UserListing.layer,
  UserProvisioning.layer,
  VerifySignUp.layer
).pipe(
  Layer.provide([composers, EmailVerification.layer, UserDeletion.layer]),
  // Without a warning that no worker takes its emails: one of them waits for days.
  Layer.provideMerge(RequestFactorRecovery.layer),
  Layer.provide(AccountNotices.layer),
  Layer.provide(SessionIssuer.layer),
  Layer.provideMerge(
    Layer.mergeAll(RequestEmailChange.layer, RequestMagicLink.layer, RequestPasswordReset.layer).pipe(
      Layer.provide(WorkerWarning.layer)
    )
  ),
  Layer.provideMerge(
    Layer.mergeAll(
      InstanceDirectory.layer,
      OperatorSessions.layer,
      PasskeyStepUp.layer,
      RateLimiter.layer,
      Sessions.layer
    )
  ),
  Layer.provide(AttemptStatistics.layerRecorder),
  Layer.provideMerge(AttemptStatistics.layer),
  Layer.tap(() => AppPart.useCasesAreBuilt)
)
