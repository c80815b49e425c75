import * as Domain from "@latchkey/domain/Domain"
import { assert, describe, it } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { EventLog } from "@latchkey/domain/event/EventLog"
import { MailerError } from "@latchkey/domain/mail/MailErrors"
import type { UserId } from "@latchkey/domain/core/Ids"
import { operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import { parse } from "@latchkey/domain/core/Token"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import { type OneTimeToken, OneTimeTokenRepository } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import { roleOf } from "@latchkey/domain/operator/OperatorSession"
import { unnamed } from "@latchkey/domain/operator/OperatorUsers"
import * as Operators from "@latchkey/domain/operator/Operators"
import type { Role } from "@latchkey/domain/operator/Role"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { ann, ben, justBefore, oneMilli, outage, outcome, portsWithoutMailer, test } from "../support.ts"
import { auditLog } from "../support/AuditTrail.ts"
import { argsOf, before, beforeNext, type Interception } from "../support/Interception.ts"
import { type Dashboard, entered, enteredWithKey, invitedWithKey, joined, reinvited, tokenOf } from "./support.ts"

const by = { actor: "dashboard", name: "Grace" } as const

const create = (role: Role = "viewer", email = ann, delivery: Operators.InvitationDelivery = "link") =>
  Effect.flatMap(Operators.Operators, (all) => all.create({ email, name: `The ${role}`, role }, { by, delivery }))
const invite = (id: UserId, delivery: Operators.InvitationDelivery = "link") =>
  Effect.flatMap(Operators.Operators, (all) => all.invite({ id, by, delivery }))
const update = (id: UserId, patch: Operators.OperatorPatch) =>
  Effect.flatMap(Operators.Operators, (all) => all.update({ id, by, patch }))
const remove = (id: UserId) => Effect.flatMap(Operators.Operators, (all) => all.remove({ id, by }))
const list = Effect.flatMap(Operators.Operators, (all) => all.list)

/** The invitations that were stored so far, with those that are used or withdrawn. */
const storedInvitations = Effect.map(
  argsOf("OneTimeTokenRepository.put"),
  (calls) => calls.map(([token]) => token) as ReadonlyArray<OneTimeToken>
)

const signIn = (token: string) => Effect.flatMap(entered(token), ({ session }) => session)
const check = ({ session }: Pick<Dashboard, "session">) => outcome(session)

describe("Operators.create", () => {
  test(
    "emails an invitation that signs the operator in under their name and role, once",
    Effect.gen(function* () {
      const { link, operator } = yield* create("support", ann, "email")
      assert.isTrue(Option.isNone(link))
      const { sent } = yield* MemoryMailer.Sent
      const [message, ...others] = yield* sent
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual([message?.to, message?.subject], [ann, "Invitation of The support as support by someone"])
      const token = new URL(message?.text ?? "").searchParams.get("token") ?? ""
      const { operator: owner } = yield* signIn(token)
      assert.strictEqual(yield* outcome(signIn(token)), "InvalidToken")
      assert.deepStrictEqual(
        Option.map(owner, ({ id, name, role }) => [id, name, role]),
        Option.some([operator.id, "The support", "support"])
      )
    })
  )

  test(
    "refuses a second operator with the address, and sends nothing",
    Effect.gen(function* () {
      yield* create()
      assert.strictEqual(yield* outcome(create("admin", ann, "email")), "OperatorEmailTaken")
      assert.lengthOf(yield* list, 1)
      assert.lengthOf(yield* (yield* MemoryMailer.Sent).sent, 0)
    })
  )

  test(
    "returns the link if it is asked for, and the audit log says that it was shown",
    Effect.gen(function* () {
      const invited = yield* create()
      assert.strictEqual(Option.getOrThrow(invited.link).reason, "requested")
      const entries = yield* auditLog
      assert.deepStrictEqual(
        entries.map(({ action, name }) => [action, Option.getOrNull(name)]),
        [
          ["operator_created", "Grace"],
          ["operator_invited", "Grace"],
          ["operator_link_shown", "Grace"]
        ]
      )
      assert.strictEqual(entries[0]?.detail, `${invited.operator.id} name="The viewer" role=viewer`)
      const printed = JSON.stringify(entries)
      assert.notInclude(printed, tokenOf(invited))
      assert.notInclude(printed, ann)
    })
  )

  const failing = (mailer: typeof Mailer.Service) =>
    Layer.provideMerge(Domain.layer, Layer.merge(portsWithoutMailer, Layer.succeed(Mailer, mailer)))
  const refused = new MailerError({ reason: "permanent", cause: new Error("550") })
  const cases = [
    [
      "no provider is configured",
      "no_email_provider",
      { isConfigured: false, send: () => Effect.dieMessage("unused") }
    ],
    ["the provider refuses it", "email_failed", { isConfigured: true, send: () => refused }],
    ["the mailer has a defect", "email_failed", { isConfigured: true, send: () => Effect.dieMessage("a defect") }]
  ] as const
  it.effect.each(cases)("returns the link if %s", ([, reason, mailer]) =>
    Effect.gen(function* () {
      const { link, operator } = yield* create("admin", ann, "email")
      assert.strictEqual(Option.getOrThrow(link).reason, reason)
      assert.deepStrictEqual(yield* list, [operator])
      const entries = yield* auditLog
      assert.include(entries.at(-1)?.detail, reason)
    }).pipe(Effect.provide(failing(mailer)))
  )

  it.effect("returns the link if the provider does not answer within twenty seconds", () =>
    Effect.gen(function* () {
      const attempt = yield* Effect.fork(create("admin", ann, "email"))
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual(Option.getOrThrow((yield* attempt).link).reason, "email_failed")
    }).pipe(Effect.provide(failing({ isConfigured: true, send: () => Effect.never })))
  )

  test(
    "shows no link that the audit log does not know",
    Effect.gen(function* () {
      const fails = Effect.provide(before("AuditLog.append", outage), yield* Effect.context<Interception>())
      yield* beforeNext("Mailer.send", Effect.zipRight(fails, refused))
      assert.strictEqual(yield* outcome(create("admin", ann, "email")), "PersistenceError")
    })
  )
})

describe("An invitation of an operator", () => {
  test(
    "works for one day, to the millisecond",
    Effect.gen(function* () {
      const [one, two] = [yield* create(), yield* create("viewer", ben)]
      yield* justBefore("1 day")
      assert.strictEqual(yield* outcome(signIn(tokenOf(one))), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(signIn(tokenOf(two))), "InvalidToken")
    })
  )

  test(
    "ends earlier ones of the same operator, and no others",
    Effect.gen(function* () {
      const [first, other] = [yield* create(), yield* create("viewer", ben)]
      const second = yield* invite(first.operator.id)
      assert.strictEqual(yield* outcome(signIn(tokenOf(first))), "InvalidToken")
      assert.strictEqual(yield* outcome(signIn(tokenOf(second))), "ok")
      assert.strictEqual(yield* outcome(signIn(tokenOf(other))), "ok")
    })
  )

  test(
    "is stored as the hash of its token alone",
    Effect.gen(function* () {
      const token = Option.getOrThrow(parse(tokenOf(yield* create())))
      const { hash } = yield* TokenGenerator
      const [stored] = yield* storedInvitations
      assert.isDefined(stored)
      assert.strictEqual(stored.tokenHash, hash(token))
      assert.notInclude(JSON.stringify([stored, Redacted.value(stored.data)]), Redacted.value(token))
    })
  )

  test(
    "never opens a session for an operator who was deleted or disabled since, not even one without a name",
    Effect.gen(function* () {
      const [deleted, disabled] = [yield* create("admin"), yield* create("admin", ben)]
      yield* update(disabled.operator.id, { disabled: true })
      yield* remove(deleted.operator.id)
      // Invitations that were stored while the changes were on their way, also such as would be without their owner.
      const { put } = yield* OneTimeTokenRepository
      for (const isOwned of [true, false]) {
        for (const token of yield* storedInvitations) {
          const owner = isOwned ? token.owner : Option.none()
          yield* put({ ...token, owner } as OneTimeToken, { maxPerSubject: 9, now: yield* DateTime.now })
        }
        for (const invited of [deleted, disabled]) {
          assert.strictEqual(yield* outcome(signIn(tokenOf(invited))), "InvalidToken")
        }
      }
      assert.strictEqual(yield* outcome(invite(disabled.operator.id)), "OperatorDisabled")
      assert.strictEqual(yield* outcome(invite(deleted.operator.id)), "OperatorNotFound")
      yield* update(disabled.operator.id, { disabled: false })
      assert.strictEqual(yield* outcome(signIn(tokenOf(disabled))), "InvalidToken")
      assert.strictEqual(yield* outcome(reinvited(disabled.operator.id)), "ok")
    })
  )

  test(
    "opens none if the operator is disabled or deleted, or loses their passkeys, while it is consumed",
    Effect.gen(function* () {
      const invited = yield* create()
      const { id } = invited.operator
      const operators = yield* Operators.Operators
      // What is done in the transaction of the sign-in is rolled back with it.
      for (const change of [
        operators.update({ id, by, patch: { disabled: true } }),
        operators.remove({ id, by }),
        operators.removePasskeys({ id, by })
      ]) {
        yield* beforeNext("UserRepository.findByIdForUpdate", change)
        assert.strictEqual(yield* outcome(signIn(tokenOf(invited))), "InvalidToken")
      }
      assert.strictEqual(yield* outcome(signIn(tokenOf(invited))), "ok")
    })
  )
})

describe("Operators.update and remove", () => {
  test(
    "applies a role to sessions that are open",
    Effect.gen(function* () {
      yield* joined("admin", ben)
      const { dashboard, id } = yield* joined("viewer")
      const roles = Effect.map(dashboard.session, roleOf)
      assert.strictEqual(yield* roles, "viewer")
      yield* update(id, { role: "support" })
      assert.strictEqual(yield* roles, "support")
    })
  )

  test(
    "signs a disabled operator out, withdraws their invitations, and leaves all others as they are",
    Effect.gen(function* () {
      const other = yield* joined("admin", ben)
      const { dashboard, id } = yield* joined("admin")
      const invited = yield* invite(id)
      yield* update(id, { disabled: true })
      assert.deepStrictEqual([yield* check(dashboard), yield* check(other.dashboard)], ["Unauthenticated", "ok"])
      yield* update(id, { disabled: false })
      assert.strictEqual(yield* check(dashboard), "Unauthenticated")
      assert.strictEqual(yield* outcome(signIn(tokenOf(invited))), "InvalidToken")
    })
  )

  test(
    "forgets a deleted operator: no event has their address or name",
    Effect.gen(function* () {
      const { id } = yield* joined("viewer")
      const events = yield* EventLog
      const all = { instanceId: operatorInstanceId, after: Option.none(), type: Option.none(), limit: 100 }
      const textOf = Effect.map(events.page(all), (page) => JSON.stringify(page))
      assert.include(yield* textOf, ann)
      yield* remove(id)
      assert.notInclude(yield* textOf, ann)
      assert.notInclude(yield* textOf, "The viewer")
    })
  )

  test(
    "ends the sessions of a deleted operator, whose address is free",
    Effect.gen(function* () {
      const { dashboard, id } = yield* joined("viewer")
      const invited = yield* invite(id)
      yield* remove(id)
      assert.strictEqual(yield* check(dashboard), "Unauthenticated")
      assert.strictEqual(yield* outcome(signIn(tokenOf(invited))), "InvalidToken")
      assert.strictEqual(yield* outcome(remove(id)), "OperatorNotFound")
      assert.strictEqual(yield* outcome(update(id, { role: "admin" })), "OperatorNotFound")
      yield* create()
    })
  )

  test(
    "writes every change to the audit log with the names of that time, and nothing that did not change",
    Effect.gen(function* () {
      yield* joined("admin", ben)
      const { id } = yield* joined("viewer")
      const before = (yield* auditLog).length
      yield* update(id, { name: "Ada", role: "support" })
      yield* update(id, { name: "Ada", role: "support", disabled: false })
      yield* update(id, { disabled: true })
      yield* update(id, { disabled: true })
      yield* update(id, { disabled: false })
      yield* remove(id)
      assert.deepStrictEqual(
        (yield* auditLog).slice(before).map(({ action, detail, name }) => [action, detail, Option.getOrNull(name)]),
        [
          ["operator_updated", `${id} name="Ada" was="The viewer" role=support was=viewer`, "Grace"],
          ["operator_disabled", `${id} name="Ada" role=support`, "Grace"],
          ["operator_enabled", `${id} name="Ada" role=support`, "Grace"],
          ["operator_removed", `${id} name="Ada" role=support`, "Grace"]
        ]
      )
    })
  )

  test(
    "changes nothing if the audit log fails",
    Effect.gen(function* () {
      yield* joined("admin", ben)
      const { dashboard, id } = yield* joined("viewer")
      yield* before("AuditLog.append", outage)
      for (const change of [update(id, { role: "admin" }), update(id, { disabled: true }), remove(id)]) {
        assert.strictEqual(yield* outcome(change), "PersistenceError")
      }
      assert.strictEqual(roleOf(yield* dashboard.session), "viewer")
    })
  )
})

describe("The last admin", () => {
  const losses = [
    ["demoted", (id: UserId) => update(id, { role: "support" })],
    ["disabled", (id: UserId) => update(id, { disabled: true })],
    ["deleted", remove]
  ] as const

  for (const [what, lose] of losses) {
    test(
      `cannot be ${what}, while others can, and may be renamed`,
      Effect.gen(function* () {
        const { dashboard, id } = yield* joined("admin")
        const viewer = yield* joined("viewer", ben)
        assert.strictEqual(yield* outcome(lose(id)), "LastAdminRequired")
        assert.strictEqual(roleOf(yield* dashboard.session), "admin")
        yield* update(id, { name: "Renamed" })
        assert.strictEqual(yield* outcome(lose(viewer.id)), "ok")
      })
    )

    test(
      `can be ${what} once there is another admin who has signed in`,
      Effect.gen(function* () {
        const { id } = yield* joined("admin")
        const second = yield* create("admin", ben)
        assert.strictEqual(yield* outcome(lose(id)), "LastAdminRequired")
        yield* signIn(tokenOf(second))
        yield* update(second.operator.id, { disabled: true })
        assert.strictEqual(yield* outcome(lose(id)), "LastAdminRequired")
        yield* update(second.operator.id, { disabled: false })
        assert.strictEqual(yield* outcome(lose(id)), "ok")
        assert.strictEqual(yield* outcome(lose(second.operator.id)), "LastAdminRequired")
      })
    )
  }

  test(
    "remains when two admins demote, disable or delete one another at once",
    Effect.gen(function* () {
      const [one, two] = [yield* joined("admin"), yield* joined("admin", ben)]
      for (const lose of [losses[0][1], losses[1][1]]) {
        const outcomes = yield* Effect.all([outcome(lose(one.id)), outcome(lose(two.id))], { concurrency: "unbounded" })
        assert.deepStrictEqual([...outcomes].sort(), ["LastAdminRequired", "ok"])
        for (const { id } of [one, two]) yield* update(id, { role: "admin", disabled: false })
      }
      const outcomes = yield* Effect.all([outcome(remove(one.id)), outcome(remove(two.id))], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual([...outcomes].sort(), ["LastAdminRequired", "ok"])
    })
  )
})

describe("The users of sessions without a name", () => {
  test(
    "are no operators: they are not listed, and cannot be changed, invited or deleted",
    Effect.gen(function* () {
      const browsers = [yield* enteredWithKey, yield* entered(yield* invitedWithKey())]
      assert.deepStrictEqual(yield* list, [])
      for (const id of Object.values(unnamed)) {
        assert.isTrue(Option.isSome(yield* (yield* UserRepository).findById(operatorInstanceId, id)))
        assert.strictEqual(yield* outcome(invite(id)), "OperatorNotFound")
        assert.strictEqual(yield* outcome(update(id, { disabled: true })), "OperatorNotFound")
        assert.strictEqual(yield* outcome(remove(id)), "OperatorNotFound")
      }
      for (const browser of browsers) assert.strictEqual(yield* check(browser), "ok")
    })
  )

  test(
    "are no admin that is left: the last one cannot be deleted beside them",
    Effect.gen(function* () {
      yield* enteredWithKey
      const { id } = yield* joined("admin")
      assert.strictEqual(yield* outcome(remove(id)), "LastAdminRequired")
    })
  )
})

describe("The audit log", () => {
  test(
    "names the operator of each sign-in and sign-out, and the admin key",
    Effect.gen(function* () {
      const { dashboard, id } = yield* joined("admin")
      yield* dashboard.signOut
      yield* dashboard.enterWithKey
      yield* dashboard.signOut
      assert.deepStrictEqual(
        (yield* auditLog)
          .slice(-4)
          .map(({ action, name, operatorId }) => [action, Option.getOrNull(operatorId), Option.getOrNull(name)]),
        [
          ["dashboard_opened", id, "The admin"],
          ["dashboard_closed", id, "The admin"],
          ["dashboard_opened", null, "ADMIN_API_KEY"],
          ["dashboard_closed", null, "ADMIN_API_KEY"]
        ]
      )
    })
  )
})
