/**
 * The rooms of the pages for users and of the emails. Every list of routes, templates and samples follows from these.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { EmailSample } from "./core/EmailSample.ts"
import type { Route } from "./core/Routes.ts"
import type { Layout, Site } from "./core/Site.ts"
import { type MakeWayIn, OwnWaysIn } from "./core/WayIn.ts"
import type { Catalogue } from "./language/Catalogue.ts"
import * as Account from "./account/Room.ts"
import * as DeviceSignIn from "./device-sign-in/Room.ts"
import * as EmailChange from "./email-change/Room.ts"
import * as FactorRecovery from "./factor-recovery/Room.ts"
import * as IdentityProvider from "./identity-provider/Room.ts"
import * as Invitation from "./invitation/Room.ts"
import * as Language from "./language/Room.ts"
import * as MagicLink from "./magic-link/Room.ts"
import * as Mail from "./mail/Room.ts"
import * as Passkey from "./passkey/Room.ts"
import * as Password from "./password/Room.ts"
import * as PasswordReset from "./password-reset/Room.ts"
import * as PendingSignUp from "./pending-sign-up/Room.ts"
import * as PersonalData from "./personal-data/Room.ts"
import * as PersonalToken from "./personal-token/Room.ts"
import * as SecondFactor from "./second-factor/Room.ts"
import * as Session from "./session/Room.ts"

/**
 * What a room may consist of.
 *
 * - `wayIn`: makes what it shows on the pages of others as a way in, or each of several.
 * - `routes`: make its pages and what accepts their forms.
 * - `templates`: its adapters of the ports that write emails.
 * - `samples`: write each of its emails with sample values.
 */
interface Room {
  readonly wayIn?: MakeWayIn | ReadonlyArray<MakeWayIn>
  // biome-ignore lint/suspicious/noExplicitAny: with any requirements
  readonly routes?: ReadonlyArray<(site: Site) => Effect.Effect<ReadonlyArray<Route>, never, any>>
  // biome-ignore lint/suspicious/noExplicitAny: of any port
  readonly templates?: ReadonlyArray<Layer.Layer<any>>
  readonly samples?: ReadonlyArray<(catalogue: Catalogue) => EmailSample>
}

// The ways in are in this order on the pages: the best first, but identity providers, which need no script, before
// passkeys.
const list = [
  Language,
  Session,
  Account,
  IdentityProvider,
  Passkey,
  SecondFactor,
  Password,
  MagicLink,
  PasswordReset,
  PendingSignUp,
  Invitation,
  EmailChange,
  FactorRecovery,
  PersonalData,
  DeviceSignIn,
  PersonalToken,
  Mail
] as const satisfies ReadonlyArray<Room>

/** The rooms, without their types. */
export const rooms: ReadonlyArray<Room> = list

type Part<Key extends keyof Room, R = (typeof list)[number]> =
  R extends Readonly<Record<Key, ReadonlyArray<infer One>>> ? One : never

type RequirementsOf<Make> = Make extends (site: Site) => Effect.Effect<infer _A, infer _E, infer R> ? R : never

type ServicesOf<L> = L extends Layer.Layer<infer Services, infer _E, infer _R> ? Services : never

/** Makes the ways in of all rooms, and those of the app. */
export const waysIn = (layout: Layout) =>
  Effect.flatMap(OwnWaysIn, (own) =>
    Effect.forEach([...rooms.flatMap(({ wayIn = [] }) => wayIn), ...own], (make) => make(layout))
  )

/** Makes the routes of all rooms. */
export const routes = (site: Site) =>
  Effect.map(Effect.all(rooms.flatMap(({ routes = [] }) => routes.map((make) => make(site)))), (all) =>
    all.flat()
  ) as Effect.Effect<ReadonlyArray<Route>, never, RequirementsOf<Part<"routes">>>

/** Write the emails of all rooms. */
export const templates = rooms
  .flatMap(({ templates = [] }) => templates)
  .reduce((all, one) => Layer.merge(all, one), Layer.empty) as Layer.Layer<ServicesOf<Part<"templates">>>
