/** Compares the app's own `PublicUrls` with the settings, because links that lead elsewhere would fail only later. */
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as Token from "@latchkey/domain/core/Token"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { verifyPath } from "../BaseUrl.ts"
import type { HttpOptions } from "../HttpSettings.ts"

const token = Option.getOrThrow(Token.parse("A".repeat(43)))

const mismatch = (id: string, origin: string, link: string, { baseUrl, prefix }: HttpOptions): string | undefined => {
  if (origin !== baseUrl) {
    return `PublicUrls.origin of the instance "${id}" is ${origin}, but baseUrl of HttpSettings is ${baseUrl}`
  }
  if (!URL.canParse(link)) return "PublicUrls.magicLink does not return an absolute URL"
  const url = new URL(link)
  // A link to a page of the app is its own business: the page passes the token on.
  return url.origin === origin && url.pathname.endsWith(verifyPath) && url.pathname !== `${prefix}${verifyPath}`
    ? `PublicUrls.magicLink leads to ${url.pathname}, but with the prefix of HttpSettings ("${prefix}") Latchkey is at ${prefix}${verifyPath}`
    : undefined
}

/** Dies with a `TypeError` if links would not lead to Latchkey's routes. */
export const check = (settings: HttpOptions, urls: PublicUrls["Type"]): Effect.Effect<void> =>
  Effect.suspend(() => {
    // An app may make its URLs from the hosts of the instance. That of operators has none.
    const instance =
      settings.cookieOwner === "operators"
        ? new Instance({ ...defaultInstance, id: operatorInstanceId })
        : new Instance({ ...defaultInstance, hosts: [new URL(settings.baseUrl).hostname] })
    const problem = mismatch(instance.id, urls.origin(instance), urls.magicLink(instance, token), settings)
    return problem === undefined
      ? Effect.void
      : Effect.die(new TypeError(`${problem}. Make PublicUrls from the same values as HttpSettings`))
  })
