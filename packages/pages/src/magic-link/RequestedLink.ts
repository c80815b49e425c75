/**
 * What a browser said when it asked for a link.
 *
 * @since 0.1.0
 */
import * as RequestedLinkCookie from "./RequestedLinkCookie.ts"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import * as Option from "effect/Option"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { Asking } from "./MagicLinkPage.ts"
import type { Look } from "../core/Site.ts"

/** Where the browser wanted to go, judged anew: the cookie may hold anything. @since 0.1.0 */
export const returnTo = ({ urls }: Look, { instance, request }: RequestContext): Option.Option<string> =>
  RequestedLinkCookie.read(request.headers["cookie"]).pipe(
    Option.flatMap((asked) => asked.returnTo),
    Option.flatMap((text) => ReturnUrl.parse(urls, instance, text))
  )

/** What the pages of links know of the browser; nothing but the prefix in an outage. @since 0.1.0 */
export const by = (look: Look, context: RequestContext | undefined): Asking => {
  const { hasLinks, prefix } = look
  if (context === undefined) return { instance: undefined, prefix, email: "", returnTo: "", hasLinks: false }
  const asked = RequestedLinkCookie.read(context.request.headers["cookie"])
  return {
    instance: context.instance,
    prefix,
    email: Option.match(asked, { onNone: () => "", onSome: ({ email }) => email }),
    returnTo: Option.getOrElse(returnTo(look, context), () => ""),
    hasLinks: hasLinks(context.instance)
  }
}
