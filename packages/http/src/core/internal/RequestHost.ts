/**
 * The host that a request is for (RFC 9112, 3.2). It selects the instance, so one that other servers on the way could
 * read in another way is refused.
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { domainToAscii } from "../Idna.ts"
import { countLines, isNodeMessage } from "./NodeMessage.ts"

/** The headers of a request, and the request of the server: Node's says more than the headers do. */
export interface HostedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly source?: unknown
}

/** `host`: in lower case, without a final dot. `port`: with its colon; empty without one. */
export interface Authority {
  readonly host: string
  readonly port: string
}

/** What is wrong with the host of a request. */
export type InvalidHost = "is required" | "was given more than once" | "is not a valid host"

// RFC 3986, 3.2.2. The most frequent form first.
const plain = /^([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(:\d*)?$/
const anyForm = /^(\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(:\d*)?$/i
const registeredName = /^[\w.~!$&'()*+,;=-]*$/

const decode = Option.liftThrowable(decodeURIComponent)
const hostnameOf = Option.liftThrowable((host: string) => new URL(`http://${host}/`).hostname)

/** Returns the one form of a name: all of them lead to the same host. */
const normalize = (name: string): Option.Option<string> => {
  if (name.startsWith("[")) return hostnameOf(name)
  return Option.filterMap(decode(name), (decoded) => {
    const ascii = registeredName.test(decoded) ? decoded.toLowerCase() : domainToAscii(decoded)
    return ascii === "" && decoded !== "" ? Option.none() : Option.some(ascii.replace(/\.$/, ""))
  })
}

const withoutEmptyPort = (port = "") => (port === ":" ? "" : port)

/** Returns the parts of an authority, or `None` if it is invalid. */
export const parse = (text: string): Option.Option<Authority> => {
  const [, simple, simplePort] = plain.exec(text) ?? []
  if (simple !== undefined) return Option.some({ host: simple, port: withoutEmptyPort(simplePort) })
  return Option.flatMap(Option.fromNullable(anyForm.exec(text)), ([, name = "", port]) =>
    Option.map(normalize(name), (host) => ({ host, port: withoutEmptyPort(port) }))
  )
}

/** Returns what names the host: the target where it is a whole URL (RFC 9112, 3.2.2), and otherwise the header. */
const named = ({ headers, source }: HostedRequest): Option.Option<string> => {
  const target = isNodeMessage(source) ? /^https?:\/\/([^/?#]*)/i.exec(source.url) : null
  // In HTTP/2 it is a pseudo-header (RFC 9113, 8.3.1).
  return Option.fromNullable(target?.[1] ?? headers[":authority"] ?? headers["host"])
}

/** Returns the host of a request and its port. Before HTTP/1.1, and in servers of the Fetch API, there may be none. */
export const read = (request: HostedRequest): Either.Either<Authority, InvalidHost> => {
  const { headers, source } = request
  if (isNodeMessage(source)) {
    const count = countLines(source, "host")
    if (count > 1) return Either.left("was given more than once")
    if (count === 0 && source.httpVersion === "1.1") return Either.left("is required")
  }
  const invalid = (): InvalidHost => "is not a valid host"
  const header = Either.fromOption(parse(headers["host"] ?? ""), invalid)
  return Either.flatMap(header, () =>
    Option.match(named(request), { onNone: () => header, onSome: (text) => Either.fromOption(parse(text), invalid) })
  )
}
