/**
 * What operators and API keys may do: one table, which the dashboard and the admin API both check.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { PermissionDenied } from "../core/Errors.ts"

/**
 * The role of an operator or of an API key. Each includes those before it.
 *
 * - `viewer`: reads everything that the dashboard and the admin API show, and changes their own passkeys.
 * - `support`: also helps users: invites them, makes sign-in links, signs them out, disables and enables them.
 * - `admin`: everything.
 *
 * @since 0.1.0
 */
export const Role = Schema.Literal("viewer", "support", "admin")
/** @since 0.1.0 */
export type Role = typeof Role.Type

/** The least role for each permission. */
const leastRoles = {
  "instances.read": "viewer",
  "instances.write": "admin",
  "users.read": "viewer",
  "users.support": "support",
  "users.write": "admin",
  "invitations.read": "viewer",
  "invitations.write": "support",
  "emails.read": "viewer",
  "emails.support": "support",
  "email_texts.read": "viewer",
  "email_texts.write": "admin",
  "audit.read": "viewer",
  "operators.read": "viewer",
  "operators.write": "admin",
  "own_passkeys.write": "viewer",
  "api_keys.read": "viewer",
  "api_keys.write": "admin"
} as const satisfies Record<string, Role>

/** What a page or an endpoint requires, such as `users.support`. @since 0.1.0 */
export type Permission = keyof typeof leastRoles

/** Every permission. @since 0.1.0 */
export const permissions: ReadonlyArray<Permission> = Record.keys(leastRoles)

const rankOf = (role: Role): number => Role.literals.indexOf(role)

/** Returns `true` if the role includes the permission. @since 0.1.0 */
export const isAllowed = (role: Role, permission: Permission): boolean => rankOf(role) >= rankOf(leastRoles[permission])

/** Fails with `PermissionDenied` if the role does not include the permission. @since 0.1.0 */
export const authorize = (role: Role, permission: Permission): Effect.Effect<void, PermissionDenied> =>
  isAllowed(role, permission) ? Either.void : new PermissionDenied({ role, permission })
