import type * as Context from "effect/Context"
import type { Endpoint, Handler } from "../Endpoint.ts"
import { problem } from "../Problem.ts"

/**
 * Makes the function that refuses pages of other origins, even allowed ones: a script that an attacker injects into an
 * app could otherwise add a passkey or an authenticator app of the attacker.
 */
export const make =
  ({ isOwnPage }: Context.Tag.Service<Endpoint>) =>
  <R>(handler: Handler<R>): Handler<R> =>
  (context) =>
    isOwnPage(context) ? handler(context) : problem("forbidden_origin")
