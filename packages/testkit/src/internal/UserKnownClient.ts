import type { Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { TokenHash } from "@latchkey/domain/core/Token"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { UserRepository, type User } from "@latchkey/domain/account/UserRepository"
import * as Samples from "../Samples.ts"
import { isNone, isSome } from "./Assertions.ts"

type Ports = InstanceRepository | SessionRepository | UserRepository

/** A user who has signed in once, with the browser of `grant`. */
const setUp = Effect.gen(function* () {
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

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  it.effect("answers the user and the browser that has signed in to it", () =>
    Effect.gen(function* () {
      const { find, grant, user } = yield* setUp
      const account = yield* find(user, Option.some(grant.clientHash))
      isSome(account.user, user)
      isSome(account.knownClient, grant.newClientId)
    })
  )

  it.effect("answers the user alone, without a browser or with an unknown one", () =>
    Effect.gen(function* () {
      const { find, user } = yield* setUp
      for (const clientHash of [Option.none(), Option.some(Samples.tokenHash())]) {
        const account = yield* find(user, clientHash)
        isSome(account.user, user)
        isNone(account.knownClient)
      }
    })
  )

  it.effect("does not take a browser for known that has only signed in to another user", () =>
    Effect.gen(function* () {
      const { find, grant, instanceId } = yield* setUp
      const stranger = yield* Samples.storedUser(instanceId)
      const account = yield* find(stranger, Option.some(grant.clientHash))
      isSome(account.user, stranger)
      isNone(account.knownClient)
    })
  )

  it.effect("answers nothing for an address without a user, whatever the browser", () =>
    Effect.gen(function* () {
      const { find, grant, instanceId } = yield* setUp
      const account = yield* find({ instanceId, email: Samples.email() }, Option.some(grant.clientHash))
      isNone(account.user)
      isNone(account.knownClient)
    })
  )

  it.effect("does not know a browser of another instance", () =>
    Effect.gen(function* () {
      const { find, grant, user } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const namesake = yield* Samples.storedUser(otherInstanceId, { email: user.email })
      const account = yield* find(namesake, Option.some(grant.clientHash))
      isSome(account.user, namesake)
      isNone(account.knownClient)
    })
  )

  it.effect("knows a browser until the very millisecond at which its time is over", () =>
    Effect.gen(function* () {
      const { find, grant, user } = yield* setUp
      const last = yield* find(user, Option.some(grant.clientHash), Samples.plus(-1, grant.clientExpiresAt))
      isSome(last.knownClient, grant.newClientId)
      const over = yield* find(user, Option.some(grant.clientHash), grant.clientExpiresAt)
      isSome(over.user, user)
      isNone(over.knownClient)
    })
  )

  it.effect("still knows a browser whose session has ended", () =>
    Effect.gen(function* () {
      const { find, grant, instanceId, sessions, user } = yield* setUp
      yield* sessions.revoke(instanceId, grant.session.tokenHash)
      isSome((yield* find(user, Option.some(grant.clientHash))).knownClient, grant.newClientId)
    })
  )

  it.effect("knows a browser to everybody who has signed in with it, under its newest secret alone", () =>
    Effect.gen(function* () {
      const { find, grant, instanceId, sessions, user } = yield* setUp
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
