/** Users in a `MemoryDatabase`. */
import { randomBytes } from "node:crypto"
import { noData } from "@latchkey/domain/account/UserData"
import * as PasswordScheme from "@latchkey/domain/account/PasswordScheme"
import {
  isDeletionDue,
  type PasswordHash,
  User,
  type UserOrder,
  UserRepository,
  type UserStatus
} from "@latchkey/domain/account/UserRepository"
import type { Email } from "@latchkey/domain/core/Email"
import { EmailTaken, ExternalIdTaken } from "@latchkey/domain/account/AccountErrors"
import { Identity } from "@latchkey/domain/account/IdentityRepository"
import type { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import { Passkey } from "@latchkey/domain/passkey/PasskeyRepository"
import { SecondFactor } from "@latchkey/domain/second-factor/SecondFactorRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Equal from "effect/Equal"
import { pipe } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Order from "effect/Order"
import * as Redacted from "effect/Redacted"
import { passkeys, secondFactors, withoutPasskeys } from "./internal/factors.ts"
import { identities } from "./internal/identities.ts"
import { isExpired, isOfUser, key, type MemoryState, withoutRowsOf } from "./internal/MemoryState.ts"
import { clients } from "./internal/sessions.ts"
import { failuresOf } from "./internal/signInFailures.ts"
import { userIds, userIdsByExternalId, users } from "./internal/users.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const findByEmail = (state: MemoryState, instanceId: InstanceId, email: Email): Option.Option<User> =>
  userIds.get(state, key(instanceId, email)).pipe(Option.flatMap((id) => users.get(state, key(instanceId, id))))

const withUser = (state: MemoryState, user: User): MemoryState => users.set(state, key(user.instanceId, user.id), user)

/** Returns the state in which the user has had the second factor, the passkeys and the identities since `now`. */
const withDatedFactors = (state: MemoryState, user: User, now: DateTime.Utc): MemoryState => {
  const dated = secondFactors.update(
    state,
    HashMap.modify(key(user.instanceId, user.id), (stored) => ({
      ...stored,
      factor: new SecondFactor({ ...stored.factor, confirmedAt: now })
    }))
  )
  const withPasskeys = passkeys.update(
    dated,
    HashMap.map((passkey) => (isOfUser(passkey, user) ? new Passkey({ ...passkey, createdAt: now }) : passkey))
  )
  return identities.update(
    withPasskeys,
    HashMap.map((identity) => (isOfUser(identity, user) ? new Identity({ ...identity, createdAt: now }) : identity))
  )
}

/** Returns the state in which the user has no second factor, no passkeys and no identities. */
const withoutFactors = (state: MemoryState, user: User): MemoryState => {
  const rest = secondFactors.remove(state, key(user.instanceId, user.id))
  return identities.without(withoutPasskeys(rest, user), (identity) => isOfUser(identity, user))
}

/** The user's entry in each index: of addresses, and of external ids. */
const names = ({ email, externalId, instanceId }: User) => ({
  email: key(instanceId, email),
  externalId: Option.toArray(Option.map(externalId, (id) => key(instanceId, id)))
})

const index = (state: MemoryState, user: User): MemoryState => {
  const { email, externalId } = names(user)
  return externalId.reduce(
    (next, name) => userIdsByExternalId.set(next, name, user.id),
    userIds.set(withUser(state, user), email, user.id)
  )
}

const unindex = (state: MemoryState, user: User): MemoryState => {
  const { email, externalId } = names(user)
  const rest = userIds.remove(users.remove(state, key(user.instanceId, user.id)), email)
  return userIdsByExternalId.update(rest, HashMap.removeMany(externalId))
}

const insert = (
  state: MemoryState,
  user: User
): readonly [Either.Either<void, EmailTaken | ExternalIdTaken>, MemoryState] => {
  const { email, externalId } = names(user)
  if (userIds.has(state, email)) return [Either.left(new EmailTaken()), state]
  if (externalId.some((name) => userIdsByExternalId.has(state, name))) {
    return [Either.left(new ExternalIdTaken()), state]
  }
  return [Either.void, index(state, user)]
}

const withoutSecondFactor = (user: User): User => new User({ ...user, secondFactorAt: Option.none() })

/** Adds the users that conflict with none. Returns their ids, and the next state. */
const insertAll = (state: MemoryState, added: ReadonlyArray<User>): readonly [ReadonlyArray<UserId>, MemoryState] =>
  added.reduce<readonly [ReadonlyArray<UserId>, MemoryState]>(
    ([inserted, current], user) => {
      if (users.has(current, key(user.instanceId, user.id))) return [inserted, current]
      const [outcome, next] = insert(current, withoutSecondFactor(user))
      return Either.isRight(outcome) ? [[...inserted, user.id], next] : [inserted, current]
    },
    [[], state]
  )

const findMatches = (state: MemoryState, query: Parameters<(typeof UserRepository.Service)["findMatches"]>[0]) => {
  const ids = [
    ...query.emails.map((email) => userIds.get(state, key(query.instanceId, email))),
    ...query.externalIds.map((id) => userIdsByExternalId.get(state, key(query.instanceId, id)))
  ]
  return Arr.filterMap(Arr.dedupe(Arr.getSomes(ids)), (id) => users.get(state, key(query.instanceId, id)))
}

/** Stores the user in place of the one with its id. */
const update = (
  state: MemoryState,
  user: User,
  credentialVersion: number
): readonly [Either.Either<boolean, EmailTaken | ExternalIdTaken>, MemoryState] => {
  const stored = users.get(state, key(user.instanceId, user.id))
  if (Option.isNone(stored) || stored.value.credentialVersion !== credentialVersion) return [Either.right(false), state]
  const { secondFactorAt } = stored.value
  const [inserted, next] = insert(unindex(state, stored.value), new User({ ...user, secondFactorAt }))
  if (Either.isLeft(inserted)) return [Either.left(inserted.left), state]
  return [Either.right(true), user.credentialVersion === credentialVersion ? next : forgetClients(next, user)]
}

const forgetClients = (state: MemoryState, { id, instanceId }: User): MemoryState =>
  clients.update(
    state,
    HashMap.map((client, name) =>
      name.startsWith(key(instanceId, "")) ? { ...client, users: HashMap.remove(client.users, id) } : client
    )
  )

const remove = (state: MemoryState, user: User): MemoryState =>
  withoutRowsOf(forgetClients(unindex(state, user), user), user)

const byCreation = Order.combine(
  Order.mapInput(DateTime.Order, ({ createdAt }: Pick<User, "createdAt" | "id">) => createdAt),
  Order.mapInput(Order.string, ({ id }: Pick<User, "createdAt" | "id">) => id)
)

const byDeletion = Order.combineAll([
  Order.mapInput(Option.getOrder(DateTime.Order), ({ deletionAt }: User) => deletionAt),
  Order.mapInput(Order.string, ({ instanceId }: User) => instanceId),
  Order.mapInput(Order.string, ({ id }: User) => id)
])

const listDueDeletions = (
  state: MemoryState,
  query: Parameters<(typeof UserRepository.Service)["listDueDeletions"]>[0]
) =>
  pipe(
    users.values(state),
    Arr.filter((user) => isDeletionDue(user, query.until)),
    Arr.filter((user) => !Option.exists(query.after, (after) => byDeletion(user, after) <= 0)),
    Arr.sort(byDeletion),
    Arr.take(query.limit)
  )

// Addresses are ASCII, so ordering by code unit is ordering by code point.
const byEmail = Order.mapInput(Order.string, ({ email }: Pick<User, "email">) => email)

const orders: Readonly<Record<UserOrder, Order.Order<Pick<User, "createdAt" | "email" | "id">>>> = {
  email: byEmail,
  email_descending: Order.reverse(byEmail),
  newest: Order.reverse(byCreation),
  oldest: byCreation
}

const hasStatus = (user: User, status: UserStatus): boolean =>
  status === "unverified"
    ? Option.isNone(user.emailVerifiedAt)
    : Option.isSome(status === "disabled" ? user.disabledAt : user.deletionAt)

const list = (
  state: MemoryState,
  {
    after,
    from = Option.none(),
    instanceId,
    limit,
    prefix = "",
    status = Option.none(),
    text = "",
    until = Option.none(),
    ...query
  }: Parameters<(typeof UserRepository.Service)["list"]>[0]
) => {
  const order = orders[query.order]
  return pipe(
    users.values(state),
    Arr.filter((user) => user.instanceId === instanceId),
    Arr.filter(({ email }) => email.startsWith(prefix) && email.includes(text)),
    Arr.filter((user) => !Option.exists(status, (name) => !hasStatus(user, name))),
    Arr.filter(({ createdAt }) => !Option.exists(from, (time) => DateTime.lessThan(createdAt, time))),
    Arr.filter(({ createdAt }) => !Option.exists(until, (time) => isExpired(time, createdAt))),
    Arr.filter((user) => !Option.exists(after, (last) => order(user, last) <= 0)),
    Arr.sort(order),
    Arr.take(limit)
  )
}

/** Stores the result of `change`, if there is one. Returns it, and the next state. */
const changeUser = (
  state: MemoryState,
  instanceId: InstanceId,
  userId: UserId,
  change: (user: User) => Option.Option<User>
): readonly [Option.Option<User>, MemoryState] => {
  const changed = Option.flatMap(users.get(state, key(instanceId, userId)), change)
  return [changed, Option.match(changed, { onNone: () => state, onSome: (user) => withUser(state, user) })]
}

/** As `changeUser`, and forgets the user's known clients if there is a result. */
const changeCredentials = (
  state: MemoryState,
  instanceId: InstanceId,
  userId: UserId,
  change: (user: User) => Option.Option<User>
): readonly [Option.Option<User>, MemoryState] => {
  const [changed, next] = changeUser(state, instanceId, userId, change)
  if (Option.isNone(changed)) return [changed, next]
  return [changed, forgetClients(next, changed.value)]
}

const hasPassword = (user: User, hash: PasswordHash): boolean =>
  Option.exists(user.passwordHash, (current) => Equal.equals(current, hash))

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) => {
  const find = (instanceId: InstanceId, email: Email) => database.read((state) => findByEmail(state, instanceId, email))

  const findById = (instanceId: InstanceId, userId: UserId) =>
    database.read((state) => users.get(state, key(instanceId, userId)))

  const decoyKey = Redacted.make(randomBytes(32).toString("hex"))

  return UserRepository.of({
    insert: (user) => Effect.flatten(database.modify((state) => insert(state, withoutSecondFactor(user)))),

    insertAll: (_, users) => database.modify((state) => insertAll(state, users)),

    findMatches: (query) => database.read((state) => findMatches(state, query)),

    findByEmail: find,

    // Nothing to lock: transactions run one at a time.
    findByEmailForUpdate: find,
    findByIdForUpdate: findById,

    listDueDeletions: (query) => database.read((state) => listDueDeletions(state, query)),

    passwordSchemes: (instanceId) =>
      database.read((state) => ({
        key: decoyKey,
        shares: PasswordScheme.sharesOf(
          Arr.filterMap(users.values(state), (user) =>
            user.instanceId === instanceId ? user.passwordHash : Option.none()
          )
        )
      })),

    findForSignIn: ({ clientHash, email, instanceId, now }) =>
      database.read((state) => {
        const user = findByEmail(state, instanceId, email)
        const knownClient = Option.all({
          user,
          client: Option.flatMap(clientHash, (hash) => clients.get(state, key(instanceId, hash)))
        }).pipe(
          Option.filter(({ client, user }) => HashMap.has(client.users, user.id) && !isExpired(client.expiresAt, now)),
          Option.map(({ client }) => client.id)
        )
        const failedSignIns = Option.match(user, { onNone: () => 0, onSome: (found) => failuresOf(state, found) })
        return { user, knownClient, failedSignIns }
      }),

    findById,

    findAll: (instanceId, ids) =>
      database.read((state) => Arr.filterMap(Arr.dedupe(ids), (id) => users.get(state, key(instanceId, id)))),

    findByExternalId: (instanceId, externalId) =>
      database.read((state) =>
        userIdsByExternalId
          .get(state, key(instanceId, externalId))
          .pipe(Option.flatMap((id) => users.get(state, key(instanceId, id))))
      ),

    count: (instanceId) =>
      database.read((state) =>
        HashMap.size(HashMap.filter(users.rows(state), (user) => user.instanceId === instanceId))
      ),

    list: (query) => database.read((state) => list(state, query)),

    countCreated: ({ instanceId, limit, since }) =>
      database.read((state) =>
        Record.map(since, (time) => {
          const isCounted = (user: User) =>
            user.instanceId === instanceId && !Option.exists(time, (at) => DateTime.lessThan(user.createdAt, at))
          return Math.min(limit, HashMap.size(HashMap.filter(users.rows(state), isCounted)))
        })
      ),

    update: (user, credentialVersion) =>
      Effect.flatten(database.modify((state) => update(state, user, credentialVersion))),

    delete: (instanceId, userId) =>
      database.modify((state) => {
        const user = users.get(state, key(instanceId, userId))
        return [user, Option.match(user, { onNone: () => state, onSome: (found) => remove(state, found) })]
      }),

    replacePasswordHash: ({ current, instanceId, next, userId }) =>
      database.modify((state) => {
        const [changed, nextState] = changeUser(state, instanceId, userId, (user) =>
          hasPassword(user, current)
            ? Option.some(new User({ ...user, passwordHash: Option.some(next) }))
            : Option.none()
        )
        return [Option.isSome(changed), nextState]
      }),

    setPasswordHash: ({ credentialVersion, instanceId, next, userId }) =>
      database.modify((state) => {
        const [changed, nextState] = changeCredentials(state, instanceId, userId, (user) =>
          user.credentialVersion === credentialVersion
            ? Option.some(
                new User({ ...user, passwordHash: Option.some(next), credentialVersion: credentialVersion + 1 })
              )
            : Option.none()
        )
        return [Option.isSome(changed), nextState]
      }),

    setDisabled: ({ disabledAt, instanceId, userId }) =>
      database.modify((state) =>
        Option.isNone(disabledAt)
          ? changeUser(state, instanceId, userId, (user) => Option.some(new User({ ...user, disabledAt })))
          : changeCredentials(state, instanceId, userId, (user) =>
              Option.some(new User({ ...user, disabledAt, credentialVersion: user.credentialVersion + 1 }))
            )
      ),

    verifyEmail: ({ instanceId, now, password, userId }) =>
      database.modify((state) => {
        const [changed, next] = changeCredentials(state, instanceId, userId, (user) => {
          const emailVerifiedAt = Option.orElseSome(user.emailVerifiedAt, () => now)
          const credentialVersion = user.credentialVersion + 1
          const claim =
            password === "drop_password"
              ? {
                  passwordHash: Option.none(),
                  claimedAt: Option.orElseSome(user.claimedAt, () => now),
                  deletionAt: Option.none(),
                  language: Option.none(),
                  name: Option.none(),
                  userMetadata: noData,
                  secondFactorAt: Option.none()
                }
              : { secondFactorAt: Option.as(user.secondFactorAt, now) }
          return Option.some(new User({ ...user, emailVerifiedAt, credentialVersion, ...claim }))
        })
        const withFactors = (user: User) =>
          password === "drop_password" ? withoutFactors(next, user) : withDatedFactors(next, user, now)
        return [changed, Option.match(changed, { onNone: () => next, onSome: withFactors })]
      })
  })
})

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<UserRepository, never, MemoryDatabase> = Layer.effect(UserRepository, make)
