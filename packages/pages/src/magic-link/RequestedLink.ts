/**
 * The sign-in link that a browser requested last, by its cookie.
 */
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import * as Option from "effect/Option"
import * as RequestedLinkCookie from "../core/RequestedLinkCookie.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { Layout } from "../core/Site.ts"
import type { LinkRequester } from "./MagicLinkPages.ts"

/** Returns the return URL of the request, checked again. */
export const returnUrl = ({ urls }: Layout, { instance, request }: RequestContext): Option.Option<string> =>
  RequestedLinkCookie.read(request.headers).pipe(
    Option.flatMap((requested) => requested.returnUrl),
    Option.flatMap((text) => ReturnUrl.parse(urls, instance, text))
  )

/** Returns what the pages know of the browser. In an outage it is only the prefix. */
export const requester = (layout: Layout, context: RequestContext | undefined): LinkRequester => {
  const { hasLinks, prefix } = layout
  if (context === undefined) return { instance: undefined, prefix, email: "", returnUrl: "", hasLinks: false }
  const { instance, request } = context
  return {
    instance,
    prefix,
    email: Option.match(RequestedLinkCookie.read(request.headers), { onNone: () => "", onSome: ({ email }) => email }),
    returnUrl: Option.getOrElse(returnUrl(layout, context), () => ""),
    hasLinks: hasLinks(instance)
  }
}
