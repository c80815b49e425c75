/** Every use case as one layer, over the ports. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Additions from "./account/Additions.ts"
import * as AttemptStatistics from "./audit/AttemptStatistics.ts"
import * as CleanupJob from "./CleanupJob.ts"
import type { PersistenceError } from "./core/Errors.ts"
import type { IdGenerator } from "./core/IdGenerator.ts"
import * as AppPart from "./core/AppPart.ts"
import * as LayersInOrder from "./core/LayersInOrder.ts"
import type { TokenGenerator } from "./core/TokenGenerator.ts"
import * as EventRecorder from "./event/EventRecorder.ts"
import * as AuthenticationMethods from "./instance/AuthenticationMethods.ts"
import type { HostTaken } from "./instance/InstanceErrors.ts"
import type { PublicUrls } from "./instance/PublicUrls.ts"
import * as AccountNoticeComposer from "./mail/AccountNoticeComposer.ts"
import * as EmailComposers from "./mail/EmailComposers.ts"
import * as EmailDispatcher from "./mail/EmailDispatcher.ts"
import type { Mailer } from "./mail/Mailer.ts"
import * as TestEmailComposer from "./mail/TestEmailComposer.ts"
import type { HasherOverloaded } from "./password/PasswordErrors.ts"
import type { PasswordBlocklist } from "./password/PasswordBlocklist.ts"
import type { PasswordHasher } from "./password/PasswordHasher.ts"
import { Limits } from "./rate-limit/LimitKey.ts"
import * as Rooms from "./rooms.ts"

/** The ports that store data: what `Memory.layer` and `Postgres.layer` provide. */
export type Storage = Rooms.Ports<"storage">

/** The tags of the ports that store data. */
export const storage: ReadonlyArray<Context.Tag<Storage, unknown>> = Rooms.rooms.flatMap((room) => room.storage ?? [])

/** What the emails say: what `EmailTemplates.layer` provides. */
export type EmailTemplates = Rooms.Ports<"templates">

type Cryptography = IdGenerator | PasswordBlocklist | PasswordHasher | TokenGenerator

/**
 * Says which layer provides a port. No value has it: the compiler shows it beside the port if an app omits the layer,
 * and every adapter of the port will do.
 */
export interface ProvidedBy<Layers extends string> {
  readonly providedBy?: Layers
}

/**
 * Every port of the use cases. An app provides an adapter for each. The testkit has a contract suite for every port
 * that stores data.
 */
export type Ports =
  | (EmailTemplates & ProvidedBy<"EmailTemplates.layer">)
  | (Cryptography & ProvidedBy<"Crypto.layer">)
  | Mailer
  | PublicUrls
  | (Storage & ProvidedBy<"Postgres.layer or Memory.layer">)

/** What `layer` provides. */
export type UseCases =
  | AuthenticationMethods.AuthenticationMethods
  | CleanupJob.CleanupJob
  | EmailDispatcher.EmailDispatcher
  | Rooms.Services<"adapters" | "useCases">

const servicesOf = (modules: Rooms.Modules = {}): ReadonlyArray<LayersInOrder.Service> =>
  Object.entries(modules).map(([name, module]) => ({ tag: (module as never)[name], make: module.make }))

/** The tags of everything that `layer` provides. */
export const useCases: ReadonlyArray<Context.Tag<UseCases, unknown>> = [
  AuthenticationMethods.AuthenticationMethods,
  CleanupJob.CleanupJob,
  EmailDispatcher.EmailDispatcher,
  ...Rooms.rooms.flatMap(({ adapters, useCases }) =>
    [...servicesOf(adapters), ...servicesOf(useCases)].map(({ tag }) => tag)
  )
] as never

const methods = AuthenticationMethods.layer(...Rooms.rooms.flatMap((room) => room.methods ?? []))

const additions = Additions.layer(...Rooms.rooms.flatMap((room) => room.additions ?? []))

/** What users add to their accounts, of every room. `layer` includes it. */
export const layerAdditions: Layer.Layer<Additions.Additions, never, IdGenerator | Storage> = Layer.provide(
  additions,
  EventRecorder.layer
)

/** The composers of every kind of email, notices and test emails last. */
const composers = EmailComposers.layer(
  Effect.all([
    ...Rooms.rooms.flatMap(({ composers = [] }) => composers),
    AccountNoticeComposer.make(Object.values(Rooms.accountChanges))
  ]).pipe(Effect.flatMap((lists) => Effect.map(TestEmailComposer.make(lists), (tests) => [...lists, tests])))
)

/** The limits of every room. `layer` includes it. */
export const layerLimits: Layer.Layer<Limits> = Layer.succeed(Limits, Rooms.limits)

type Built =
  | Additions.Additions
  | AuthenticationMethods.AuthenticationMethods
  | EmailComposers.EmailComposers
  | Limits
  | Rooms.Services<"adapters" | "internal" | "useCases">

/** What a service of a room requires, and neither a port nor a room provides. Nothing, or `layer` does not compile. */
type Unprovided = Exclude<Rooms.Requirements, Built | Cryptography | EmailTemplates | Mailer | PublicUrls | Storage>

/** Builds the services of the rooms in their order, each with those before it. */
const ordered = LayersInOrder.make([
  ...Rooms.rooms.flatMap(({ adapters }) => servicesOf(adapters)),
  AttemptStatistics.layerRecorder,
  methods,
  additions,
  composers,
  layerLimits,
  ...Rooms.rooms.flatMap(({ internal, useCases }) => [...servicesOf(internal), ...servicesOf(useCases)])
]) as Layer.Layer<Built, Rooms.Errors, Ports | Unprovided>

/**
 * All use cases over the ports. In the background they only warn about emails that no worker takes: add
 * `EmailDispatcher.layerWorker` to send emails, `CleanupJob.layerWorker` to delete expired rows, and
 * `AttemptStatistics.layerWorker` to store the numbers that the dashboard shows.
 *
 * Building it creates the `default` instance if there is none, and hashes one password, to verify against where there
 * is no account. It fails with `PersistenceError` while the store is unavailable or has no tables, and with
 * `HasherOverloaded` if the hasher's queue is full. It never fails with `HostTaken`: the `default` instance has no
 * host.
 */
export const layer: Layer.Layer<UseCases, HasherOverloaded | HostTaken | PersistenceError, Ports> = Layer.mergeAll(
  CleanupJob.layer,
  EmailDispatcher.layer
).pipe(
  Layer.provideMerge(ordered),
  Layer.map((context) => Context.pick(...useCases)(context)),
  Layer.tap(() => AppPart.useCasesAreBuilt)
)
