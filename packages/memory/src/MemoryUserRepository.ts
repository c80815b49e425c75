/**
 * Users in a `MemoryDatabase`.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Equal from "effect/Equal"
import * as HashMap from "effect/HashMap"
import * as HashSet from "effect/HashSet"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Email } from "@latchkey/domain/Email"
import { EmailTaken } from "@latchkey/domain/Errors"
import type { InstanceId } from "@latchkey/domain/Ids"
import type { PasswordHash } from "@latchkey/domain/Password"
import { User } from "@latchkey/domain/User"
import { UserRepository } from "@latchkey/domain/UserRepository"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import { isOver, key, type MemoryState } from "./internal/MemoryState.ts"

const ofEmail = (state: MemoryState, instanceId: InstanceId, email: Email): Option.Option<User> =>
  HashMap.get(state.userIds, key(instanceId, email)).pipe(
    Option.flatMap((id) => HashMap.get(state.users, key(instanceId, id)))
  )

const withUser = (state: MemoryState, user: User): MemoryState => ({
  ...state,
  users: HashMap.set(state.users, key(user.instanceId, user.id), user)
})

const insert = (state: MemoryState, user: User): readonly [Either.Either<void, EmailTaken>, MemoryState] => {
  const address = key(user.instanceId, user.email)
  return HashMap.has(state.userIds, address)
    ? [Either.left(new EmailTaken()), state]
    : [Either.void, { ...withUser(state, user), userIds: HashMap.set(state.userIds, address, user.id) }]
}

const hasPassword = (user: User, hash: PasswordHash): boolean =>
  Option.exists(user.passwordHash, (current) => Equal.equals(current, hash))

/** The adapter over a `MemoryDatabase`, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof UserRepository.Service, never, MemoryDatabase> = Effect.map(
  MemoryDatabase,
  (database) => {
    const findByEmail = (instanceId: InstanceId, email: Email) =>
      database.read((state) => ofEmail(state, instanceId, email))

    return UserRepository.of({
      insert: (user) => Effect.flatten(database.modify((state) => insert(state, user))),

      findByEmail,

      // A transaction already keeps everybody else out.
      findByEmailForUpdate: findByEmail,

      findForSignIn: ({ clientHash, email, instanceId, now }) =>
        database.read((state) => {
          const user = ofEmail(state, instanceId, email)
          const knownClient = Option.all({
            user,
            client: Option.flatMap(clientHash, (hash) => HashMap.get(state.clients, key(instanceId, hash)))
          }).pipe(
            Option.filter(({ client, user }) => HashSet.has(client.knownTo, user.id) && !isOver(client.expiresAt, now)),
            Option.map(({ client }) => client.id)
          )
          return { user, knownClient }
        }),

      replacePasswordHash: ({ current, instanceId, next, userId }) =>
        database.modify((state) =>
          HashMap.get(state.users, key(instanceId, userId)).pipe(
            Option.filter((user) => hasPassword(user, current)),
            Option.match({
              onNone: () => [false, state] as const,
              onSome: (user) => [true, withUser(state, new User({ ...user, passwordHash: Option.some(next) }))] as const
            })
          )
        ),

      proveEmail: ({ instanceId, now, password, userId }) =>
        database.modify((state) => {
          const proved = Option.map(HashMap.get(state.users, key(instanceId, userId)), (user) => {
            const emailVerifiedAt = Option.orElseSome(user.emailVerifiedAt, () => now)
            return password === "keep_password"
              ? new User({ ...user, emailVerifiedAt })
              : new User({
                  ...user,
                  emailVerifiedAt,
                  passwordHash: Option.none(),
                  credentialEpoch: user.credentialEpoch + 1
                })
          })
          return [proved, Option.match(proved, { onNone: () => state, onSome: (user) => withUser(state, user) })]
        })
    })
  }
)

/** The adapter over a `MemoryDatabase`. Those that are to see the same data need the same one. @since 0.1.0 */
export const layer: Layer.Layer<UserRepository, never, MemoryDatabase> = Layer.effect(UserRepository, make)
