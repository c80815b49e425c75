/** The return URL: where a browser goes after signing in, and never a page of another site (CWE-601). */
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as Option from "effect/Option"

/** 2,000: the maximum length of a return URL in characters. */
export const maxLength = 2000

// Printable ASCII without a backslash, which browsers read as a slash. The URL parser checks everything else.
const plainUrl = /^https?:\/\/[!-[\]-~]+$/

/**
 * Returns the URL as the URL parser serializes it (WHATWG URL) if its origin is one of the instance's own, or an
 * allowed one. Returns `None` for relative URLs, other schemes and ports, and URLs with credentials.
 */
export const parse = (urls: PublicUrls["Type"], instance: Instance, text: string): Option.Option<string> => {
  if (text.length > maxLength || !plainUrl.test(text) || !URL.canParse(text)) return Option.none()
  const { href, origin, password, username } = new URL(text)
  const isAllowed = urls.isReturnOrigin(instance, origin)
  return isAllowed && username === "" && password === "" && href.length <= maxLength ? Option.some(href) : Option.none()
}
