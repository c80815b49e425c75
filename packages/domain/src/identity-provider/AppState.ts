/**
 * The parameter `state` of a visit (RFC 6749, 4.1.1). That of a native client says where the client is opened when the
 * provider leads back, because the browser that comes back knows nothing of it.
 */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Token } from "../core/Token.ts"
import type { VisitRequest } from "./SignInWithIdentityProvider.ts"

/** No token has it. */
const separator = "."

/** Returns the parameter: the token, and for a native client where it is opened. */
export const of = (token: Token, { caller, returnTo }: Pick<VisitRequest, "caller" | "returnTo">): string =>
  caller.isNative === true && Option.isSome(returnTo)
    ? `${Redacted.value(token)}${separator}${returnTo.value}`
    : Redacted.value(token)

/** Returns the text of the token. */
export const tokenOf = (state: string): string => state.split(separator, 1).join("")

/** Returns where a native client is opened. `None` for the state of a browser. */
export const appLinkOf = (state: string): Option.Option<string> => {
  const at = state.indexOf(separator)
  return at === -1 ? Option.none() : Option.some(state.slice(at + 1))
}
