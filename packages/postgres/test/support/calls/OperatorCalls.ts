/** Calls of the ports for operators. */
import { ApiKeyRepository } from "@latchkey/domain/operator/ApiKeyRepository"
import { OperatorAccounts } from "@latchkey/domain/operator/OperatorAccounts"
import { OperatorPasskeyRepository } from "@latchkey/domain/operator/OperatorPasskeyRepository"
import { OperatorRepository } from "@latchkey/domain/operator/OperatorRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { type Calls, deleteLimit, listLimit } from "./Calls.ts"

const { now } = Samples

const operators = Effect.gen(function* () {
  const port = yield* OperatorRepository
  const { id } = Samples.operatorSession()
  const tokenHashes = [Samples.tokenHash(), Samples.tokenHash(), Samples.tokenHash()]
  const operatorId = Samples.operatorId()
  const times = { now, idleLifetime: Duration.minutes(30) }
  const calls: Calls<OperatorRepository["Type"]> = {
    insertInvitation: port.insertInvitation(Samples.operatorInvitation()),
    consumeInvitation: port.consumeInvitation(tokenHashes, now),
    listInvitations: port.listInvitations(now, listLimit),
    withdrawInvitation: port.withdrawInvitation(Samples.operatorInvitationId()),
    withdrawInvitationsOf: port.withdrawInvitationsOf(operatorId),
    insertSession: port.insertSession(Samples.operatorSession()),
    findActive: port.findActive(tokenHashes, times),
    touch: port.touch(id, now),
    listSessions: port.listSessions(times, listLimit),
    revokeSession: port.revokeSession(tokenHashes),
    revokeSessionById: port.revokeSessionById(id),
    revokeSessionsOf: port.revokeSessionsOf(operatorId),
    revokeOtherSessions: port.revokeOtherSessions(id),
    revokeAll: port.revokeAll,
    // It deletes sessions if there are fewer expired invitations than the limit.
    deleteExpired: port.deleteExpired(Samples.longAgo, deleteLimit)
  }
  return calls
})

const accounts = Effect.gen(function* () {
  const port = yield* OperatorAccounts
  const operator = Samples.operator()
  yield* port.insert(operator)
  const leaver = Samples.operator()
  yield* port.insert(leaver)
  const calls: Calls<OperatorAccounts["Type"]> = {
    insert: port.insert(Samples.operator()),
    findById: port.findById(operator.id),
    findByEmail: port.findByEmail(operator.email),
    list: port.list,
    listForUpdate: port.listForUpdate,
    update: port.update(operator),
    recordSignIn: port.recordSignIn(operator.id, now),
    delete: port.delete(leaver.id)
  }
  return calls
})

const passkeys = Effect.gen(function* () {
  const port = yield* OperatorPasskeyRepository
  const accounts = yield* OperatorAccounts
  const operator = Samples.operator()
  yield* accounts.insert(operator)
  const { credentialId, id } = yield* Samples.storedOperatorPasskey(operator)
  const removed = yield* Samples.storedOperatorPasskey(operator)
  const calls: Calls<OperatorPasskeyRepository["Type"]> = {
    findHandle: port.findHandle(operator.id),
    assignHandle: port.assignHandle(operator.id, Samples.userHandle()),
    insert: port.insert(Samples.operatorPasskey(operator)),
    find: port.find(credentialId),
    recordUse: port.recordUse({ id, at: now, signCount: 1, backedUp: false }),
    list: port.list(operator.id),
    countByOperator: port.countByOperator,
    rename: port.rename({ operatorId: operator.id, id, name: "Other" }),
    delete: port.delete(operator.id, removed.id),
    deleteAll: port.deleteAll(operator.id),
    countByRpId: port.countByRpId,
    deleteByRpId: port.deleteByRpId("former.example.com")
  }
  return calls
})

const apiKeys = Effect.gen(function* () {
  const port = yield* ApiKeyRepository
  const key = Samples.apiKey()
  yield* port.insert(key)
  const calls: Calls<ApiKeyRepository["Type"]> = {
    insert: port.insert(Samples.apiKey()),
    findActive: port.findActive(key.tokenHash, now),
    touch: port.touch(key.apiKey.id, now),
    list: port.list(listLimit),
    revoke: port.revoke(key.apiKey.id),
    revokeAll: port.revokeAll,
    deleteExpired: port.deleteExpired(Samples.longAgo, deleteLimit)
  }
  return calls
})

/** Returns them by the key of the tag of each port. */
export const make = Effect.gen(function* () {
  return {
    [OperatorRepository.key]: yield* operators,
    [OperatorAccounts.key]: yield* accounts,
    [OperatorPasskeyRepository.key]: yield* passkeys,
    [ApiKeyRepository.key]: yield* apiKeys
  }
})
