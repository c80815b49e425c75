/** What operators and API keys may do: one table, which the dashboard and the admin API both check. */
import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { PermissionDenied } from "./OperatorErrors.ts"

/**
 * The role of an operator or of an API key. Each includes those before it.
 *
 * - `viewer`: reads everything that the dashboard and the admin API show, and has an account to change.
 * - `support`: also helps users: invites them, makes sign-in links, signs them out, disables and enables them.
 * - `admin`: everything.
 */
export const Role = Schema.Literal("viewer", "support", "admin")
export type Role = typeof Role.Type

/**
 * What each permission requires. `role`: the least role. `isConfirmed`: whether a session of the dashboard must be
 * recent, and with a passkey or a second factor if its operator has one. It is `true` for what gives or takes access:
 * to the dashboard and the admin API, to accounts of users, and to where their links lead.
 */
const requirements = {
  "instances.read": { role: "viewer", isConfirmed: false },
  "instances.write": { role: "admin", isConfirmed: true },
  "users.read": { role: "viewer", isConfirmed: false },
  "users.support": { role: "support", isConfirmed: false },
  "users.access": { role: "support", isConfirmed: true },
  "users.write": { role: "admin", isConfirmed: true },
  "invitations.read": { role: "viewer", isConfirmed: false },
  "invitations.write": { role: "support", isConfirmed: false },
  "emails.read": { role: "viewer", isConfirmed: false },
  "emails.support": { role: "support", isConfirmed: false },
  "email_texts.read": { role: "viewer", isConfirmed: false },
  "email_texts.write": { role: "admin", isConfirmed: false },
  "audit.read": { role: "viewer", isConfirmed: false },
  "operators.read": { role: "viewer", isConfirmed: false },
  "operators.write": { role: "admin", isConfirmed: true },
  // Without a second factor, too. What changes there is confirmed as it is for users.
  own_account: { role: "viewer", isConfirmed: false },
  "api_keys.read": { role: "viewer", isConfirmed: false },
  "api_keys.write": { role: "admin", isConfirmed: true }
} as const satisfies Record<string, { readonly role: Role; readonly isConfirmed: boolean }>

/** What a page or an endpoint requires, such as `users.support`. */
export type Permission = keyof typeof requirements

/** Every permission. */
export const permissions: ReadonlyArray<Permission> = Record.keys(requirements)

/** Returns `true` if a session of the dashboard must be confirmed for it: see `OperatorSessions.isConfirmed`. */
export const needsConfirmation = (permission: Permission): boolean => requirements[permission].isConfirmed

const rankOf = (role: Role): number => Role.literals.indexOf(role)

/** Returns `true` if the role includes the permission. */
export const isAllowed = (role: Role, permission: Permission): boolean =>
  rankOf(role) >= rankOf(requirements[permission].role)

/** Fails with `PermissionDenied` if the role does not include the permission. */
export const authorize = (role: Role, permission: Permission): Effect.Effect<void, PermissionDenied> =>
  isAllowed(role, permission) ? Either.void : new PermissionDenied({ role, permission })
