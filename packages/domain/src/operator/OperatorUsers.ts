/** Operators as users of the reserved instance. */
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { User, UserRepository } from "../account/UserRepository.ts"
import { Email } from "../core/Email.ts"
import { UserId } from "../core/Ids.ts"
import { operatorInstanceId as instanceId } from "../instance/OperatorInstance.ts"
import { SessionRepository } from "../session/SessionRepository.ts"
import * as Operator from "./Operator.ts"

/**
 * The users whose sessions are those without a name: with an invitation for anyone, and with the admin key. They are no
 * operators, and no email reaches their addresses.
 */
export const unnamed = {
  anyone: UserId.make("user_00000000-0000-7000-8000-000000000000"),
  adminKey: UserId.make("user_00000000-0000-7000-8000-000000000001")
} as const

/** Who signs in without a name. */
export type Unnamed = keyof typeof unnamed

/** Returns `true` for one of these users. */
export const isUnnamed = (id: UserId): boolean => Object.values(unnamed).some((one) => one === id)

const emailOf = (who: Unnamed): Email => Email.make(`${who.toLowerCase()}@dashboard.invalid`)

/** Returns `true` for the address of one of these users. No operator can have it. */
export const isReserved = (email: Email): boolean => [emailOf("anyone"), emailOf("adminKey")].includes(email)

/** More than any team has. */
const limit = 10_000

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const sessions = yield* SessionRepository
  const users = yield* UserRepository

  const withSignIns = Effect.fnUntraced(function* (found: ReadonlyArray<User>) {
    const signedInAt = yield* sessions.lastSignIns(
      instanceId,
      found.map(({ id }) => id)
    )
    return Arr.filterMap(found, (user) => Operator.ofUser(user, Option.fromNullable(signedInAt.get(user.id))))
  })

  const one = (found: Option.Option<User>) => Effect.map(withSignIns(Option.toArray(found)), Arr.head)

  const listUsers = users.list({ instanceId, order: "oldest", after: Option.none(), limit })

  return {
    /** Returns the operator with that id. */
    find: (id: UserId) => Effect.flatMap(users.findById(instanceId, id), one),

    /** Returns the operator with that address. */
    findByEmail: (email: Email) => Effect.flatMap(users.findByEmail(instanceId, email), one),

    /** Returns all operators, oldest first. */
    list: Effect.flatMap(listUsers, withSignIns),

    /** Returns the same without when they last signed in. */
    listNames: Effect.map(
      listUsers,
      Arr.filterMap((user) => Operator.ofUser(user))
    ),

    /**
     * Returns all operators as they are now, and locks them until the surrounding transaction ends, in one order. Two
     * transactions that change operators therefore see each other's changes.
     */
    lockAll: Effect.flatMap(listUsers, (all) => {
      const ids = all.map(({ id }) => id).sort()
      const locked = Effect.forEach(ids, (id) => users.findByIdForUpdate(instanceId, id))
      return Effect.map(locked, Arr.getSomes)
    }),

    /** Returns the user of a session without a name, and adds it the first time. */
    findUnnamed: Effect.fnUntraced(function* (who: Unnamed) {
      const id = unnamed[who]
      const known = yield* users.findById(instanceId, id)
      if (Option.isSome(known)) return known.value
      const user = new User({
        instanceId,
        id,
        email: emailOf(who),
        passwordHash: Option.none(),
        emailVerifiedAt: Option.none(),
        credentialVersion: 0,
        createdAt: yield* DateTime.now
      })
      // Of concurrent calls one adds it.
      yield* users.insertAll(instanceId, [user])
      return Option.getOrElse(yield* users.findById(instanceId, id), () => user)
    })
  }
})
