/** Contract tests of `PersonalData`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import type { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import type { Email } from "@latchkey/domain/core/Email"
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
import { magicLinkPerEmail } from "@latchkey/domain/magic-link/MagicLinkLimits"
import { perSecondFactor } from "@latchkey/domain/second-factor/SecondFactorLimits"

/** The port under test, and the ports that the tests store their data with. */
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
    // What the user has asked for elsewhere, such as a change to a new address: every second one.
    const asked = index % 2 === 1 ? { email: Samples.email(), userId: Option.some(userId) } : { email }
    const link = Samples.magicLink(instanceId, { ...asked, expiresAt: Samples.plus(Samples.minute + index) })
    const queued = Samples.queuedEmail(instanceId, { ...asked, requestedAt: at })
    const entry = Samples.auditEntry({ at, instanceId: Option.some(instanceId), userId: Option.some(userId) })
    yield* sessions.issue(grant)
    yield* links.insert(link)
    yield* outbox.enqueue(queued)
    yield* audit.append(entry)
    kept.push({ at, entry, grant, link, queued })
  }
  return { invitation, kept, suppression, user }
})

const read = (user: User, limit = 100, addresses: ReadonlyArray<Email> = [user.email]) =>
  Effect.flatMap(PersonalData, (data) => data.read({ user, addresses, limit }))

const nothing: StoredData = {
  sessions: [],
  knownClients: [],
  links: [],
  invitations: [],
  emails: [],
  suppressions: [],
  failedSignIns: 0,
  auditLog: []
}

const reading = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns every kind of record of the user and the address, newest first", () =>
    Effect.gen(function* () {
      const { id } = yield* Samples.storedInstance
      const { invitation, kept, suppression, user } = yield* populate(yield* Samples.storedUser(id), 2)
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
        newest.map(({ link: { email, expiresAt } }) => ({ email, expiresAt }))
      )
      same(found.invitations, [invitation])
      same(found.suppressions, [suppression])
      same(
        found.emails.map(({ email, id, state }) => [id, email, state]),
        newest.map(({ queued: { email, id } }) => [id, email, "queued" as const])
      )
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
      for (const list of [found.sessions, found.knownClients, found.links, found.emails]) {
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

  it.effect("returns of an address that is not given only what the user has asked for, queued or not", () =>
    Effect.gen(function* () {
      const { id } = yield* Samples.storedInstance
      const { kept, user } = yield* populate(yield* Samples.storedUser(id), 4)
      const asked = [...kept].reverse().filter(({ link }) => link.email !== user.email)
      const [done] = asked
      if (done === undefined) return assert.fail("The user has asked for nothing")
      const result = { state: "sent", at: Samples.now, reason: Option.none(), detail: Option.none() } as const
      yield* (yield* EmailOutbox).complete(id, done.queued.id, result)
      const found = yield* read(user, 100, [])
      same(
        found.emails.map((email) => email.id),
        asked.map(({ queued }) => queued.id)
      )
      same(
        found.links.map(({ email }) => email),
        asked.map(({ link }) => link.email)
      )
      same([...found.invitations, ...found.suppressions], [])
      assert.strictEqual(found.failedSignIns, 1)
      assert.lengthOf(found.sessions, 4)
    })
  )

  it.effect("returns what is stored about each of the addresses", () =>
    Effect.gen(function* () {
      const { id } = yield* Samples.storedInstance
      const user = yield* Samples.storedUser(id)
      const addresses = [user.email, Samples.email()]
      for (const email of [...addresses, Samples.email()]) {
        yield* (yield* EmailOutbox).enqueue(Samples.queuedEmail(id, { email }))
        yield* (yield* MagicLinkRepository).insert(Samples.magicLink(id, { email }))
        yield* (yield* InvitationRepository).put(Samples.invitation(id, { email }))
        yield* (yield* EmailSuppressions).put(Samples.emailSuppression(id, { email }))
      }
      const { emails, invitations, links, suppressions } = yield* read(user, 100, addresses)
      for (const found of [emails, invitations, links, suppressions]) {
        assert.sameMembers(
          found.map(({ email }) => email),
          addresses
        )
      }
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

const readingLimits = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns the windows with the keys, by key, with the times that they count, and no others", () =>
    Effect.gen(function* () {
      const { id: instanceId } = yield* Samples.storedInstance
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const { consume } = yield* RateLimitStore
      const { readLimits } = yield* PersonalData
      const first = LimitKey.format(magicLinkPerEmail.keys(Samples.email())[0])
      const [second, third] = perSecondFactor(Samples.userId()).map(LimitKey.format)
      if (second === undefined || third === undefined) return assert.fail("The second factor has two windows")
      for (const at of [0, 1]) yield* consume(instanceId, [{ key: first, rate }], Samples.plus(at))
      yield* consume(instanceId, [{ key: second, rate }], Samples.plus(2))
      yield* consume(instanceId, [{ key: `${first}:`, rate }], Samples.plus(3))
      yield* consume(otherInstanceId, [{ key: third, rate }], Samples.plus(4))
      same(yield* readLimits({ instanceId, keys: [second, third, first] }), [
        { key: first, countedAt: [Samples.plus(0), Samples.plus(1)] },
        { key: second, countedAt: [Samples.plus(2)] }
      ])
      same(yield* readLimits({ instanceId, keys: [] }), [])
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("read", () => reading(it))
  describe("readLimits", () => readingLimits(it))
}

/**
 * Runs the contract of `PersonalData` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`PersonalData: ${name}`, tests)
