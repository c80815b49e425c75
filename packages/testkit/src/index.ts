/**
 * @since 0.1.0
 */
export * as AttemptCountsContract from "./AttemptCountsContract.ts"
export * as AuditLogContract from "./AuditLogContract.ts"
export * as AuthTest from "./AuthTest.ts"
export * as AuthTestError from "./AuthTestError.ts"
export * as InstanceRepositoryContract from "./InstanceRepositoryContract.ts"
export * as EmailOutboxContract from "./EmailOutboxContract.ts"
export * as MagicLinkRepositoryContract from "./MagicLinkRepositoryContract.ts"
export * as MailDeliveryLogContract from "./MailDeliveryLogContract.ts"
export * as OperatorRepositoryContract from "./OperatorRepositoryContract.ts"
export * as PortsContract from "./PortsContract.ts"
export * as RateLimitStoreContract from "./RateLimitStoreContract.ts"
export * as Samples from "./Samples.ts"
export * as SessionRepositoryContract from "./SessionRepositoryContract.ts"
export * as SignInFailuresContract from "./SignInFailuresContract.ts"
export * as TransactionContract from "./TransactionContract.ts"
export * as UserRepositoryContract from "./UserRepositoryContract.ts"
