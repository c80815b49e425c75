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

const namesByPrefix = {
  none: { client: "__client", session: "__session", pending: "__pending" },
  host: { client: "__Host-__client", session: "__Host-__session", pending: "__Host-__pending" }
} as const satisfies Record<HttpOptions["cookiePrefix"], CookieNames>

/** Returns the names of the cookies. */
export const namesOf = ({ cookiePrefix }: Pick<HttpOptions, "cookiePrefix">): CookieNames => namesByPrefix[cookiePrefix]
