/** Challenges for passkeys, of users and of operators. */
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import type { Kind } from "../one-time-token/OneTimeTokens.ts"

/** Five minutes: how long a challenge can be answered (WebAuthn Level 3, 15.1). */
export const lifetime = Duration.minutes(5)

/** What a challenge is for: to add a passkey, or to authenticate with one. */
export const Ceremony = Schema.Literal("registration", "authentication")
export type Ceremony = typeof Ceremony.Type

/** The id of the user or operator who adds a passkey; none for `authentication`. */
const IssuedTo = Schema.OptionFromNullOr(Schema.String)

/**
 * The challenges of a ceremony. The subject is the hash of the token of the client that one was issued to: no other
 * client can answer it. Ten at a time, such as in ten tabs.
 */
export const kindOf = (ceremony: Ceremony): Kind<typeof IssuedTo.Type, typeof IssuedTo.Encoded> => ({
  name: `passkey_${ceremony}`,
  lifetime,
  maxPerSubject: 10,
  data: IssuedTo
})
