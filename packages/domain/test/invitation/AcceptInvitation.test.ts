import { assert, describe } from "@effect/vitest"
import type { Email } from "@latchkey/domain/core/Email"
import {
  defaultAuthConfig,
  defaultId,
  defaultInstance,
  defaultSignUpConfig,
  type SignUpMode
} from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  ann,
  ben,
  instance,
  justBefore,
  limited,
  linkTokenFor,
  newPassword,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  resetTokenFor,
  rightPassword,
  sentInvitationToken,
  signInOnNewClient,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import { beforeNext, callNames } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const by = { actor: "program" } as const

/** Stores the mode, and invites an address. Returns the instance, and the token of the email. */
const invited = (address: Email, mode: SignUpMode = "invitation") =>
  Effect.gen(function* () {
    const of = yield* Effect.flatMap(InstanceDirectory, ({ update }) => update(defaultId, { signUp: { mode } }))
    yield* (yield* Invitations).create({ instance: of, by, email: address })
    return { of, token: yield* sentInvitationToken(address) }
  })

const newClient = (of = defaultInstance) => Effect.map(TestClient.make, (client) => client.at(of))

describe("AcceptInvitation.accept", () => {
  for (const mode of ["invitation", "open"] as const) {
    test(
      `creates an account with a verified address and signs in, with the mode ${mode}`,
      Effect.gen(function* () {
        const { of, token } = yield* invited(ann, mode)
        const client = yield* newClient(of)
        const issued = yield* client.acceptInvitation(token)
        assert.isFalse(issued.passwordRemoved)
        const session = yield* client.authenticate
        assert.deepInclude(session, { email: ann, emailVerified: true, method: "magic_link" })
        assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ann)).passwordHash))
      })
    )
  }

  test(
    "works once, on any client, until the millisecond before seven days have passed",
    Effect.gen(function* () {
      const { of, token } = yield* invited(ann)
      yield* justBefore("7 days")
      assert.strictEqual(yield* outcome((yield* newClient(of)).acceptInvitation(token)), "ok")
      assert.strictEqual(yield* outcome((yield* newClient(of)).acceptInvitation(token)), "InvalidToken")
      const second = yield* invited(ben)
      yield* justBefore("7 days")
      yield* oneMilli
      assert.strictEqual(yield* outcome((yield* newClient(of)).acceptInvitation(second.token)), "InvalidToken")
      assert.isTrue(Option.isNone(yield* storedUser(ben)))
    })
  )

  test(
    "lets exactly one of twenty concurrent calls sign in",
    Effect.gen(function* () {
      const { of, token } = yield* invited(ann)
      const attempt = Effect.flatMap(newClient(of), (client) => outcome(client.acceptInvitation(token)))
      const outcomes = yield* Effect.all(
        Array.from({ length: 20 }, () => attempt),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(outcomes.sort(), [...Array.from({ length: 19 }, () => "InvalidToken"), "ok"])
    })
  )

  test(
    "consumes nothing if the store fails meanwhile",
    Effect.gen(function* () {
      const { of, token } = yield* invited(ann)
      const client = yield* newClient(of)
      yield* beforeNext("SessionRepository.issue", outage)
      assert.strictEqual(yield* outcome(client.acceptInvitation(token)), "PersistenceError")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.strictEqual(yield* outcome(client.acceptInvitation(token)), "ok")
    })
  )

  test(
    "fails with SignUpClosed for every token in the mode closed, before any lookup",
    Effect.gen(function* () {
      const { token } = yield* invited(ann)
      const client = yield* newClient(instance({ signUp: { ...defaultSignUpConfig, mode: "closed" } }))
      const previous = (yield* callNames).length
      for (const presented of [token, "A".repeat(43), "malformed"]) {
        assert.strictEqual(yield* outcome(client.acceptInvitation(presented)), "SignUpClosed")
        assert.strictEqual(yield* outcome(client.openInvitation(presented)), "SignUpClosed")
      }
      const made = (yield* callNames).slice(previous)
      assert.deepStrictEqual([...new Set(made)], ["RateLimitStore.consume"])
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )

  test(
    "works with magic links turned off: the user can set a password then",
    Effect.gen(function* () {
      const { token } = yield* invited(ann)
      const of = instance({
        authConfig: { ...defaultAuthConfig, password: true, magic_link: false },
        signUp: { ...defaultSignUpConfig, mode: "invitation" }
      })
      const client = yield* newClient(of)
      yield* client.acceptInvitation(token)
      yield* client.changePassword(rightPassword)
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword, of), "ok")
    })
  )

  test(
    "claims an account that someone has created with the address meanwhile: its password goes, its sessions end",
    Effect.gen(function* () {
      const { of, token } = yield* invited(ann, "open")
      const stranger = yield* TestClient.make
      yield* stranger.signUp(ann, wrongPassword)
      const client = yield* newClient(of)
      assert.isTrue((yield* client.acceptInvitation(token)).passwordRemoved)
      assert.strictEqual(yield* outcome(stranger.authenticate), "Unauthenticated")
      assert.strictEqual(yield* signInOnNewClient(ann, wrongPassword), "InvalidCredentials")
    })
  )

  test(
    "does not sign in to an account whose address is verified already: a link of seven days would be too long",
    Effect.gen(function* () {
      const { of, token } = yield* invited(ann, "open")
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
      yield* Effect.flatMap(UserProvisioning, ({ update }) =>
        update({ instance: of, by, userId, patch: { emailVerified: true } })
      )
      assert.strictEqual(yield* outcome((yield* newClient(of)).acceptInvitation(token)), "InvalidToken")
    })
  )

  test(
    "does nothing once an operator has created the account: the invitation is void, though its link exists",
    Effect.gen(function* () {
      const { of, token } = yield* invited(ann)
      const user = {
        email: ann,
        emailVerified: false,
        externalId: Option.none(),
        password: Option.some(rightPassword),
        disabled: false
      }
      yield* Effect.flatMap(UserProvisioning, ({ create }) => create({ instance: of, by, user }))
      assert.strictEqual(yield* outcome((yield* newClient(of)).acceptInvitation(token)), "InvalidToken")
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword, of), "ok")
    })
  )

  test(
    "does nothing if the invitation was withdrawn while its email was sent",
    Effect.gen(function* () {
      const invitations = yield* Invitations
      const { invitation } = yield* invitations.create({ instance: defaultInstance, by, email: ann })
      const withdraw = invitations.withdraw({ instance: defaultInstance, by, invitationId: invitation.id })
      yield* beforeNext("MagicLinkRepository.insert", withdraw)
      const token = yield* sentInvitationToken(ann)
      const client = yield* newClient()
      assert.strictEqual(yield* outcome(client.openInvitation(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.acceptInvitation(token)), "InvalidToken")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )

  test(
    "does not sign in to a disabled account",
    Effect.gen(function* () {
      const { of, token } = yield* invited(ann, "open")
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
      yield* Effect.flatMap(UserAdministration, ({ disable }) => disable({ instance: of, userId, by }))
      assert.strictEqual(yield* outcome((yield* newClient(of)).acceptInvitation(token)), "InvalidToken")
    })
  )

  test(
    "is limited per IP address before any lookup",
    Effect.gen(function* () {
      const client = yield* newClient(limited({ magicLinkVerifyPerIp: { limit: 1, windowSeconds: 60 } }))
      assert.strictEqual(yield* outcome(client.acceptInvitation("A".repeat(43))), "InvalidToken")
      const previous = (yield* callNames).length
      assert.strictEqual(yield* outcome(client.acceptInvitation("A".repeat(43))), "RateLimited")
      assert.strictEqual(yield* outcome(client.openInvitation("A".repeat(43))), "RateLimited")
      assert.notInclude((yield* callNames).slice(previous).join(), "MagicLinkRepository")
    })
  )
})

describe("AcceptInvitation.open", () => {
  test(
    "returns the invited address, and uses nothing up",
    Effect.gen(function* () {
      const { of, token } = yield* invited(ann)
      const client = yield* newClient(of)
      for (let times = 0; times < 3; times++) assert.strictEqual(yield* client.openInvitation(token), ann)
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.strictEqual(yield* outcome(client.acceptInvitation(token)), "ok")
    })
  )
})

describe("The token of an invitation", () => {
  test(
    "works neither as a magic link nor for a new password, and theirs do not accept an invitation",
    Effect.gen(function* () {
      const { of, token } = yield* invited(ann, "open")
      const client = yield* TestClient.make
      yield* client.signUp(ann, rightPassword)
      assert.strictEqual(yield* outcome(client.verifyLink(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.resetPassword(token, newPassword)), "InvalidToken")
      for (const other of [yield* linkTokenFor(client, ann), yield* resetTokenFor(client, ann)]) {
        assert.strictEqual(yield* outcome((yield* newClient(of)).acceptInvitation(other)), "InvalidToken")
      }
    })
  )

  test(
    "is worthless in another instance",
    Effect.gen(function* () {
      const { token } = yield* invited(ann)
      assert.strictEqual(yield* outcome((yield* newClient(otherInstance)).acceptInvitation(token)), "InvalidToken")
    })
  )

  test(
    "is what an invited address needs: a sign-up and a magic link create no account for it",
    Effect.gen(function* () {
      const { of } = yield* invited(ann)
      const client = yield* TestClient.make
      assert.strictEqual(yield* outcome(client.at(of).signUp(ann, rightPassword)), "SignUpClosed")
      yield* client.at(of).requestLink(ann)
      assert.strictEqual(
        yield* outcome(linkTokenFor(client, ann).pipe(Effect.catchAllDefect(() => outage))),
        "PersistenceError"
      )
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )
})
