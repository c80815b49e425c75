/**
 * Contract tests of `PersonalData`.
 *
 * @since 0.1.0
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import type { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { InvitationRepository } from "@latchkey/domain/invitation/InvitationRepository"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import { PersonalData, type StoredData } from "@latchkey/domain/personal-data/PersonalData"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isSome, same } from "./internal/Assertions.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. @since 0.1.0 */
export type Ports =
  | AuditLog
  | EmailOutbox
  | EmailSuppressions
  | InstanceRepository
  | InvitationRepository
  | MagicLinkRepository
  | PersonalData
  | RateLimitStore
  | SessionRepository
  | SignInFailures
  | UserRepository

const rate = { limit: 5, windowSeconds: 60 }

/** Stores `count` rows of every kind for the user; the invitation, the suppression and the failure once. */
const populate = Effect.fnUntraced(function* (user: User, count: number) {
  const { email, id: userId, instanceId } = user
  const outbox = yield* EmailOutbox
  const limits = yield* RateLimitStore
  const links = yield* MagicLinkRepository
  const audit = yield* AuditLog
  const sessions = yield* SessionRepository
  const invitation = yield* (yield* InvitationRepository).put(Samples.invitation(instanceId, { email }))
  const suppression = Samples.emailSuppression(instanceId, { email })
  yield* (yield* EmailSuppressions).put(suppression)
  yield* (yield* SignInFailures).record({ instanceId, email, now: Samples.now })
  const kept = []
  for (let index = 0; index < count; index++) {
    const at = Samples.plus(index)
    const session = Samples.session(user, { authenticatedAt: at, userAgent: `Sample/${index}` })
    const grant = Samples.grant(user, { session })
    const link = Samples.magicLink(instanceId, { email, expiresAt: Samples.plus(Samples.minute + index) })
    const queued = Samples.queuedEmail(instanceId, { email, requestedAt: at })
    const entry = Samples.auditEntry({ at, instanceId: Option.some(instanceId), userId: Option.some(userId) })
    yield* sessions.issue(grant)
    yield* links.insert(link)
    yield* outbox.enqueue(queued)
    yield* audit.append(entry)
    const known = LimitKey.encode({ limit: "signInPerKnownClient", email, clientId: grant.newClientId })
    yield* limits.consume(instanceId, [{ key: known, rate }], at)
    kept.push({ at, entry, grant, known, link, queued })
  }
  const perEmail = LimitKey.encode(LimitKey.perEmail("magicLinkPerEmail", email))
  yield* limits.consume(instanceId, [{ key: perEmail, rate }], Samples.now)
  return { invitation, kept, perEmail, suppression, user }
})

const read = (user: User, limit = 100) =>
  Effect.flatMap(PersonalData, (data) => data.read({ user, windows: LimitKey.ofEmail(user.email), limit }))

const nothing: StoredData = {
  sessions: [],
  knownClients: [],
  links: [],
  invitations: [],
  emails: [],
  suppressions: [],
  rateLimits: [],
  failedSignIns: 0,
  auditLog: []
}

const reading = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns every kind of record of the user and the address, newest first", () =>
    Effect.gen(function* () {
      const { id } = yield* Samples.storedInstance
      const { invitation, kept, perEmail, suppression, user } = yield* populate(yield* Samples.storedUser(id), 2)
      const newest = [...kept].reverse()
      const found = yield* read(user)
      same(
        found.sessions.map((session) => session.id),
        newest.map(({ grant }) => grant.session.id)
      )
      isSome(
        Option.map(Option.fromNullable(found.sessions[0]), ({ userAgent }) => userAgent),
        "Sample/1"
      )
      same(
        found.knownClients,
        newest.map(({ at, grant }) => ({ id: grant.newClientId, knownAt: at, expiresAt: grant.clientExpiresAt }))
      )
      same(
        found.links,
        newest.map(({ link }) => link.expiresAt)
      )
      same(found.invitations, [invitation])
      same(found.suppressions, [suppression])
      same(
        found.emails.map((email) => [email.id, email.state]),
        newest.map(({ queued }) => [queued.id, "queued" as const])
      )
      const limits = new Map(found.rateLimits.map(({ countedAt, key }) => [key, countedAt]))
      assert.strictEqual(limits.size, 3)
      same(limits.get(perEmail), [Samples.now])
      for (const { at, known } of kept) same(limits.get(known), [at])
      assert.strictEqual(found.failedSignIns, 1)
      assert.sameDeepMembers(
        found.auditLog.map((entry) => entry.id),
        newest.map(({ entry }) => entry.id)
      )
    })
  )

  it.effect("returns completed emails, and revoked sessions", () =>
    Effect.gen(function* () {
      const { id: instanceId } = yield* Samples.storedInstance
      const { kept, user } = yield* populate(yield* Samples.storedUser(instanceId), 1)
      yield* (yield* SessionRepository).revokeAll(instanceId, user.id)
      const result = { state: "sent", at: Samples.now, reason: Option.none(), detail: Option.none() } as const
      const outbox = yield* EmailOutbox
      for (const { queued } of kept) yield* outbox.complete(instanceId, queued.id, result)
      const found = yield* read(user)
      assert.deepStrictEqual(
        found.emails.map(({ state }) => state),
        ["sent"]
      )
      assert.lengthOf(found.sessions, 1)
    })
  )

  it.effect("returns at most `limit` records of each kind, the newest", () =>
    Effect.gen(function* () {
      const { id } = yield* Samples.storedInstance
      const { kept, user } = yield* populate(yield* Samples.storedUser(id), 3)
      const found = yield* read(user, 2)
      for (const list of [found.sessions, found.knownClients, found.links, found.emails, found.rateLimits]) {
        assert.lengthOf(list, 2)
      }
      assert.lengthOf(found.auditLog, 2)
      same(
        found.sessions.map((session) => session.id),
        [...kept]
          .reverse()
          .slice(0, 2)
          .map(({ grant }) => grant.session.id)
      )
    })
  )

  it.effect("returns nothing of another user, nor of the same address in another instance", () =>
    Effect.gen(function* () {
      const { id } = yield* Samples.storedInstance
      const { id: otherId } = yield* Samples.storedInstance
      const { user } = yield* populate(yield* Samples.storedUser(id), 1)
      same(yield* read(yield* Samples.storedUser(id)), nothing)
      same(yield* read(yield* Samples.storedUser(otherId, { email: user.email })), nothing)
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("read", () => reading(it))
}

/**
 * Runs the contract of `PersonalData` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`PersonalData: ${name}`, tests)
