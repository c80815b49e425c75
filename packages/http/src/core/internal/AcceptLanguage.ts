/** The languages that a client prefers, from its `Accept-Language` (RFC 9110, 12.5.4). */
import { maxLanguages } from "@latchkey/domain/core/Caller"
import * as Language from "@latchkey/domain/language/Language"
import * as Option from "effect/Option"
import Negotiator from "negotiator"

/** Browsers send far less. A longer header says nothing that is worth the time to parse it. */
const maxLength = 1000

const weighted = (header: string): ReadonlyArray<string> => {
  try {
    return new Negotiator({ headers: { "accept-language": header } }).languages()
  } catch {
    return []
  }
}

/**
 * Returns the languages, the best first, without those that the client refuses with `q=0`. Leaves out what is no
 * language tag, such as `*`. Empty for a header of more than 1,000 characters.
 */
export const parse = (header: string | undefined): ReadonlyArray<Language.Language> => {
  if (header === undefined || header.length > maxLength) return []
  const known = weighted(header).flatMap((tag) => Option.toArray(Language.parse(tag)))
  return [...new Set(known)].slice(0, maxLanguages)
}
