/** Calls of the ports for ways to sign in. */
import { InvitationRepository } from "@latchkey/domain/invitation/InvitationRepository"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { OneTimeTokenRepository } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import { PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import { FactorRecoveryRepository } from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { largest, middleOfInvitations } from "../ManyRows.ts"
import { type Calls, deleteLimit, listLimit } from "./Calls.ts"
import { perSecondFactor } from "@latchkey/domain/second-factor/SecondFactorLimits"

const { now } = Samples

const links = Effect.gen(function* () {
  const port = yield* MagicLinkRepository
  const { tokenHash } = Samples.magicLink(largest)
  const calls: Calls<MagicLinkRepository["Type"]> = {
    insert: port.insert(Samples.magicLink(largest)),
    find: port.find(largest, tokenHash, now),
    findCode: port.findCode(largest, tokenHash, now),
    consume: port.consume(largest, tokenHash, now),
    deleteAll: port.deleteAll(largest, Samples.magicLink(largest).email),
    deleteAllOf: port.deleteAllOf(largest, Samples.userId()),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const invitations = Effect.gen(function* () {
  const port = yield* InvitationRepository
  const { email, id } = yield* port.put(Samples.invitation(largest))
  const query = { instanceId: largest, now, limit: listLimit }
  const calls: Calls<InvitationRepository["Type"]> = {
    put: Effect.zip(port.put(Samples.invitation(largest)), port.put(Samples.invitation(largest, { email }))),
    find: port.find(largest, email, now),
    findById: port.findById(largest, id, now),
    list: Effect.zip(
      port.list({ ...query, before: Option.none() }),
      port.list({ ...query, before: Option.some(middleOfInvitations) })
    ),
    consume: port.consume(largest, email, now),
    deleteAll: port.deleteAll(largest, [email]),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const oneTimeTokens = Effect.gen(function* () {
  const port = yield* OneTimeTokenRepository
  const user = yield* Samples.storedUser(largest)
  const owner = Option.some({ userId: user.id, credentialVersion: user.credentialVersion })
  const { subject } = Samples.oneTimeToken(largest)
  const options = { maxPerSubject: 2, now }
  const token = Samples.oneTimeToken(largest, { subject, owner })
  // The last ones replace others.
  const puts = Array.from({ length: 3 }, () => port.put(Samples.oneTimeToken(largest, { subject }), options))
  const calls: Calls<OneTimeTokenRepository["Type"]> = {
    put: Effect.zip(port.put(token, options), Effect.all(puts)),
    find: port.find({ ...token, now }),
    list: port.list({ ...token, now }),
    consume: port.consume({ ...token, now }),
    consumeAll: port.consumeAll({ ...token, now }),
    deleteAll: port.deleteAll(largest, [subject]),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const factorRecoveries = Effect.gen(function* () {
  const port = yield* FactorRecoveryRepository
  const user = yield* Samples.storedUser(largest)
  const recovery = Samples.factorRecovery(user, { availableAt: now })
  const link = { instanceId: largest, tokenHash: Samples.tokenHash(), now }
  const calls: Calls<FactorRecoveryRepository["Type"]> = {
    insert: Effect.zip(port.insert(recovery, now), port.insert(recovery, now)),
    find: port.find(largest, user.id, now),
    addLink: port.addLink(recovery, link),
    findByLink: port.findByLink(link),
    consume: port.consume(link),
    delete: port.delete(largest, user.id),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const passkeys = Effect.gen(function* () {
  const port = yield* PasskeyRepository
  const user = yield* Samples.storedUser(largest)
  const passkey = yield* Samples.storedPasskey(user)
  const { id } = passkey
  const calls: Calls<PasskeyRepository["Type"]> = {
    findHandle: port.findHandle(largest, user.id),
    assignHandle: port.assignHandle(largest, user.id, Samples.userHandle()),
    insert: port.insert(Samples.passkey(user)),
    find: port.find(largest, passkey.credentialId),
    recordUse: port.recordUse({ instanceId: largest, id, at: now, signCount: 1, backedUp: true }),
    list: port.list(largest, user.id),
    countOfUsers: port.countOfUsers(largest, [user.id]),
    rename: port.rename({ instanceId: largest, userId: user.id, id, name: "My phone" }),
    delete: port.delete(largest, user.id, id),
    deleteAll: port.deleteAll(largest, user.id),
    hasOtherRpId: port.hasOtherRpId(largest, "example.com"),
    countByRpId: port.countByRpId(largest),
    deleteByRpId: port.deleteByRpId(largest, "example.org", deleteLimit)
  }
  return calls
})

const secondFactors = Effect.gen(function* () {
  const port = yield* SecondFactorRepository
  const user = yield* Samples.storedUser(largest)
  const factor = Samples.secondFactor(user)
  const code = Samples.tokenHash()
  const { secret } = factor
  const calls: Calls<SecondFactorRepository["Type"]> = {
    add: port.add({ factor, recoveryCodes: [code], credentialVersion: 0 }),
    find: port.find(largest, user.id),
    acceptStep: port.acceptStep(largest, user.id, 2000),
    consumeRecoveryCode: port.consumeRecoveryCode(largest, user.id, code),
    replaceRecoveryCodes: port.replaceRecoveryCodes(largest, user.id, [code], now),
    deleteRecoveryCodes: port.deleteRecoveryCodes(largest, user.id, now),
    remove: port.remove({ instanceId: largest, userId: user.id, credentialVersion: 1 }),
    replaceSecret: port.replaceSecret({ instanceId: largest, userId: user.id, current: secret, next: secret }),
    listOfOtherKeys: port.listOfOtherKeys({ keyId: secret.keyId, after: Option.none(), limit: listLimit }),
    countOfKey: port.countOfKey("0f1e")
  }
  return calls
})

const limits = Effect.gen(function* () {
  const port = yield* RateLimitStore
  const rate = { limit: 30, windowSeconds: 60 }
  const roomy = { key: "signInPerIp:192.0.2.1", rate }
  const full = { key: "signInPerEmail:ada@example.com", rate: { ...rate, limit: 1 } }
  yield* port.consume(largest, [full], now)
  const calls: Calls<RateLimitStore["Type"]> = {
    // The second window refuses, and the first is refunded.
    consume: Effect.zip(port.consume(largest, [roomy], now), port.consume(largest, [roomy, full], now)),
    refund: port.refund(largest, roomy.key, now),
    deleteAll: port.deleteAll(largest, perSecondFactor(Samples.userId()).map(LimitKey.format)),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

/** Returns them by the key of the tag of each port. */
export const make = Effect.gen(function* () {
  return {
    [MagicLinkRepository.key]: yield* links,
    [InvitationRepository.key]: yield* invitations,
    [OneTimeTokenRepository.key]: yield* oneTimeTokens,
    [FactorRecoveryRepository.key]: yield* factorRecoveries,
    [PasskeyRepository.key]: yield* passkeys,
    [SecondFactorRepository.key]: yield* secondFactors,
    [RateLimitStore.key]: yield* limits
  }
})
