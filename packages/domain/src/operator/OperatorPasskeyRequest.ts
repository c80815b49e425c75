import type * as Option from "effect/Option"
import type { Caller } from "../core/Caller.ts"
import type { Token } from "../core/Token.ts"
import type { Instance } from "../instance/Instance.ts"
import type { OperatorCaller } from "./OperatorSessions.ts"

/**
 * A request for or with a passkey of an operator.
 *
 * - `instance`: the one at the host of the dashboard. Its limits per IP address apply.
 * - `caller`: what the operator's browser presents, with the wider networks of its IP address.
 * - `clientToken`: the value of the dashboard's cookie of the client, which alone can answer a challenge that it got.
 * - `origin`: the public origin of the dashboard, such as `https://auth.example.com`. Its host is the RP ID.
 */
export interface OperatorPasskeyRequest {
  readonly instance: Instance
  readonly caller: OperatorCaller & Pick<Caller, "widerNetworks">
  readonly clientToken: Option.Option<Token>
  readonly origin: string
}
