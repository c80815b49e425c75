/** The limits of sign-ins, with whatever method, and of authenticating again. */
import * as Option from "effect/Option"
import type { Email } from "../core/Email.ts"
import type { ClientId } from "../core/Ids.ts"
import * as Limit from "../rate-limit/Limit.ts"

/** Sign-ins from one IP address. */
export const signInPerIp = Limit.perIp("signInPerIp", "sign_in", "signInPerIp")

/** Sign-ins to one mailbox on clients that the account does not know. */
export const signInPerEmail = Limit.perMailbox("signInPerEmail", "sign_in", "signInPerEmail")

/** Sign-ins to one address on one client that the account knows. */
export const signInPerKnownClient = Limit.perKnownClient("signInPerKnownClient", "sign_in", "signInPerKnownClient")

/** Sign-ins to one address on all clients that the account knows. */
export const signInKnownClientsPerAccount = Limit.perEmail("signInKnownClientsPerAccount", "sign_in", (configured) =>
  Limit.widened(configured.signInPerKnownClient, (limit) => limit * 5)
)

/**
 * Makes the keys that limit guesses at one account. Each known client has its own window, so that an attacker who
 * guesses cannot lock the owner out, and all known clients share one more. Those two count the exact address, not its
 * mailbox: a known client of another account must not consume them.
 */
export const perAccount = (email: Email, knownClient: Option.Option<ClientId>): Limit.LimitKeys<"sign_in"> =>
  Option.match(knownClient, {
    onNone: () => signInPerEmail.keys(email),
    onSome: (clientId) => [
      ...signInPerKnownClient.keys({ email, clientId }),
      ...signInKnownClientsPerAccount.keys(email)
    ]
  })
