/** The names of the cookies. */
import type { HttpOptions } from "./HttpSettings.ts"

/**
 * The names of the cookies: `client` identifies the client, `session` is what a session check needs first, and
 * `pending` is a sign-in that lacks its second factor.
 */
export interface CookieNames {
  readonly client: string
  readonly session: string
  readonly pending: string
}

/** What the names depend on. */
export type Naming = Pick<HttpOptions, "cookieOwner" | "cookiePrefix">

const names = {
  users: {
    none: { client: "__client", session: "__session", pending: "__pending" },
    host: { client: "__Host-__client", session: "__Host-__session", pending: "__Host-__pending" }
  },
  operators: {
    none: { client: "__dashboard_client", session: "__dashboard", pending: "__dashboard_pending" },
    host: { client: "__Host-dashboard_client", session: "__Host-dashboard", pending: "__Host-dashboard_pending" }
  }
} as const satisfies Record<NonNullable<HttpOptions["cookieOwner"]>, Record<HttpOptions["cookiePrefix"], CookieNames>>

/** Returns the names of the cookies. */
export const namesOf = ({ cookieOwner = "users", cookiePrefix }: Naming): CookieNames =>
  names[cookieOwner][cookiePrefix]
