/**
 * What Latchkey answers when all is well. The session itself is in two cookies that scripts cannot read; what is here
 * is about it.
 *
 * @since 0.1.0
 */

/** Who signed in: the ids of the user and of the session. They identify, and are no secrets. @since 0.1.0 */
export interface SignedIn {
  readonly userId: string
  readonly sessionId: string
}

/**
 * Whose session it is. `emailVerified` turns true with the first magic link. `authenticatedAt`, when the person signed
 * in, and `expiresAt`, when the session ends at the latest, are ISO 8601 in UTC.
 *
 * @since 0.1.0
 */
export interface Session extends SignedIn {
  readonly email: string
  readonly emailVerified: boolean
  readonly authenticatedAt: string
  readonly expiresAt: string
}

/**
 * One of one's sessions. `current` is the one that asks; `userAgent` is what the browser called itself when it signed in;
 * `lastSeenAt` is at most five minutes behind.
 *
 * @since 0.1.0
 */
export interface SessionSummaryResponse {
  readonly sessionId: string
  readonly current: boolean
  readonly method: "password" | "magic_link"
  readonly userAgent: string
  readonly authenticatedAt: string
  readonly lastSeenAt: string
  readonly expiresAt: string
}

/** Newest first. @since 0.1.0 */
export interface SessionListResponse {
  readonly sessions: ReadonlyArray<SessionSummaryResponse>
}

/** It is done. @since 0.1.0 */
export interface Acknowledged {
  readonly ok: true
}
