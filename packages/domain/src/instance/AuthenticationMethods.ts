/** The ways in which users prove who they are, as data. Each such room declares its own, and so can an app. */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as AppPart from "../core/AppPart.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { UserId } from "../core/Ids.ts"
import type { Instance } from "./Instance.ts"
import { isOfOperators } from "./OperatorInstance.ts"

/** The id of a method: `password`, `magic_link`, `passkey`, `totp`, `recovery_code` or an own one. */
export const MethodId = Schema.String.pipe(Schema.pattern(/^[a-z][a-z0-9_]{0,62}$/))
export type MethodId = typeof MethodId.Type

/** The methods of a session. The first is the one that the user signed in with. */
export const MethodIds = Schema.Tuple([MethodId], MethodId)
export type MethodIds = typeof MethodIds.Type

/** How many factors a session has verified: 1 or 2. */
export const AssuranceLevel = Schema.Literal(1, 2)
export type AssuranceLevel = typeof AssuranceLevel.Type

/** The user in question. */
export interface MethodUser {
  readonly id: UserId
  readonly passwordHash: Option.Option<unknown>
  readonly secondFactorAt: Option.Option<unknown>
}

/** Decides about a user of an instance. */
export type MethodCheck<Key extends keyof MethodUser> = (
  instance: Instance,
  user: Pick<MethodUser, Key>
) => Effect.Effect<boolean, PersistenceError>

/**
 * A method to authenticate with.
 *
 * - `amr`: its values of the claim `amr`, those of RFC 8176 where it has one. `mfa` is among them exactly at level 2.
 * - `level`: the level that a session has with it.
 * - `isPossible`: whether new users of the instance can sign in with it alone. Left out, it is an addition to other
 *   methods, which can all be turned off only while one of these is possible.
 * - `needsEmail`: whether it needs an email provider for that.
 * - `admits`: whether the user can sign in with it, and cannot lose it: a device that breaks must not lock them out.
 *   The last such method of a user stays.
 * - `stepsUp`: whether the user reaches level 2 with it on the instance. Then every dangerous change asks for it.
 * - `isSecondFactor`: whether it completes the sign-in with another method. A user who has it must present it.
 * - `enrollment`: how a sign-in can set it up that lacks a second factor, on an instance that requires one.
 */
export interface AuthenticationMethod {
  readonly id: MethodId
  readonly amr: ReadonlyArray<string>
  readonly level: AssuranceLevel
  readonly isPossible?: (instance: Instance) => boolean
  readonly needsEmail?: boolean
  readonly admits?: MethodCheck<"id" | "passwordHash">
  readonly stepsUp?: MethodCheck<"id" | "secondFactorAt">
  readonly isSecondFactor?: boolean
  readonly enrollment?: string
}

/** The methods that an app adds: none by default. */
export class OwnMethods extends Context.Reference<OwnMethods>()("@latchkey/domain/OwnMethods", {
  defaultValue: (): ReadonlyArray<AuthenticationMethod> => []
}) {}

/**
 * Makes the layer of an app's own methods from an effect, which may use services such as a `SqlClient`. Provide it to
 * `Domain.layer`, and to `ConstantInstance.layer` if an instance has no other method; elsewhere it has no effect, and
 * logs a warning when the app starts.
 */
export const layerOwn = <E, R>(
  methods: Effect.Effect<ReadonlyArray<AuthenticationMethod>, E, R>
): Layer.Layer<OwnMethods, E, Exclude<R, Scope.Scope>> =>
  AppPart.layer("AuthenticationMethods.layerOwn", OwnMethods, methods)

/** The service that knows every method, of the rooms and of the app. */
export class AuthenticationMethods extends Context.Tag("@latchkey/domain/AuthenticationMethods")<
  AuthenticationMethods,
  {
    /** Those of the rooms, and then those of the app. */
    readonly all: ReadonlyArray<AuthenticationMethod>

    /** Returns 2 if a method of level 2 is among them. A method that is no longer known has level 1. */
    readonly levelOf: (ids: MethodIds) => AssuranceLevel

    /** Returns the methods as the claim `amr` names them. `mfa` is among them exactly at level 2. */
    readonly amrOf: (ids: MethodIds) => ReadonlyArray<string>

    /** Returns `true` if new users can sign in to the instance. `hasEmail`: whether emails can be sent. */
    readonly isSignInPossible: (instance: Instance, hasEmail: boolean) => boolean

    /** Returns `true` if the user can sign in to the instance, whatever device they lose. */
    readonly admits: MethodCheck<"id" | "passwordHash">
  }
>() {}

const repeated = (ids: ReadonlyArray<MethodId>) => ids.filter((id, at) => ids.indexOf(id) !== at)

/** An app's own method is one of its users: no operator has it, and the app is not asked about them. */
const ofUsers = ({ admits, stepsUp, ...method }: AuthenticationMethod): AuthenticationMethod => ({
  ...method,
  ...(admits === undefined ? {} : { admits: amongUsers(admits) }),
  ...(stepsUp === undefined ? {} : { stepsUp: amongUsers(stepsUp) })
})

const amongUsers =
  <Field extends keyof MethodUser>(check: MethodCheck<Field>): MethodCheck<Field> =>
  (instance, user) =>
    isOfOperators(instance.id) ? Effect.succeed(false) : check(instance, user)

/** Makes the service of the methods of the rooms, and of the app's own. An id that two methods have is a defect. */
export const make = Effect.fnUntraced(function* (ofRooms: ReadonlyArray<AuthenticationMethod>) {
  const all = [...ofRooms, ...(yield* AppPart.read(OwnMethods)).map(ofUsers)]
  const [twice] = repeated(all.map(({ id }) => id))
  if (twice !== undefined) return yield* Effect.dieMessage(`Two authentication methods have the id "${twice}"`)
  const byId = new Map(all.map((method) => [method.id, method]))
  const amrOfOne = (id: MethodId) => byId.get(id)?.amr ?? []

  return AuthenticationMethods.of({
    all,
    levelOf: (ids) => (ids.some((id) => byId.get(id)?.level === 2) ? 2 : 1),
    // Most sessions have one method, and every session check comes by here.
    amrOf: (ids) => (ids.length === 1 ? amrOfOne(ids[0]) : Arr.dedupe(ids.flatMap(amrOfOne))),
    isSignInPossible: (instance, hasEmail) =>
      all.some(({ isPossible, needsEmail = false }) => (hasEmail || !needsEmail) && isPossible?.(instance) === true),
    admits: (instance, user) =>
      Effect.exists(all, ({ admits }) => (admits === undefined ? Effect.succeed(false) : admits(instance, user)))
  })
})

/** Makes the layer of the service from the methods of rooms. `Domain.layer` includes it. */
export const layer = <R = never>(
  ...rooms: ReadonlyArray<Effect.Effect<ReadonlyArray<AuthenticationMethod>, never, R>>
): Layer.Layer<AuthenticationMethods, never, R> =>
  Layer.effect(
    AuthenticationMethods,
    Effect.flatMap(Effect.all(rooms), (lists) => make(lists.flat()))
  )

/** Returns the ids with one more, or the same ones if it is among them. */
export const add = (ids: MethodIds, id: MethodId): MethodIds => (ids.includes(id) ? ids : [...ids, id])
