import type { ServerOptions } from "../../src/server.ts"

/**
 * The same app on each framework. `errors`: what reached the framework's own error handler, which replies with 500.
 *
 * | route | middleware | reply |
 * | --- | --- | --- |
 * | `GET /` | `optionalSession()` | `Hello, ` and the email address, or `visitor` |
 * | `GET /orders` | `requireSession()` | `Orders of ` and the email address |
 * | `GET /slow` | `requireSession()` | the email address, read a while after the check |
 * | `POST /orders` | `requireSession()` | 201 |
 * | `GET /cached` | `requireSession()` | with its own `Cache-Control` |
 * | `GET /broken` | `requireSession()` | throws `a bug` |
 * | `GET`, `POST /transfer` | `requireRecent({ maxAge: 300 })` | `Sent.` |
 * | `GET /vault` | `requireRecent({ maxAge: 300, aal: 2 })` | `Opened.` |
 * | `GET /reports` | `requireCaller({ scopes: ["reports:read"] })` | type and user of the caller |
 * | `POST /sign-out` | `signOut()`, after a cookie of the app | |
 * | `POST /leave` | `signOut(leave)` | |
 * | `GET`, `PUT /sign-out` | `signOut()` | |
 * | `GET /forgotten/session`, `/optional`, `/caller` | none | reads it all the same |
 * | `GET /mixed` | `optionalSession()` | reads `sessionOf` |
 * | `GET /careless` | `requireRecent()`, without its options | |
 * | `GET /unbound` | `requireSession`, without its parentheses | |
 * | `GET /nested/orders` | `requireSession()` of a router below `/nested` | |
 */
export interface ExampleApp {
  readonly origin: string
  readonly errors: ReadonlyArray<unknown>
  readonly stop: () => Promise<void>
}

/** How an app is started. `leave`: where `/leave` leads to. */
export interface ExampleOptions extends ServerOptions {
  readonly port: number
  readonly leave?: string
}

/** A cookie that the app itself sets before the kit signs out. */
export const ownCookie = "basket=full; Path=/"
