import type { ActiveSession } from "./Schemas.ts"

/** What the app keeps with a user, where the app has no type for it. */
export type AnyMetadata = NonNullable<ActiveSession["metadata"]>

/**
 * An active session, with the types of the app for what it keeps with its users.
 *
 * - `Metadata`: what only the app's server writes, such as a plan.
 * - `UserMetadata`: what users may change. Trust nothing in it.
 *
 * Both are missing if the instance does not include them in sessions, and are not checked at run time.
 *
 * ```ts
 * type AppSession = Session<{ readonly plan?: "free" | "team" }>
 *
 * const isTeam = (session: AppSession): boolean => session.metadata?.plan === "team"
 * ```
 */
export type Session<Metadata = AnyMetadata, UserMetadata = AnyMetadata> = Omit<
  ActiveSession,
  "metadata" | "userMetadata"
> & {
  /** What the app keeps with the user, if the instance includes it. */
  readonly metadata?: Metadata
  /** What the user may change, if the instance includes it. */
  readonly userMetadata?: UserMetadata
}
