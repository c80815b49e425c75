/**
 * Every use case as one layer. What it asks for are the ports.
 *
 * @since 0.1.0
 */
import * as Layer from "effect/Layer"
import type { HasherOverloaded, HostTaken, PersistenceError } from "./Errors.ts"
import * as Administration from "./Administration.ts"
import type { AttemptCounts } from "./AttemptCounts.ts"
import * as AttemptStatistics from "./AttemptStatistics.ts"
import type { AuditLog } from "./AuditLog.ts"
import * as Housekeeping from "./Housekeeping.ts"
import type { Identifiers } from "./Identifiers.ts"
import type { InstanceRepository } from "./InstanceRepository.ts"
import * as Instances from "./Instances.ts"
import * as MagicLinkDispatcher from "./MagicLinkDispatcher.ts"
import type { MagicLinkOutbox } from "./MagicLinkOutbox.ts"
import type { MagicLinkRepository } from "./MagicLinkRepository.ts"
import * as MagicLinks from "./MagicLinks.ts"
import type { Mailer } from "./Mailer.ts"
import type { OperatorRepository } from "./OperatorRepository.ts"
import * as Operators from "./Operators.ts"
import type { PasswordHasher } from "./PasswordHasher.ts"
import * as Passwords from "./Passwords.ts"
import * as ProvenUsers from "./ProvenUsers.ts"
import type { PublicUrls } from "./PublicUrls.ts"
import * as RateLimiter from "./RateLimiter.ts"
import type { RateLimitStore } from "./RateLimitStore.ts"
import type { Secrets } from "./Secrets.ts"
import * as SessionIssuer from "./SessionIssuer.ts"
import type { SessionRepository } from "./SessionRepository.ts"
import * as Sessions from "./Sessions.ts"
import * as SignIn from "./SignIn.ts"
import * as SignUp from "./SignUp.ts"
import type { Transaction } from "./Transaction.ts"
import type { UserRepository } from "./UserRepository.ts"

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
