/** The contracts of all ports that store data, for one layer. The layer is built once. */
import { describe, it } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import * as ApiKeyRepositoryContract from "./ApiKeyRepositoryContract.ts"
import * as AttemptCountsContract from "./AttemptCountsContract.ts"
import * as AuditLogContract from "./AuditLogContract.ts"
import * as CustomEmailRepositoryContract from "./CustomEmailRepositoryContract.ts"
import * as FactorRecoveryRepositoryContract from "./FactorRecoveryRepositoryContract.ts"
import * as FormerEmailsContract from "./FormerEmailsContract.ts"
import * as InstanceRemovalContract from "./InstanceRemovalContract.ts"
import * as InstanceRepositoryContract from "./InstanceRepositoryContract.ts"
import * as InvitationRepositoryContract from "./InvitationRepositoryContract.ts"
import * as EmailOutboxContract from "./EmailOutboxContract.ts"
import * as EmailSuppressionsContract from "./EmailSuppressionsContract.ts"
import * as MagicLinkRepositoryContract from "./MagicLinkRepositoryContract.ts"
import * as MailDeliveryLogContract from "./MailDeliveryLogContract.ts"
import * as OneTimeTokenRepositoryContract from "./OneTimeTokenRepositoryContract.ts"
import * as OperatorAccountsContract from "./OperatorAccountsContract.ts"
import * as OperatorPasskeyRepositoryContract from "./OperatorPasskeyRepositoryContract.ts"
import * as OperatorRepositoryContract from "./OperatorRepositoryContract.ts"
import * as PasskeyRepositoryContract from "./PasskeyRepositoryContract.ts"
import * as PersonalDataContract from "./PersonalDataContract.ts"
import * as RateLimitStoreContract from "./RateLimitStoreContract.ts"
import * as SecondFactorRepositoryContract from "./SecondFactorRepositoryContract.ts"
import * as SessionRepositoryContract from "./SessionRepositoryContract.ts"
import * as SignInFailuresContract from "./SignInFailuresContract.ts"
import * as TransactionContract from "./TransactionContract.ts"
import * as UserRepositoryContract from "./UserRepositoryContract.ts"

/** The ports that store data. */
export type Ports =
  | ApiKeyRepositoryContract.Ports
  | AttemptCountsContract.Ports
  | AuditLogContract.Ports
  | CustomEmailRepositoryContract.Ports
  | FactorRecoveryRepositoryContract.Ports
  | FormerEmailsContract.Ports
  | InstanceRemovalContract.Ports
  | InstanceRepositoryContract.Ports
  | InvitationRepositoryContract.Ports
  | EmailOutboxContract.Ports
  | EmailSuppressionsContract.Ports
  | MagicLinkRepositoryContract.Ports
  | MailDeliveryLogContract.Ports
  | OneTimeTokenRepositoryContract.Ports
  | OperatorAccountsContract.Ports
  | OperatorPasskeyRepositoryContract.Ports
  | OperatorRepositoryContract.Ports
  | PasskeyRepositoryContract.Ports
  | PersonalDataContract.Ports
  | RateLimitStoreContract.Ports
  | SecondFactorRepositoryContract.Ports
  | SessionRepositoryContract.Ports
  | SignInFailuresContract.Ports
  | TransactionContract.Ports
  | UserRepositoryContract.Ports

/**
 * Runs every contract against a layer, which must build within a minute. Call it in a test file of Vitest. The tests
 * create their own data with random ids, so the store need not be empty. Nothing else may use its outbox meanwhile, nor
 * times of the year 2001.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(name, (it) => {
    describe("Transaction", () => TransactionContract.tests(it))
    describe("UserRepository", () => UserRepositoryContract.tests(it))
    describe("SessionRepository", () => SessionRepositoryContract.tests(it))
    describe("MagicLinkRepository", () => MagicLinkRepositoryContract.tests(it))
    describe("FormerEmails", () => FormerEmailsContract.tests(it))
    describe("InvitationRepository", () => InvitationRepositoryContract.tests(it))
    describe("PasskeyRepository", () => PasskeyRepositoryContract.tests(it))
    describe("FactorRecoveryRepository", () => FactorRecoveryRepositoryContract.tests(it))
    describe("SecondFactorRepository", () => SecondFactorRepositoryContract.tests(it))
    describe("CustomEmailRepository", () => CustomEmailRepositoryContract.tests(it))
    describe("EmailOutbox", () => EmailOutboxContract.tests(it))
    describe("MailDeliveryLog", () => MailDeliveryLogContract.tests(it))
    describe("EmailSuppressions", () => EmailSuppressionsContract.tests(it))
    describe("RateLimitStore", () => RateLimitStoreContract.tests(it))
    describe("SignInFailures", () => SignInFailuresContract.tests(it))
    describe("PersonalData", () => PersonalDataContract.tests(it))
    describe("InstanceRepository", () => InstanceRepositoryContract.tests(it))
    describe("InstanceRemoval", () => InstanceRemovalContract.tests(it))
    describe("AuditLog", () => AuditLogContract.tests(it))
    describe("AttemptCounts", () => AttemptCountsContract.tests(it))
    describe("ApiKeyRepository", () => ApiKeyRepositoryContract.tests(it))
    describe("OperatorAccounts", () => OperatorAccountsContract.tests(it))
    describe("OperatorRepository", () => OperatorRepositoryContract.tests(it))
    describe("OperatorPasskeyRepository", () => OperatorPasskeyRepositoryContract.tests(it))
    describe("OneTimeTokenRepository", () => OneTimeTokenRepositoryContract.tests(it))
  })
