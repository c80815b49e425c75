/**
 * The rule for unproven addresses. Anybody can sign up with anybody's address; only a link proves it. So the first
 * proof takes the account away from whoever made it: the password goes, every session ends, and the credential epoch
 * rises, which also stops a sign-in that is under way. This defeats pre-hijacked accounts (Sudhodanan and Paverd,
 * USENIX Security 2022). The exception is the browser that holds a live session of that very user: there the one who
 * signed up and the one who reads the mail are the same.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { PersistenceError } from "../core/Errors.ts"
import { Identifiers } from "../core/IdGenerator.ts"
import type { Instance } from "../instance/Instance.ts"
import { Secrets } from "../core/TokenGenerator.ts"
import { SessionRepository } from "../session/SessionRepository.ts"
import { User } from "../account/User.ts"
import { UserRepository } from "../account/UserRepository.ts"

/** Somebody who read a mail to `email`, and the browser in which they show it. @since 0.1.0 */
export interface Proof {
  readonly instance: Instance
  readonly email: Email
  readonly caller: Caller
}

/** The rule as a service, for `MagicLinks`. @since 0.1.0 */
export class ProvenUsers extends Context.Tag("@latchkey/domain/ProvenUsers")<
  ProvenUsers,
  {
    /**
     * The user of an address that was just proved, made if there was none. Call it inside a transaction, which then
     * holds the user until its end.
     */
    readonly prove: (proof: Proof) => Effect.Effect<User, PersistenceError>
  }
>() {}

/** The rule over its ports, as an effect. @since 0.1.0 */
export const make: Effect.Effect<
  typeof ProvenUsers.Service,
  never,
  Identifiers | Secrets | SessionRepository | UserRepository
> = Effect.gen(function* () {
  const identifiers = yield* Identifiers
  const secrets = yield* Secrets
  const sessions = yield* SessionRepository
  const users = yield* UserRepository

  const holdsSessionOf = Effect.fnUntraced(function* (user: User, { instance, caller }: Proof) {
    if (Option.isNone(caller.session) || Option.isNone(caller.client)) return false
    const session = yield* sessions.findLive({
      instanceId: instance.id,
      secretHash: secrets.hash(caller.session.value),
      clientHash: secrets.hash(caller.client.value),
      now: yield* DateTime.now,
      idleLifetime: instance.idleLifetime
    })
    return Option.exists(session, ({ userId }) => userId === user.id)
  })

  const firstProof = Effect.fnUntraced(function* (user: User, proof: Proof) {
    const isSamePerson = yield* holdsSessionOf(user, proof)
    const proven = yield* users.proveEmail({
      instanceId: user.instanceId,
      userId: user.id,
      now: yield* DateTime.now,
      password: isSamePerson ? "keep_password" : "drop_password"
    })
    if (!isSamePerson) yield* sessions.endAll(user.instanceId, user.id)
    return yield* Effect.mapError(proven, (cause) => new PersistenceError({ cause }))
  })

  const newcomer = Effect.fnUntraced(function* ({ instance, email }: Proof) {
    const now = yield* DateTime.now
    const user = new User({
      instanceId: instance.id,
      id: yield* identifiers.user,
      email,
      passwordHash: Option.none(),
      emailVerifiedAt: Option.some(now),
      credentialEpoch: 0,
      createdAt: now
    })
    yield* users.insert(user)
    return user
  })

  const prove = (proof: Proof): Effect.Effect<User, PersistenceError> =>
    Effect.gen(function* () {
      const found = yield* users.findByEmailForUpdate(proof.instance.id, proof.email)
      if (Option.isNone(found)) return yield* newcomer(proof)
      return Option.isSome(found.value.emailVerifiedAt) ? found.value : yield* firstProof(found.value, proof)
    }).pipe(
      // Somebody signed up with the address a moment ago: now there is a user to find.
      Effect.catchTag("EmailTaken", () => prove(proof))
    )

  return ProvenUsers.of({ prove })
})

/** The rule over its ports. `Domain.layer` has it inside. @since 0.1.0 */
export const layer: Layer.Layer<ProvenUsers, never, Identifiers | Secrets | SessionRepository | UserRepository> =
  Layer.effect(ProvenUsers, make)
