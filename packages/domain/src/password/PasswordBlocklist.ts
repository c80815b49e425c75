import * as Context from "effect/Context"
import type { Password } from "./Password.ts"

/**
 * The port for the list of common passwords, which attackers try first (NIST SP 800-63B-4, 3.1.1.2). It is part of the
 * password policy of every instance, and applies wherever a password is set, never to signing in or to imported hashes.
 */
export class PasswordBlocklist extends Context.Tag("@latchkey/domain/PasswordBlocklist")<
  PasswordBlocklist,
  {
    /**
     * Returns `true` if the list has the whole password, in upper or lower case. Synchronous, because a sign-up holds a
     * place in the hashing queue meanwhile. For a remote list use `BreachedPasswords`.
     */
    readonly contains: (password: Password) => boolean
  }
>() {}
