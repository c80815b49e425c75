/** How much memory hashing takes, for capacity planning. */
import type { PasswordScheme } from "@latchkey/domain/account/PasswordScheme"
import * as Option from "effect/Option"
import * as Argon2Parameters from "./Argon2Parameters.ts"
import * as StoredHash from "./internal/StoredHash.ts"

/**
 * Returns how many bytes verifying one hash of that scheme takes, and at least what a hash with OWASP's parameters
 * takes. Schemes that are not verified take that much, too.
 */
export const ofScheme = (scheme: PasswordScheme): number => {
  const own = Argon2Parameters.defaults.memorySize * 1024
  const hash = scheme.startsWith("$argon2id$v=19$") ? `$latchkey$typed${scheme}` : scheme
  return StoredHash.parse(hash + StoredHash.decoyEnd(scheme)).pipe(
    Option.filter(StoredHash.isVerifiable),
    Option.match({ onNone: () => own, onSome: (stored) => Math.max(own, StoredHash.memoryOf(stored)) })
  )
}
