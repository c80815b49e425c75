/**
 * Reads requests: path, query, host, cookies and body, and decodes what they contain. Everything else takes them from
 * here.
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Token from "@latchkey/domain/core/Token"
import type { Language } from "@latchkey/domain/language/Language"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as AcceptLanguage from "./internal/AcceptLanguage.ts"
import { countLines, isNodeMessage } from "./internal/NodeMessage.ts"
import * as RequestHost from "./internal/RequestHost.ts"
import { type InvalidField, type Problem, problem } from "./Problem.ts"

/**
 * Returns `true` if a page of another site makes the request. `Endpoint` checks every unsafe request by the origins of
 * its instance; this is for other origins, and for an outage.
 */
export { isCrossOrigin } from "./Origins.ts"

/** What Latchkey reads of a request: every `HttpServerRequest` of the platform has it. */
export type IncomingRequest = Pick<
  HttpServerRequest.HttpServerRequest,
  "arrayBuffer" | "headers" | "method" | "originalUrl" | "remoteAddress" | "source" | "stream" | "url"
>

type Request = IncomingRequest
type Headers = Readonly<Record<string, string | undefined>>

/** Returns `true` if the method changes nothing (RFC 9110, 9.2.1). */
export const isSafe = (method: string): boolean => ["GET", "HEAD", "OPTIONS"].includes(method)

/**
 * Returns the part of a URL that may be logged: nothing from where a query could begin, because it may contain a link
 * token. The router also splits at `;` and `#`, and a mail program may have encoded the `?`.
 */
export const path = (url: string): string => {
  const end = url.search(/[?;#%]/)
  return end === -1 ? url : url.slice(0, end)
}

/**
 * Returns the host of a request: in lower case, without its port and a final dot, and with percent-encoding decoded
 * (RFC 3986, 3.2.2). Fails with 400 `invalid_request` if it is missing, given more than once, or invalid (RFC 9112,
 * 3.2).
 */
export const host = (request: RequestHost.HostedRequest): Either.Either<string, Problem> =>
  Either.mapBoth(RequestHost.read(request), {
    onLeft: (reason) => problem("invalid_request", { errors: [{ field: "host", reason }] }),
    onRight: ({ host }) => host
  })

/** Returns `true` if a request is for the host and port of an origin. */
export const isAt = (request: RequestHost.HostedRequest, origin: string): boolean =>
  Option.exists(Either.getRight(RequestHost.read(request)), ({ host, port }) => {
    const url = `${origin.slice(0, origin.indexOf(":"))}://${host}${port}`
    return URL.canParse(url) && new URL(url).origin === origin
  })

/** Returns the decoded query of a request. */
export const query = ({ url }: Pick<Request, "url">): URLSearchParams => {
  const start = url.indexOf("?")
  return new URLSearchParams(start === -1 ? "" : url.slice(start + 1))
}

const only = ([value, ...others]: ReadonlyArray<string>): Option.Option<string> =>
  value === undefined || others.length > 0 ? Option.none() : Option.some(value)

/** Returns the one value of a field or query parameter, or `None` if it is missing or repeated. */
export const single = (values: URLSearchParams, name: string): Option.Option<string> => only(values.getAll(name))

/**
 * Returns the one value of a field or query parameter. Fails with 400 `invalid_request` if it is missing or repeated.
 */
export const required = (values: URLSearchParams, name: string): Effect.Effect<string, Problem<"invalid_request">> =>
  Effect.mapError(single(values, name), () => {
    const reason = values.has(name) ? "was given more than once" : "is required"
    return problem("invalid_request", { errors: [{ field: name, reason }] })
  })

/** Returns those of the fields or query parameters that are there. Fails with 400 `invalid_request` if one is repeated. */
export const eachOnce = <Name extends string>(
  values: URLSearchParams,
  names: ReadonlyArray<Name>
): Effect.Effect<{ readonly [Key in Name]?: string }, Problem<"invalid_request">> =>
  Effect.map(
    Effect.forEach(
      names.filter((name) => values.has(name)),
      (name) => Effect.map(required(values, name), (value) => [name, value] as const)
    ),
    (found) => Object.fromEntries(found) as { readonly [Key in Name]?: string }
  )

// What mail programs add: "3D" and "=" at the end of a line from quoted-printable (RFC 2045, 6.7), and spaces.
const folded = /=?[\r\n]+|\s/g
const surroundedToken = /^(?:[^\w-]*=)?(?:3D)?[^\w-]*([\w-]{43})(?![\w-])/

/**
 * Returns the token of a link that was opened in a browser, without what a mail program or the user has added to the
 * link, such as a full stop. Fails with 400 `invalid_request` if it is missing, repeated or not a whole token.
 */
export const linkToken = (values: URLSearchParams): Effect.Effect<string, Problem<"invalid_request">> =>
  Effect.flatMap(required(values, "token"), (text) => {
    const [, token = ""] = surroundedToken.exec(text.replace(folded, "")) ?? []
    return Option.isSome(Token.parse(token))
      ? Effect.succeed(token)
      : problem("invalid_request", { errors: [{ field: "token", reason: "is incomplete" }] })
  })

// The look-behind keeps this linear for a header of 16 kB of spaces.
const outerSpace = /^[ \t]+|(?<![ \t])[ \t]+$/g

/**
 * Reads the `Cookie` header, once for any number of names, and returns the function that finds all values of a cookie:
 * exact ASCII names, nothing decoded (RFC 6265bis). More than one value means that another site may have set one of
 * them.
 */
export const cookies = ({ cookie = "" }: Headers): ((name: string) => ReadonlyArray<string>) => {
  const pairs = cookie.split(";").map((pair) => pair.replace(outerSpace, ""))
  return (name) => pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
}

/** Returns the one value of a cookie, or `None` if it is missing or repeated. */
export const cookie = (headers: Headers, name: string): Option.Option<string> => only(cookies(headers)(name))

const bearer = /^Bearer ([!-~]+)$/i

/** Returns the bearer token of a request (RFC 6750, 2.1), or `None` if it has none. */
export const bearerToken = ({ authorization = "" }: Headers): Option.Option<Redacted.Redacted> =>
  Option.map(Option.fromNullable(bearer.exec(authorization)?.[1]), (token) => Redacted.make(token))

/** Returns `true` if a request has several `Authorization` lines, of which Node's headers have the first. */
export const hasSeveralAuthorizations = ({ source }: Pick<Request, "source">): boolean =>
  isNodeMessage(source) && countLines(source, "authorization") > 1

const quality = (accept: string, type: string): number => {
  for (const entry of accept.toLowerCase().split(",")) {
    const [media = "", ...parameters] = entry.split(";").map((part) => part.trim())
    if (media !== type) continue
    const q = parameters.find((parameter) => parameter.startsWith("q="))
    return q === undefined ? 1 : Number(q.slice(2)) || 0
  }
  return 0
}

/**
 * Returns `true` if the `Accept` header names `text/html` and does not prefer JSON, as in a browser's navigation (RFC
 * 9110, 12.5.1).
 */
export const prefersHtml = ({ accept = "" }: Headers): boolean => {
  const html = quality(accept, "text/html")
  return html > 0 && html >= quality(accept, "application/json")
}

/**
 * Returns the languages that the client prefers, the best first: at most five (RFC 9110, 12.5.4). Empty for a header of
 * more than 1,000 characters.
 */
export const languages = ({ "accept-language": preferred }: Headers): ReadonlyArray<Language> =>
  AcceptLanguage.parse(preferred)

/**
 * Returns the token of a link that a browser or a program presents: of a browser as `linkToken` does, of a program as
 * it is.
 */
export const presentedToken = (
  values: URLSearchParams,
  { headers }: Pick<Request, "headers">
): Effect.Effect<string, Problem<"invalid_request">> =>
  prefersHtml(headers) ? linkToken(values) : required(values, "token")

/** Returns `true` if a browser or mail program only prefetches or previews the page. */
export const isPrefetch = (headers: Headers): boolean =>
  [headers["sec-purpose"], headers["purpose"], headers["x-purpose"]].some((purpose) =>
    /prefetch|preview|prerender/i.test(purpose ?? "")
  )

/** 65,536: the most bytes that a body may have, unless the endpoint allows more. */
export const maxBytes = 64 * 1024

// A larger body is read to its end and thrown away, so that the client gets to read the response. Up to this many
// bytes.
const maxDiscarded = 32 * 1024 * 1024

const mediaType = (request: Request): string =>
  (request.headers["content-type"] ?? "").split(";", 1).join("").trim().toLowerCase()

const isUnencoded = (request: Request): boolean =>
  ["", "identity"].includes((request.headers["content-encoding"] ?? "").trim().toLowerCase())

const malformed = (reason: string) => problem("invalid_request", { errors: [{ field: "body", reason }] })
const endedEarly = () => malformed("ended early")

const readChunked = (
  request: Request,
  limit: number
): Effect.Effect<Uint8Array, Problem<"invalid_request" | "payload_too_large">> =>
  Effect.gen(function* () {
    let size = 0
    const chunks = yield* request.stream.pipe(
      Stream.map((chunk) => {
        size += chunk.byteLength
        return chunk
      }),
      Stream.takeUntil(() => size > maxDiscarded),
      Stream.filter(() => size <= limit),
      Stream.runCollect,
      Effect.mapError(endedEarly)
    )
    if (size > limit) return yield* problem("payload_too_large")
    const bytes = new Uint8Array(size)
    Chunk.reduce(chunks, 0, (offset, chunk) => {
      bytes.set(chunk, offset)
      return offset + chunk.byteLength
    })
    return bytes
  })

const readBytes = (
  request: Request,
  limit: number
): Effect.Effect<Uint8Array, Problem<"invalid_request" | "payload_too_large">> => {
  const announced = request.headers["content-length"]
  if (announced === undefined) return readChunked(request, limit)
  if (Number(announced) > limit) return problem("payload_too_large")
  return Effect.map(Effect.mapError(request.arrayBuffer, endedEarly), (buffer) => new Uint8Array(buffer))
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/**
 * Reads a body as text. Fails with 415 for a media type that is not in `accepted`, 413 above `limit` bytes, and 400 for
 * bytes that are not UTF-8.
 */
export const text = Effect.fnUntraced(function* (request: Request, accepted: ReadonlyArray<string>, limit = maxBytes) {
  if (!accepted.includes(mediaType(request)) || !isUnencoded(request)) {
    return yield* problem("unsupported_media_type", { detail: `Send ${accepted.join(" or ")}.` })
  }
  const bytes = yield* readBytes(request, limit)
  return yield* Effect.try({ try: () => decoder.decode(bytes), catch: () => malformed("is not UTF-8") })
})

/** The media type of JSON (RFC 8259). */
export const jsonType = "application/json"

// Far more than the contract needs. Deeper nesting could overflow the stack of the code that walks through it.
const maxDepth = 32

const isDeeperThan = (depth: number, value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isDeeperThan(depth - 1, inner)))

/** Reads a JSON body. Fails with 400 if it is empty or not JSON, and as `text` does. */
export const json = Effect.fnUntraced(function* (
  request: Request,
  accepted: ReadonlyArray<string> = [jsonType],
  limit = maxBytes
) {
  const body = yield* text(request, accepted, limit)
  // RFC 8259, 8.1: a parser may ignore a byte order mark.
  const unmarked = body.startsWith("\ufeff") ? body.slice(1) : body
  const value = yield* Effect.try({ try: (): unknown => JSON.parse(unmarked), catch: () => malformed("is not JSON") })
  return isDeeperThan(maxDepth, value) ? yield* malformed("is nested too deeply") : value
})

/** The media type of forms (HTML, 4.10.21). */
export const formType = "application/x-www-form-urlencoded"

/** Returns `true` if the request carries a form. */
export const isForm = (request: Request): boolean => mediaType(request) === formType

// A body can be read once only.
const forms = new WeakMap<
  Request,
  Exit.Exit<URLSearchParams, Problem<"invalid_request" | "payload_too_large" | "unsupported_media_type">>
>()

/** Reads the fields of a form, again if it was read before. Fails as `text` does. */
export const form = (
  request: Request,
  limit = maxBytes
): Effect.Effect<URLSearchParams, Problem<"invalid_request" | "payload_too_large" | "unsupported_media_type">> =>
  Effect.suspend(() => {
    const known = forms.get(request)
    if (known !== undefined) return known
    const read = Effect.map(text(request, [formType], limit), (body) => new URLSearchParams(body))
    return Effect.onExit(read, (exit) => Effect.sync(() => forms.set(request, exit)))
  })

/** Returns `true` if the request carries a form whose announced size is at most `maxBytes`. */
export const isShortForm = (request: Request): boolean =>
  isForm(request) && isUnencoded(request) && Number(request.headers["content-length"] ?? Number.NaN) <= maxBytes

const expectation = /^Expected ([a-z]+), actual /

/**
 * Returns `true` for a message of Latchkey's own schemas, such as "is not an email address". Messages of `effect` begin
 * with a capital letter and may contain the value that was sent.
 */
const isReason = (message: string): boolean => /^[a-z]/.test(message)

const reasonOf = ({ _tag, message }: ParseResult.ArrayFormatterIssue): string => {
  if (_tag === "Missing") return "is required"
  if (isReason(message)) return message
  if (message.startsWith("Expected ReadonlyArray")) return "must be a list"
  const expected = expectation.exec(message)?.[1]
  return expected === undefined ? "has the wrong type" : `must be a ${expected}`
}

const fieldOf = (path: ReadonlyArray<PropertyKey>): string => (path.length === 0 ? "body" : path.map(String).join("."))

/**
 * Returns one entry per field. A field with several allowed types fails once for each of them: the first counts, unless
 * another one fails with a message of Latchkey's.
 */
const invalidFields = (error: ParseResult.ParseError): ReadonlyArray<InvalidField> => {
  const reasons = new Map<string, string>()
  for (const issue of ParseResult.ArrayFormatter.formatErrorSync(error)) {
    const field = fieldOf(issue.path)
    if (!reasons.has(field) || isReason(issue.message)) reasons.set(field, reasonOf(issue))
  }
  return [...reasons].map(([field, reason]) => ({ field, reason }))
}

/**
 * Makes the function that decodes an input, or returns what is wrong with it, field by field. A message of the schema
 * becomes the reason if it begins with a lower-case letter. It must not contain the value.
 */
export const decodeFields = <A, I>(
  schema: Schema.Schema<A, I>
): ((input: unknown) => Either.Either<A, ReadonlyArray<InvalidField>>) => {
  const decode = Schema.decodeUnknownEither(schema, { errors: "all" })
  return (input) => Either.mapLeft(decode(input), invalidFields)
}

/** Makes the function that decodes an input as `decodeFields` does, or fails with 400 `invalid_request`. */
export const decodePayload = <A, I>(
  schema: Schema.Schema<A, I>
): ((input: unknown) => Effect.Effect<A, Problem<"invalid_request">>) => {
  const decode = decodeFields(schema)
  return (input) => Either.mapLeft(decode(input), (errors) => problem("invalid_request", { errors }))
}
