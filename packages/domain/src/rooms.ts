/**
 * The rooms of the domain: one for each capability, each with what it consists of. Every list of ports, use cases,
 * composers of emails and expiring rows follows from these values.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { AccountChange } from "./account/AccountChange.ts"
import type { Addition } from "./account/Additions.ts"
import * as AccessToken from "./access-token/Room.ts"
import * as Account from "./account/Room.ts"
import * as Audit from "./audit/Room.ts"
import type { CleanupTask, Expiring } from "./core/Cleanup.ts"
import * as Core from "./core/Room.ts"
import type { StoredSecrets } from "./core/SecretKeys.ts"
import * as DeviceSignIn from "./device-sign-in/Room.ts"
import * as EmailChange from "./email-change/Room.ts"
import * as Event from "./event/Room.ts"
import * as FactorRecovery from "./factor-recovery/Room.ts"
import * as IdentityProvider from "./identity-provider/Room.ts"
import * as Instance from "./instance/Room.ts"
import * as Introspection from "./introspection/Room.ts"
import * as Invitation from "./invitation/Room.ts"
import * as Language from "./language/Room.ts"
import * as MagicLink from "./magic-link/Room.ts"
import type { Limit, LimitKeys } from "./rate-limit/Limit.ts"
import type { AuthenticationMethod } from "./instance/AuthenticationMethods.ts"
import type { EmailComposer } from "./mail/EmailComposers.ts"
import * as Mail from "./mail/Room.ts"
import * as OneTimeToken from "./one-time-token/Room.ts"
import * as Operator from "./operator/Room.ts"
import * as Passkey from "./passkey/Room.ts"
import * as PasswordReset from "./password-reset/Room.ts"
import * as Password from "./password/Room.ts"
import * as PendingSignUp from "./pending-sign-up/Room.ts"
import * as PersonalData from "./personal-data/Room.ts"
import * as PersonalToken from "./personal-token/Room.ts"
import * as RefreshToken from "./refresh-token/Room.ts"
import * as RateLimit from "./rate-limit/Room.ts"
import * as Reauthentication from "./reauthentication/Room.ts"
import * as SecondFactor from "./second-factor/Room.ts"
import * as Session from "./session/Room.ts"
import * as Webhook from "./webhook/Room.ts"

// biome-ignore lint/suspicious/noExplicitAny: of any service
type AnyTag = Context.Tag<any, any>
// biome-ignore lint/suspicious/noExplicitAny: with any requirements
type AnyEffect<A> = Effect.Effect<A, never, any>

/** Modules that have the tag of a service under its name, and `make`. */
export type Modules = Readonly<Record<string, { readonly make: Effect.Effect<unknown, unknown, unknown> }>>

/**
 * What a room may consist of.
 *
 * - `storage`: its ports that store data.
 * - `templates`: its ports that write emails.
 * - `methods`: its ways in.
 * - `additions`: what users add to their accounts in it, to sign in with.
 * - `adapters`: its services that are built first, because earlier rooms use them, too.
 * - `internal`: services that the use cases of this room and of later ones share.
 * - `useCases`: its use cases. Each may use those before it, and those of earlier rooms.
 * - `composers`: its composers of emails.
 * - `expiring`: what the cleanup job deletes.
 * - `cleanup`: what else the cleanup job does.
 * - `secrets`: what it keeps encrypted in its store.
 * - `limits`: its rate limits, and the functions that make keys of several.
 * - `attempts`: what users try in it, for the log and the metrics.
 * - `auditActions`: what it writes into the audit log, with the words for it on the dashboard.
 * - `accountChanges`: what its users are told by email.
 */
interface Room {
  readonly storage?: ReadonlyArray<AnyTag>
  readonly templates?: ReadonlyArray<AnyTag>
  readonly methods?: AnyEffect<ReadonlyArray<AuthenticationMethod>>
  readonly additions?: AnyEffect<ReadonlyArray<Addition>>
  readonly adapters?: Modules
  readonly internal?: Modules
  readonly useCases?: Modules
  readonly composers?: ReadonlyArray<AnyEffect<ReadonlyArray<EmailComposer>>>
  readonly expiring?: AnyEffect<ReadonlyArray<Expiring>>
  readonly cleanup?: AnyEffect<CleanupTask>
  readonly secrets?: AnyEffect<StoredSecrets>
  readonly limits?: Readonly<Record<string, Limit | ((...of: never) => LimitKeys)>>
  readonly attempts?: ReadonlyArray<string>
  readonly auditActions?: Readonly<Record<string, string>>
  readonly accountChanges?: Readonly<Record<string, AccountChange>>
}

/** The rooms in their order: each imports only those before it. */
const list = [
  Language,
  Core,
  OneTimeToken,
  Audit,
  Instance,
  RateLimit,
  Account,
  Event,
  Session,
  Mail,
  Passkey,
  MagicLink,
  PendingSignUp,
  IdentityProvider,
  Password,
  SecondFactor,
  FactorRecovery,
  Reauthentication,
  PasswordReset,
  Invitation,
  EmailChange,
  DeviceSignIn,
  PersonalToken,
  PersonalData,
  AccessToken,
  RefreshToken,
  Introspection,
  Operator,
  Webhook
] as const satisfies ReadonlyArray<Room>

type Rooms = (typeof list)[number]

type PartOf<R, Key> = R extends unknown ? (Key extends keyof R ? R[Key] : never) : never

/** The part of that name of the rooms that have one. */
type Part<Key extends keyof Room> = PartOf<Rooms, Key>

type Values<P> = P extends ReadonlyArray<infer V> ? V : P extends object ? P[keyof P] : never

type KeysOf<P> = P extends object ? keyof P : never

type IdentifierOf<T> = T extends Context.Tag<infer Identifier, infer _> ? Identifier : never

type ServiceOf<M, Name extends PropertyKey> =
  M extends Readonly<Record<Name, Context.Tag<infer Identifier, infer Service>>>
    ? M extends { readonly make: Effect.Effect<Service, infer _E, infer _R> }
      ? Identifier
      : never
    : never

type ServicesOf<M> = M extends object ? { [Name in keyof M]: ServiceOf<M[Name], Name> }[keyof M] : never

type ErrorsOf<M> = M extends { readonly make: Effect.Effect<infer _A, infer Errors, infer _R> } ? Errors : never

type RequirementsOf<E> =
  E extends Effect.Effect<infer _A, infer _E, infer R>
    ? Exclude<R, Scope.Scope>
    : E extends { readonly make: infer Make }
      ? RequirementsOf<Make>
      : never

type ServiceParts = "adapters" | "internal" | "useCases"

/** The ports in that part. */
export type Ports<Key extends "storage" | "templates"> = IdentifierOf<Values<Part<Key>>>

/** The services in that part. */
export type Services<Key extends ServiceParts> = ServicesOf<Part<Key>>

/** What building the services can fail with. */
export type Errors = ErrorsOf<Values<Part<ServiceParts>>>

/** What the services, the composers, the ways in and the additions require, from outside or from each other. */
export type Requirements = RequirementsOf<Values<Part<ServiceParts | "composers">> | Part<"additions" | "methods">>

/** What the cleanup job requires. */
export type CleanupRequirements = RequirementsOf<Part<"cleanup" | "expiring">>

/** The rooms, without their types. */
export const rooms: ReadonlyArray<Room> = list

/** Everything that the cleanup job deletes. */
export const expiring = Effect.map(Effect.all(rooms.flatMap((room) => room.expiring ?? [])), (lists) =>
  lists.flat()
) as Effect.Effect<ReadonlyArray<Expiring>, never, CleanupRequirements>

/** What else the cleanup job does. The last rooms first: what is deleted with an instance may take long. */
export const cleanup = Effect.all(rooms.flatMap((room) => room.cleanup ?? []).reverse()) as Effect.Effect<
  ReadonlyArray<CleanupTask>,
  never,
  CleanupRequirements
>

/** Everything that is stored encrypted. */
export const secrets = Effect.all(rooms.flatMap((room) => room.secrets ?? [])) as Effect.Effect<
  ReadonlyArray<StoredSecrets>,
  never,
  RequirementsOf<Part<"secrets">>
>

/** Every rate limit. */
export const limits: ReadonlyArray<Limit> = rooms
  .flatMap((room) => Object.values(room.limits ?? {}))
  .flatMap((part) => (typeof part === "function" ? [] : part))

/** Every attempt. */
export const attempts: ReadonlyArray<string> = rooms.flatMap((room) => room.attempts ?? [])

/** What the audit log has. */
export type AuditAction = KeysOf<Part<"auditActions">>

/** Every action of the audit log, with the words for it. */
export const auditActions: Readonly<Record<AuditAction, string>> = Object.assign(
  {},
  ...rooms.map((room) => room.auditActions)
)

/** What happens to accounts. */
export type AccountChangeName = KeysOf<Part<"accountChanges">>

/** Every change of an account that its user is told about. */
export const accountChanges: { readonly [Name in AccountChangeName]: AccountChange<Name> } = Object.assign(
  {},
  ...rooms.map((room) => room.accountChanges)
)
