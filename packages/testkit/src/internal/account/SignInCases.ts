import type { Vitest } from "@effect/vitest"
import { type User, UserRepository } from "@latchkey/domain/account/UserRepository"
import type { TokenHash } from "@latchkey/domain/core/Token"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { isNone, isSome } from "../Assertions.ts"
import type { Ports } from "./UserFixture.ts"

/** A user who has signed in once, on the client of `grant`. */
const setUpSignedIn = Effect.gen(function* () {
  const users = yield* UserRepository
  const sessions = yield* SessionRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId)
  const grant = Samples.grant(user)
  yield* sessions.issue(grant)
  const find = (of: Pick<User, "instanceId" | "email">, clientHash: Option.Option<TokenHash>, now = Samples.now) =>
    users.findForSignIn({ instanceId: of.instanceId, email: of.email, clientHash, now })
  return { find, grant, instanceId, sessions, user }
})

export const findingForSignIn = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns the user and the known client", () =>
    Effect.gen(function* () {
      const { find, grant, user } = yield* setUpSignedIn
      const account = yield* find(user, Option.some(grant.clientHash))
      isSome(account.user, user)
      isSome(account.knownClient, grant.newClientId)
    })
  )

  it.effect("returns only the user without a client token, and with an unknown one", () =>
    Effect.gen(function* () {
      const { find, user } = yield* setUpSignedIn
      for (const clientHash of [Option.none(), Option.some(Samples.tokenHash())]) {
        const account = yield* find(user, clientHash)
        isSome(account.user, user)
        isNone(account.knownClient)
      }
    })
  )

  it.effect("does not know a client that has signed in to another user only", () =>
    Effect.gen(function* () {
      const { find, grant, instanceId } = yield* setUpSignedIn
      const stranger = yield* Samples.storedUser(instanceId)
      const account = yield* find(stranger, Option.some(grant.clientHash))
      isSome(account.user, stranger)
      isNone(account.knownClient)
    })
  )

  it.effect("returns neither user nor client for an address without a user", () =>
    Effect.gen(function* () {
      const { find, grant, instanceId } = yield* setUpSignedIn
      const account = yield* find({ instanceId, email: Samples.email() }, Option.some(grant.clientHash))
      isNone(account.user)
      isNone(account.knownClient)
    })
  )

  it.effect("does not know a client of another instance", () =>
    Effect.gen(function* () {
      const { find, grant, user } = yield* setUpSignedIn
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const namesake = yield* Samples.storedUser(otherInstanceId, { email: user.email })
      const account = yield* find(namesake, Option.some(grant.clientHash))
      isSome(account.user, namesake)
      isNone(account.knownClient)
    })
  )

  it.effect("knows a client until the millisecond before it expires", () =>
    Effect.gen(function* () {
      const { find, grant, user } = yield* setUpSignedIn
      const last = yield* find(user, Option.some(grant.clientHash), Samples.plus(-1, grant.clientExpiresAt))
      isSome(last.knownClient, grant.newClientId)
      const over = yield* find(user, Option.some(grant.clientHash), grant.clientExpiresAt)
      isSome(over.user, user)
      isNone(over.knownClient)
    })
  )

  it.effect("still knows a client whose session was revoked", () =>
    Effect.gen(function* () {
      const { find, grant, instanceId, sessions, user } = yield* setUpSignedIn
      yield* sessions.revoke(instanceId, grant.session.tokenHash)
      isSome((yield* find(user, Option.some(grant.clientHash))).knownClient, grant.newClientId)
    })
  )

  it.effect("knows a client to every user who has signed in on it, by its newest token only", () =>
    Effect.gen(function* () {
      const { find, grant, instanceId, sessions, user } = yield* setUpSignedIn
      const second = yield* Samples.storedUser(instanceId)
      const next = Samples.grant(second, { presentedClient: Option.some(grant.clientHash) })
      yield* sessions.issue(next)
      for (const known of [user, second]) {
        isSome((yield* find(known, Option.some(next.clientHash))).knownClient, grant.newClientId)
        isNone((yield* find(known, Option.some(grant.clientHash))).knownClient)
      }
    })
  )
}
