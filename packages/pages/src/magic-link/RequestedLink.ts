/**
 * What a browser said when it asked for a link.
 *
 * @since 0.1.0
 */
import * as AskedLinkCookie from "./RequestedLinkCookie.ts"
import type { Visit } from "@latchkey/http/core/RequestContext"
import * as Option from "effect/Option"
import * as Destination from "../core/ReturnUrl.ts"
import type { Asking } from "./MagicLinkPage.ts"
import type { Look } from "../core/Site.ts"

/** Where the browser wanted to go, judged anew: the cookie may hold anything. @since 0.1.0 */
export const returnTo = ({ urls }: Look, { instance, request }: Visit): Option.Option<string> =>
  AskedLinkCookie.read(request.headers["cookie"]).pipe(
    Option.flatMap((asked) => asked.returnTo),
    Option.flatMap((text) => Destination.parse(urls, instance, text))
  )

/** What the pages of links know of the browser; nothing but the prefix in an outage. @since 0.1.0 */
export const by = (look: Look, visit: Visit | undefined): Asking => {
  const { hasLinks, prefix } = look
  if (visit === undefined) return { instance: undefined, prefix, email: "", returnTo: "", hasLinks: false }
  const asked = AskedLinkCookie.read(visit.request.headers["cookie"])
  return {
    instance: visit.instance,
    prefix,
    email: Option.match(asked, { onNone: () => "", onSome: ({ email }) => email }),
    returnTo: Option.getOrElse(returnTo(look, visit), () => ""),
    hasLinks: hasLinks(visit.instance)
  }
}
