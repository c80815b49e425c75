/** The keys that sessions and invitations without a name depend on. */
import * as Arr from "effect/Array"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/**
 * The admin key of the settings, if there is one. What names no operator ends when it changes: the store holds its
 * token hashed under this key. A service that gets its first key ends what is from before, too.
 *
 * - `previousAdminKey`: the key before, while it is accepted, too. What is stored under it works.
 */
export interface AdminKeys {
  readonly adminKey: Option.Option<Redacted.Redacted>
  readonly previousAdminKey?: Option.Option<Redacted.Redacted>
}

// No secret: it keeps what is stored without a key apart from what operators with a name have.
const withoutKey = Redacted.make("latchkey dashboard without an admin key")

/** Returns the keys under which tokens without a name may be stored. The first is for new ones. */
export const keysOf = ({ adminKey, previousAdminKey = Option.none() }: AdminKeys) =>
  Arr.make(
    Option.getOrElse(adminKey, () => withoutKey),
    ...Option.toArray(previousAdminKey)
  )
