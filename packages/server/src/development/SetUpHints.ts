/**
 * The hints that problems of `latchkey dev` have: what an app has done wrong, in one sentence, and which setting fixes
 * it. They name instances, origins and settings, so `serve` must not have them.
 */
import { namesOf } from "@latchkey/http/core/CookieNames"
import { type Hint, Hints } from "@latchkey/http/core/Hints"
import { type HttpOptions, HttpSettings } from "@latchkey/http/core/HttpSettings"
import * as NativeClient from "@latchkey/http/core/NativeClient"
import * as Origins from "@latchkey/http/core/Origins"
import { titleOf } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Token from "@latchkey/domain/core/Token"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { Sessions } from "@latchkey/domain/session/Sessions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

type Request = Parameters<Hint>[1]
type Headers = Request["request"]["headers"]

const maxLength = 100

/** An origin that a page may have. A browser sends nothing else, but others do. */
const quoted = (origin: string) => `"${origin.slice(0, maxLength).replace(/[^\x21-\x7e]/g, "?")}"`

const isNamed = (origin: string | undefined): origin is string => origin !== undefined && origin !== "null"

const ofRefusedOrigin = (origins: Origins.Origins, { instance, request: { headers } }: Request): string => {
  const { origin } = headers
  if (!origins.isCrossOrigin(instance, headers)) {
    return "This endpoint is for Latchkey's own pages and for programs, and an allowed origin does not change that."
  }
  if (!isNamed(origin)) {
    return "The page has no origin, as in a file or a sandboxed frame: serve it from an origin that is allowed."
  }
  const ofInstance = `the "origins" of the instance "${instance.id}", which the dashboard and the admin API change`
  return instance.id === defaultId
    ? `The origin ${quoted(origin)} is not allowed: add it to ALLOWED_ORIGINS, which is for the instance "default" only, or to ${ofInstance}.`
    : `The origin ${quoted(origin)} is not allowed: add it to ${ofInstance}; ALLOWED_ORIGINS is for the instance "default" only.`
}

const ofPage = ({ baseUrl, cookieSameSite }: HttpOptions, headers: Headers): string => {
  if (headers["sec-fetch-site"] === "cross-site" && cookieSameSite !== "none") {
    return `The page is on another site, which has another domain or scheme, and browsers leave out cookies with SameSite=${cookieSameSite}: open the page at a host of the same site, or set COOKIE_SAME_SITE=none, which needs https.`
  }
  if (isNamed(headers["origin"])) {
    return 'If the user is signed in, the page has sent no cookies: call fetch with credentials: "include".'
  }
  return baseUrl.startsWith("https:")
    ? `If the user is signed in, then at another address: open the page at ${baseUrl}, because browsers keep its Secure cookies to its host and to https.`
    : `If the user is signed in, then at another address: open the page at ${baseUrl}, because browsers keep its cookies to its host, and localhost is not 127.0.0.1.`
}

const isOfBrowser = (headers: Headers) => "sec-fetch-site" in headers || "origin" in headers

/** `needed`: the names of the two cookies that the request needs. */
const ofCookies = (settings: HttpOptions, headers: Headers, needed: ReadonlyArray<string>): Option.Option<string> => {
  const valuesOf = RequestReader.cookies(headers)
  const found = needed.filter((name) => valuesOf(name).length > 0)
  const doubled = needed.find((name) => valuesOf(name).length > 1)
  const other = namesOf({ cookiePrefix: settings.cookiePrefix === "host" ? "none" : "host" })
  if (doubled !== undefined) {
    return Option.some(
      `The request has two cookies ${doubled}, and no one can tell which is right: delete both in the browser, as after a change of COOKIE_DOMAIN.`
    )
  }
  if (found.length === 0 && valuesOf(other.session).length > 0) {
    const here = settings.cookiePrefix === "host" ? "COOKIE_PREFIX=host is set" : "COOKIE_PREFIX is not set"
    return Option.some(
      `The request has the cookie ${other.session}, and ${here} here, so that the cookies are ${needed.join(" and ")}: use one COOKIE_PREFIX on both sides.`
    )
  }
  if (found.length === 0) {
    return Option.some(
      isOfBrowser(headers)
        ? ofPage(settings, headers)
        : `No cookies came: a server that asks for its user forwards ${needed.join(" and ")} of the browser's request.`
    )
  }
  const missing = needed.find((name) => valuesOf(name).length === 0)
  if (missing !== undefined) {
    return Option.some(
      `The request has the cookie ${found.join("")} without ${missing}: forward both, because one of them grants nothing.`
    )
  }
  const malformed = needed.find((name) => Option.isNone(Token.parse(valuesOf(name).join(""))))
  return Option.map(
    Option.fromNullable(malformed),
    (name) => `The cookie ${name} is malformed: forward its value unchanged.`
  )
}

const make = Effect.gen(function* () {
  const instances = yield* InstanceDirectory
  const sessions = yield* Sessions
  const settings = yield* HttpSettings
  const origins = Origins.make(settings, yield* PublicUrls)
  const { client, pending, session } = namesOf(settings)

  /** A proxy that replaces `Host` sends the requests of an instance to another one, where adding its origin is no help. */
  const ofForbiddenOrigin = (request: Request): Effect.Effect<string> => {
    const { host = "", origin = "" } = request.request.headers
    const hint = ofRefusedOrigin(origins, request)
    if (!URL.canParse(origin) || !origins.isCrossOrigin(request.instance, request.request.headers)) {
      return Effect.succeed(hint)
    }
    return instances.findByHost(new URL(origin).hostname).pipe(
      Effect.map(({ id }) =>
        id === defaultId || id === request.instance.id
          ? hint
          : `The origin ${quoted(origin)} is at a host of the instance "${id}", and the request came with the host ${quoted(host)}, which leads to "${request.instance.id}": forward Host unchanged in the proxy.`
      ),
      // The reply is the problem, with this hint or another.
      Effect.orElseSucceed(() => hint)
    )
  }

  const ofMissingSession = (request: Request): Effect.Effect<Option.Option<string>> => {
    const { headers, url } = request.request
    const isPending = RequestReader.path(url).includes("/v1/auth/sign-in/second-factor")
    const ofHeader = ofCookies(settings, headers, [client, isPending ? pending : session])
    if (Option.isSome(ofHeader)) return Effect.succeed(ofHeader)
    return isPending
      ? Effect.succeedSome("The pending sign-in is completed, older than ten minutes, or of another instance.")
      : sessions.explainAbsence(request).pipe(
          Effect.map(Option.map((reason) => `${reason}.`)),
          // The reply is the problem, with a hint or without.
          Effect.catchAll(() => Effect.succeedNone)
        )
  }

  const hintOf: Hint = (problem, request) => {
    const { challenge, code, detail } = problem
    if (code === "forbidden_origin") return Effect.asSome(ofForbiddenOrigin(request))
    // Others say themselves what is wrong: a bearer token, or the key of the admin API.
    const isUnexplained = challenge === undefined && (detail === undefined || detail === `${titleOf(code)}.`)
    const isOfCookies = isUnexplained && !NativeClient.isNative(request.request.headers)
    return code === "unauthenticated" && isOfCookies ? ofMissingSession(request) : Effect.succeedNone
  }
  return hintOf
})

/** The hints. */
export const layer: Layer.Layer<Hints, never, HttpSettings | InstanceDirectory | PublicUrls | Sessions> = Layer.effect(
  Hints,
  make
)
