import * as Memory from "@latchkey/memory/Memory"
import * as MemoryAttemptCounts from "@latchkey/memory/MemoryAttemptCounts"
import * as MemoryAuditLog from "@latchkey/memory/MemoryAuditLog"
import * as MemoryDatabase from "@latchkey/memory/MemoryDatabase"
import * as MemoryInstanceRepository from "@latchkey/memory/MemoryInstanceRepository"
import * as MemoryEmailOutbox from "@latchkey/memory/MemoryEmailOutbox"
import * as MemoryMagicLinkRepository from "@latchkey/memory/MemoryMagicLinkRepository"
import * as MemoryMailDeliveryLog from "@latchkey/memory/MemoryMailDeliveryLog"
import * as MemoryApiKeyRepository from "@latchkey/memory/MemoryApiKeyRepository"
import * as MemoryOperatorAccounts from "@latchkey/memory/MemoryOperatorAccounts"
import * as MemoryOperatorPasskeyRepository from "@latchkey/memory/MemoryOperatorPasskeyRepository"
import * as MemoryOperatorRepository from "@latchkey/memory/MemoryOperatorRepository"
import * as MemoryRateLimitStore from "@latchkey/memory/MemoryRateLimitStore"
import * as MemoryTransaction from "@latchkey/memory/MemoryTransaction"
import * as AttemptCountsContract from "@latchkey/testkit/AttemptCountsContract"
import * as AuditLogContract from "@latchkey/testkit/AuditLogContract"
import * as CustomEmailRepositoryContract from "@latchkey/testkit/CustomEmailRepositoryContract"
import * as FactorRecoveryRepositoryContract from "@latchkey/testkit/FactorRecoveryRepositoryContract"
import * as FormerEmailsContract from "@latchkey/testkit/FormerEmailsContract"
import * as InstanceRemovalContract from "@latchkey/testkit/InstanceRemovalContract"
import * as InstanceRepositoryContract from "@latchkey/testkit/InstanceRepositoryContract"
import * as EmailOutboxContract from "@latchkey/testkit/EmailOutboxContract"
import * as EmailSuppressionsContract from "@latchkey/testkit/EmailSuppressionsContract"
import * as InvitationRepositoryContract from "@latchkey/testkit/InvitationRepositoryContract"
import * as MagicLinkRepositoryContract from "@latchkey/testkit/MagicLinkRepositoryContract"
import * as MailDeliveryLogContract from "@latchkey/testkit/MailDeliveryLogContract"
import * as ApiKeyRepositoryContract from "@latchkey/testkit/ApiKeyRepositoryContract"
import * as OperatorAccountsContract from "@latchkey/testkit/OperatorAccountsContract"
import * as OneTimeTokenRepositoryContract from "@latchkey/testkit/OneTimeTokenRepositoryContract"
import * as OperatorPasskeyRepositoryContract from "@latchkey/testkit/OperatorPasskeyRepositoryContract"
import * as OperatorRepositoryContract from "@latchkey/testkit/OperatorRepositoryContract"
import * as PersonalDataContract from "@latchkey/testkit/PersonalDataContract"
import * as RateLimitStoreContract from "@latchkey/testkit/RateLimitStoreContract"
import * as SecondFactorRepositoryContract from "@latchkey/testkit/SecondFactorRepositoryContract"
import * as SessionRepositoryContract from "@latchkey/testkit/SessionRepositoryContract"
import * as SignInFailuresContract from "@latchkey/testkit/SignInFailuresContract"
import * as TransactionContract from "@latchkey/testkit/TransactionContract"
import * as UserRepositoryContract from "@latchkey/testkit/UserRepositoryContract"
import * as Layer from "effect/Layer"

// Each suite on its own, with a layer that provides only the ports it declares.
const instances = Layer.merge(MemoryInstanceRepository.layer, MemoryTransaction.layer)
const over = <A>(layer: Layer.Layer<A, never, MemoryDatabase.MemoryDatabase>) =>
  Layer.provide(layer, MemoryDatabase.layer)

TransactionContract.suite("memory", Memory.layer)
UserRepositoryContract.suite("memory", Memory.layer)
SessionRepositoryContract.suite("memory", Memory.layer)
MagicLinkRepositoryContract.suite("memory", over(Layer.merge(instances, MemoryMagicLinkRepository.layer)))
InvitationRepositoryContract.suite("memory", Memory.layer)
FactorRecoveryRepositoryContract.suite("memory", Memory.layer)
OneTimeTokenRepositoryContract.suite("memory", Memory.layer)
SecondFactorRepositoryContract.suite("memory", Memory.layer)
EmailOutboxContract.suite("memory", over(Layer.merge(instances, MemoryEmailOutbox.layer)))
MailDeliveryLogContract.suite(
  "memory",
  over(Layer.mergeAll(instances, MemoryEmailOutbox.layer, MemoryMailDeliveryLog.layer))
)
EmailSuppressionsContract.suite("memory", Memory.layer)
RateLimitStoreContract.suite("memory", over(Layer.merge(MemoryInstanceRepository.layer, MemoryRateLimitStore.layer)))
SignInFailuresContract.suite("memory", Memory.layer)
PersonalDataContract.suite("memory", Memory.layer)
InstanceRepositoryContract.suite("memory", over(instances))
CustomEmailRepositoryContract.suite("memory", Memory.layer)
FormerEmailsContract.suite("memory", Memory.layer)
InstanceRemovalContract.suite("memory", Memory.layer)
AuditLogContract.suite("memory", over(Layer.merge(MemoryAuditLog.layer, MemoryTransaction.layer)))
AttemptCountsContract.suite("memory", over(Layer.merge(instances, MemoryAttemptCounts.layer)))
const operators = Layer.merge(MemoryOperatorAccounts.layer, MemoryTransaction.layer)
OperatorRepositoryContract.suite("memory", over(Layer.merge(MemoryOperatorRepository.layer, operators)))
OperatorAccountsContract.suite("memory", over(operators))
OperatorPasskeyRepositoryContract.suite("memory", over(Layer.merge(MemoryOperatorPasskeyRepository.layer, operators)))
ApiKeyRepositoryContract.suite("memory", over(Layer.merge(MemoryApiKeyRepository.layer, MemoryTransaction.layer)))
