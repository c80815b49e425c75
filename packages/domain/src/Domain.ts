/**
 * Every use case as one layer. What it asks for are the ports.
 *
 * @since 0.1.0
 */
import * as Layer from "effect/Layer"
import type { HasherOverloaded, HostTaken, PersistenceError } from "./core/Errors.ts"
import * as Administration from "./operator/UserAdministration.ts"
import type { AttemptCounts } from "./audit/AttemptCounts.ts"
import * as AttemptStatistics from "./audit/AttemptStatistics.ts"
import type { AuditLog } from "./audit/AuditLog.ts"
import * as Housekeeping from "./CleanupJob.ts"
import type { Identifiers } from "./core/IdGenerator.ts"
import type { InstanceRepository } from "./instance/InstanceRepository.ts"
import * as Instances from "./instance/InstanceDirectory.ts"
import * as MagicLinkDispatcher from "./magic-link/MagicLinkDispatcher.ts"
import type { MagicLinkOutbox } from "./magic-link/MagicLinkOutbox.ts"
import type { MagicLinkRepository } from "./magic-link/MagicLinkRepository.ts"
import * as MagicLinks from "./magic-link/MagicLinks.ts"
import type { Mailer } from "./mail/Mailer.ts"
import type { OperatorRepository } from "./operator/OperatorRepository.ts"
import * as Operators from "./operator/OperatorSessions.ts"
import type { PasswordHasher } from "./password/PasswordHasher.ts"
import * as Passwords from "./password/ChangePassword.ts"
import * as ProvenUsers from "./magic-link/EmailVerification.ts"
import type { PublicUrls } from "./instance/PublicUrls.ts"
import * as RateLimiter from "./rate-limit/RateLimiter.ts"
import type { RateLimitStore } from "./rate-limit/RateLimitStore.ts"
import type { Secrets } from "./core/TokenGenerator.ts"
import * as SessionIssuer from "./session/SessionIssuer.ts"
import type { SessionRepository } from "./session/SessionRepository.ts"
import * as Sessions from "./session/Sessions.ts"
import * as SignIn from "./password/SignInWithPassword.ts"
import * as SignUp from "./password/SignUp.ts"
import type { Transaction } from "./core/Transaction.ts"
import type { UserRepository } from "./account/UserRepository.ts"

/** The ports that keep things: what `Memory.layer` and `Postgres.layer` provide. @since 0.1.0 */
export type Storage =
  | AttemptCounts
  | AuditLog
  | InstanceRepository
  | MagicLinkOutbox
  | MagicLinkRepository
  | OperatorRepository
  | RateLimitStore
  | SessionRepository
  | Transaction
  | UserRepository

/**
 * Everything the use cases ask for. An app takes an adapter for each, or writes one: the suites of the testkit say
 * what those that store something have to do.
 *
 * @since 0.1.0
 */
export type Ports = Storage | Identifiers | Mailer | PasswordHasher | PublicUrls | Secrets

/** What `layer` provides: all that an app calls. @since 0.1.0 */
export type UseCases =
  | Administration.Administration
  | AttemptStatistics.AttemptStatistics
  | Housekeeping.Housekeeping
  | Instances.Instances
  | MagicLinkDispatcher.MagicLinkDispatcher
  | MagicLinks.MagicLinks
  | Operators.Operators
  | Passwords.Passwords
  | RateLimiter.RateLimiter
  | Sessions.Sessions
  | SignIn.SignIn
  | SignUp.SignUp

/**
 * All use cases over the ports. Nothing runs in the background yet: `MagicLinkDispatcher.layerWorker` sends the
 * mails, `Housekeeping.layerWorker` deletes what is over, and `AttemptStatistics.layerWorker` stores the numbers that the
 * dashboard shows.
 *
 * Building it makes the `default` instance if there is none, and hashes one password, to have something to verify
 * where there is no account. So it fails with `PersistenceError` while the store is not reachable or has no tables,
 * with `HasherOverloaded` when the hasher has no room, and with `HostTaken` never in practice: the `default` instance
 * claims no host.
 *
 * @since 0.1.0
 */
export const layer: Layer.Layer<UseCases, HasherOverloaded | HostTaken | PersistenceError, Ports> = Layer.mergeAll(
  Administration.layer,
  Housekeeping.layer,
  Instances.layer,
  MagicLinkDispatcher.layer,
  MagicLinks.layer,
  Operators.layer,
  Passwords.layer,
  SignIn.layer,
  SignUp.layer
).pipe(
  Layer.provide(ProvenUsers.layer),
  Layer.provide(SessionIssuer.layer),
  Layer.provideMerge(Layer.mergeAll(RateLimiter.layer, Sessions.layer)),
  Layer.provide(AttemptStatistics.layerRecorder),
  Layer.provideMerge(AttemptStatistics.layer)
)
