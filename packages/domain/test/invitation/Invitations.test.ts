import { assert, describe, it } from "@effect/vitest"
import type { Email } from "@latchkey/domain/core/Email"
import type { InvitationId } from "@latchkey/domain/invitation/InvitationRepository"
import * as Domain from "@latchkey/domain/Domain"
import { defaultId, defaultInstance, defaultSignUpConfig, type SignUpMode } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  email,
  instance,
  otherInstance,
  outage,
  outcome,
  portsWithoutMailer,
  rightPassword,
  sentInvitationToken,
  signedUp,
  storedUser,
  test
} from "../support.ts"
import { auditLog } from "../support/AuditTrail.ts"
import { before, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const by = { actor: "admin_api", ipAddress: "192.0.2.1" } as const

const at = (mode: SignUpMode) => instance({ signUp: { ...defaultSignUpConfig, mode } })

const invite = (address: Email, of = defaultInstance) =>
  Effect.flatMap(Invitations, ({ create }) => create({ instance: of, by, email: address }))

const withdraw = (invitationId: InvitationId, of = defaultInstance) =>
  Effect.flatMap(Invitations, (invitations) => invitations.withdraw({ instance: of, by, invitationId }))

const list = (limit = 50, before: Option.Option<InvitationId> = Option.none(), of = defaultInstance) =>
  Effect.flatMap(Invitations, (invitations) => invitations.list({ instance: of, before, limit }))

const listed = Effect.map(list(), ({ invitations }) => invitations.map((invitation) => invitation.email))

const dispatch = Effect.flatMap(EmailDispatcher, (dispatcher) => dispatcher.dispatch)

const results = Effect.map(
  Effect.flatMap(MailDeliveryLog, (deliveries) => deliveries.list(defaultId, 20)),
  (deliveries) => deliveries.map(({ reason, state }) => [state, Option.getOrNull(reason)])
)

describe("Invitations.create", () => {
  test(
    "invites an address for seven days, sends an email, and records it in the audit log without the address",
    Effect.gen(function* () {
      const { invitation, isNew } = yield* invite(ann)
      assert.isTrue(isNew)
      assert.deepInclude(invitation, { email: ann, createdBy: "admin_api", instanceId: defaultId })
      assert.strictEqual(invitation.expiresAt.epochMillis - invitation.createdAt.epochMillis, 7 * 86_400_000)
      assert.deepStrictEqual(yield* listed, [ann])
      yield* dispatch
      assert.strictEqual(yield* countOf("Mailer.send"), 1)
      const [entry] = yield* auditLog
      assert.deepInclude(entry, { action: "invitation_created", actor: "admin_api", detail: invitation.id })
      assert.deepStrictEqual(entry?.instanceId, Option.some(defaultId))
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )

  test(
    "sends an invitation again and extends it: the address keeps one, and both links work until one is used",
    Effect.gen(function* () {
      const first = yield* invite(ann)
      const firstToken = yield* sentInvitationToken(ann)
      yield* TestClock.adjust("3 days")
      const second = yield* invite(ann)
      const secondToken = yield* sentInvitationToken(ann)
      assert.isFalse(second.isNew)
      assert.strictEqual(second.invitation.id, first.invitation.id)
      assert.strictEqual(second.invitation.expiresAt.epochMillis, 10 * 86_400_000)
      assert.strictEqual((yield* auditLog).at(-1)?.detail, `${first.invitation.id}, sent again`)
      assert.deepStrictEqual(yield* listed, [ann])
      const client = yield* TestClient.make
      assert.strictEqual(yield* outcome(client.openInvitation(firstToken)), "ok")
      assert.strictEqual(yield* outcome(client.acceptInvitation(secondToken)), "ok")
      assert.strictEqual(yield* outcome(client.acceptInvitation(firstToken)), "InvalidToken")
    })
  )

  test(
    "makes a new invitation once the former one has expired",
    Effect.gen(function* () {
      const first = yield* invite(ann)
      yield* TestClock.adjust("7 days")
      assert.deepStrictEqual(yield* listed, [])
      const second = yield* invite(ann)
      assert.isTrue(second.isNew)
      assert.notStrictEqual(second.invitation.id, first.invitation.id)
    })
  )

  test(
    "fails with EmailTaken for an address that has an account, and sends nothing",
    Effect.gen(function* () {
      yield* signedUp
      assert.strictEqual(yield* outcome(invite(ann)), "EmailTaken")
      assert.deepStrictEqual(yield* listed, [])
      assert.strictEqual(yield* countOf("EmailOutbox.enqueue"), 0)
      assert.strictEqual(yield* outcome(invite(ann, otherInstance)), "ok")
    })
  )

  test(
    "fails with SignUpClosed in the mode closed, and works in the others",
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(invite(ann, at("closed"))), "SignUpClosed")
      assert.deepStrictEqual(yield* listed, [])
      assert.strictEqual(yield* outcome(invite(ann, at("invitation"))), "ok")
      assert.strictEqual(yield* outcome(invite(ben, at("open"))), "ok")
    })
  )

  it.effect("fails with InvitationImpossible without an email provider", () =>
    Effect.gen(function* () {
      assert.isFalse((yield* Invitations).isAvailable)
      assert.strictEqual(yield* outcome(invite(ann)), "InvitationImpossible")
      assert.deepStrictEqual(yield* listed, [])
    }).pipe(
      Effect.provide(
        Domain.layer.pipe(Layer.provideMerge(Layer.merge(portsWithoutMailer, MemoryMailer.layerUnconfigured)))
      )
    )
  )

  test(
    "stores neither the invitation nor the email if the audit log cannot be written",
    Effect.gen(function* () {
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(invite(ann)), "PersistenceError")
      assert.deepStrictEqual(yield* listed, [])
      assert.deepStrictEqual(yield* results, [])
    })
  )
})

describe("The email of an invitation", () => {
  test(
    "counts against the limit of emails with links to one mailbox, and is sent later beyond it",
    Effect.gen(function* () {
      yield* Effect.flatMap(InstanceDirectory, ({ update }) =>
        update(defaultId, { rateLimits: { magicLinkPerEmail: { limit: 1, windowSeconds: 3600 } } })
      )
      // Ten more than the requests that are allowed.
      for (let count = 0; count < 12; count++) yield* invite(count % 2 === 0 ? ann : email("ann+spam@example.com"))
      yield* dispatch
      yield* dispatch
      assert.strictEqual(yield* countOf("Mailer.send"), 11)
      yield* TestClock.adjust("1 hour")
      yield* dispatch
      assert.strictEqual(yield* countOf("Mailer.send"), 12)
    })
  )

  test(
    "does not count against the limit of emails to addresses that were never verified: only operators request it",
    Effect.gen(function* () {
      yield* Effect.flatMap(InstanceDirectory, ({ update }) =>
        update(defaultId, { rateLimits: { magicLinkToUnknownPerInstance: { limit: 1, windowSeconds: 3600 } } })
      )
      yield* invite(ann)
      yield* invite(ben)
      yield* dispatch
      assert.strictEqual(yield* countOf("Mailer.send"), 2)
    })
  )

  test(
    "is discarded if sign-up was closed meanwhile",
    Effect.gen(function* () {
      yield* invite(ann)
      yield* Effect.flatMap(InstanceDirectory, ({ update }) => update(defaultId, { signUp: { mode: "closed" } }))
      yield* dispatch
      assert.deepStrictEqual(yield* results, [["discarded", "disabled"]])
      assert.strictEqual(yield* countOf("MagicLinkRepository.insert"), 0)
    })
  )

  test(
    "has a link that works for seven days from its request, however late it is sent, and if another one is sent, too",
    Effect.gen(function* () {
      yield* invite(ann)
      yield* TestClock.adjust("23 hours")
      const token = yield* sentInvitationToken(ann)
      yield* invite(ann)
      const client = yield* TestClient.make
      yield* TestClock.adjust("6 days")
      assert.strictEqual(yield* outcome(client.openInvitation(token)), "ok")
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* outcome(client.acceptInvitation(token)), "InvalidToken")
    })
  )
})

describe("Invitations.list", () => {
  test(
    "returns the open invitations of the instance page by page, newest first",
    Effect.gen(function* () {
      const addresses = ["a@example.com", "b@example.com", "c@example.com"].map((text) => email(text))
      for (const address of addresses) {
        yield* TestClock.adjust("1 second")
        yield* invite(address)
      }
      yield* invite(ann, otherInstance)
      const first = yield* list(2)
      assert.deepStrictEqual(
        first.invitations.map((invitation) => invitation.email),
        [addresses[2], addresses[1]]
      )
      const second = yield* list(2, first.next)
      assert.deepStrictEqual(
        second.invitations.map((invitation) => invitation.email),
        [addresses[0]]
      )
      assert.isTrue(Option.isNone(second.next))
      assert.isTrue(Option.isNone((yield* list(3)).next))
    })
  )

  test(
    "no longer has an invitation whose address an operator gave an account, nor that of a deleted user",
    Effect.gen(function* () {
      const { create, delete: remove } = yield* UserProvisioning
      const newUser = { emailVerified: false, externalId: Option.none(), disabled: false }
      const user = { ...newUser, email: ann, password: Option.some(rightPassword) }
      yield* invite(ann)
      yield* create({ instance: defaultInstance, by, user })
      assert.deepStrictEqual(yield* listed, [])
      yield* invite(ben)
      yield* (yield* TestClient.make).signUp(ben, rightPassword)
      assert.deepStrictEqual(yield* listed, [ben])
      yield* remove({ instance: defaultInstance, by, userId: Option.getOrThrow(yield* storedUser(ben)).id })
      assert.deepStrictEqual(yield* listed, [])
    })
  )
})

describe("Invitations.withdraw", () => {
  test(
    "ends the links of the invitation for good, also when the address is invited again, and records it",
    Effect.gen(function* () {
      const { invitation } = yield* invite(ann)
      const token = yield* sentInvitationToken(ann)
      yield* withdraw(invitation.id)
      const client = yield* TestClient.make
      assert.strictEqual(yield* outcome(client.openInvitation(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.acceptInvitation(token)), "InvalidToken")
      const entry = (yield* auditLog).at(-1)
      assert.deepInclude(entry, { action: "invitation_withdrawn", detail: invitation.id })
      yield* invite(ann)
      assert.strictEqual(yield* outcome(client.acceptInvitation(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.acceptInvitation(yield* sentInvitationToken(ann))), "ok")
    })
  )

  test(
    "keeps an email that is still queued from being sent",
    Effect.gen(function* () {
      const { invitation } = yield* invite(ann)
      yield* withdraw(invitation.id)
      yield* dispatch
      assert.strictEqual(yield* countOf("Mailer.send"), 0)
      assert.deepStrictEqual(yield* results, [["discarded", "withdrawn"]])
    })
  )

  test(
    "fails with InvitationNotFound for one that was withdrawn, accepted, has expired, or is of another instance",
    Effect.gen(function* () {
      const first = yield* invite(ann)
      assert.strictEqual(yield* outcome(withdraw(first.invitation.id, otherInstance)), "InvitationNotFound")
      yield* withdraw(first.invitation.id)
      assert.strictEqual(yield* outcome(withdraw(first.invitation.id)), "InvitationNotFound")
      const second = yield* invite(ann)
      yield* (yield* TestClient.make).acceptInvitation(yield* sentInvitationToken(ann))
      assert.strictEqual(yield* outcome(withdraw(second.invitation.id)), "InvitationNotFound")
      const third = yield* invite(ben)
      yield* TestClock.adjust("7 days")
      assert.strictEqual(yield* outcome(withdraw(third.invitation.id)), "InvitationNotFound")
    })
  )
})
