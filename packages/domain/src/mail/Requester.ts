/** What a queued email keeps of the client that requested it. */
import * as Option from "effect/Option"
import type { User } from "../account/UserRepository.ts"
import { type Caller, maxLanguages, maxUserAgent } from "../core/Caller.ts"
import type { QueuedEmail } from "./EmailOutbox.ts"

/**
 * Returns the languages and the parameters of an email that `caller` has requested; `undefined` for an operator.
 * `user`: the user it is about, if their address is another one, so that nothing else leads from the email to the
 * setting of the user.
 */
export const requestedBy = (
  caller: Pick<Caller, "languages" | "userAgent"> | undefined,
  user?: Pick<User, "language">
): Pick<QueuedEmail, "languages" | "parameters"> => {
  const userAgent = caller?.userAgent ?? ""
  const preferred = (caller?.languages ?? []).slice(0, maxLanguages)
  return {
    languages: user === undefined ? preferred : [...Option.toArray(user.language), ...preferred],
    parameters: userAgent === "" ? {} : { userAgent: userAgent.slice(0, maxUserAgent) }
  }
}
