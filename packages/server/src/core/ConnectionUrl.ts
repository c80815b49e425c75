/**
 * Reads the URL of a database as PostgreSQL's own programs do (libpq, section 34.1.1.2 of the manual). `pg` reads it,
 * too, but as a URL of the web: for some texts it would find another database than `psql`. This module gives `pg` only
 * what both read alike, and refuses what names no single server.
 */
import * as Redacted from "effect/Redacted"
import Pg from "pg"

/** A URL is not one of a PostgreSQL database. The reason contains nothing of it. */
export class InvalidUrl extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

const notOne = "not a valid URL"

const unencoded =
  "it contains a character that must be percent-encoded: write %23 for #, %25 for %, %20 for a space, %5C for \\"

const severalHosts = "it names several hosts. Name one: the primary, or the load balancer in front of it"

interface Parts {
  readonly userAndHost: string
  readonly path: string
  readonly parameters: URLSearchParams
}

// A URL of the web has no port without a host.
const moveLonePort = ({ parameters, path, userAndHost }: Parts): Parts => {
  const [, user, port = ""] = /^((?:.*@)?):(\d*)$/.exec(userAndHost) ?? []
  if (user === undefined) return { userAndHost, path, parameters }
  if (!parameters.has("port")) parameters.set("port", port)
  return { userAndHost: user, path, parameters }
}

// In a query, "+" is a space for the web, and itself for libpq.
const parse = (text: string): Parts => {
  const [, userAndHost, path = "", query = ""] =
    /^postgres(?:ql)?:\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/i.exec(text) ?? []
  if (userAndHost === undefined) throw new InvalidUrl(notOne)
  if (/[\s\p{Cc}#\\]|%00|%(?![0-9a-f]{2})/iu.test(text)) throw new InvalidUrl(unencoded)
  return moveLonePort({ userAndHost, path, parameters: new URLSearchParams(query.replaceAll("+", "%2B")) })
}

/** What libpq has, `pg` has not, and would lead to another server. */
const unsupported = ["hostaddr", "service", "servicefile"]

const check = ({ parameters, userAndHost }: Parts): void => {
  const host = decodeURIComponent(userAndHost.slice(userAndHost.lastIndexOf("@") + 1))
  const named = [host, ...parameters.getAll("host"), ...parameters.getAll("port")]
  if (named.some((text) => text.includes(","))) throw new InvalidUrl(severalHosts)
  const found = unsupported.find((name) => parameters.has(name))
  if (found !== undefined) throw new InvalidUrl(`the parameter ${found} is not supported. Name the server with host`)
}

/** Where the server is, and as whom to connect. */
const location = ["host", "port", "user"]

/** What `pg` may read from a URL. It would take others, such as timeouts, for its own options. */
const known = [
  ...location,
  "password",
  "application_name",
  "options",
  "ssl",
  "sslcert",
  "sslkey",
  "sslmode",
  "sslnegotiation",
  "sslrootcert",
  "uselibpqcompat"
]

/** For `pg`, these modes mean `verify-full`, about which it warns. */
const verifying = ["prefer", "require", "verify-ca"]

const forPg = (parameters: URLSearchParams, names: ReadonlyArray<string>): URLSearchParams => {
  const passed = new URLSearchParams([...parameters].filter(([name]) => names.includes(name)))
  if (verifying.includes(passed.get("sslmode") ?? "") && passed.get("uselibpqcompat") !== "true")
    passed.set("sslmode", "verify-full")
  // The authorities of the system are those that `pg` trusts without a file.
  if (passed.get("sslrootcert") === "system") {
    passed.delete("sslrootcert")
    passed.set("sslmode", "verify-full")
  }
  return passed
}

/** What `pg` has read. Its types do not have all of it. */
interface Parameters {
  readonly host: string
  readonly port: number
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string | undefined
  readonly ssl: Pg.ClientConfig["ssl"]
  readonly options: string | undefined
  readonly application_name: string | undefined
  readonly sslnegotiation: NonNullable<Pg.ClientConfig["sslnegotiation"]> | undefined
}

const readWithPg = (connectionString: string): Parameters =>
  (new Pg.Client({ connectionString }) as unknown as { readonly connectionParameters: Parameters }).connectionParameters

const read = (url: Redacted.Redacted, names: ReadonlyArray<string>): Parameters => {
  const parts = parse(Redacted.value(url))
  check(parts)
  const { parameters, path, userAndHost } = parts
  const found = readWithPg(`postgresql://${userAndHost}/?${forPg(parameters, names)}`)
  if (!(found.port >= 0 && found.port <= 65_535)) throw new InvalidUrl(notOne)
  const database = parameters.getAll("dbname").at(-1) || decodeURIComponent(path) || found.database
  return { ...found, password: found.password, database }
}

/** Returns host, port and database, without reading files. Throws `InvalidUrl`. */
export const locationOf = (url: Redacted.Redacted): Pick<Parameters, "database" | "host" | "port"> =>
  read(url, location)

interface Config extends Pg.ClientConfig {
  readonly host: string
  readonly port: number
}

const withoutUndefined = <A extends object>(record: A) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))

/**
 * Returns the configuration for `pg`. What the URL does not name comes from libpq's environment variables, such as
 * `PGHOST`. Reads the certificates that the URL names, which may have been renewed. Throws `InvalidUrl` or what reading
 * a file throws.
 */
export const clientConfig = (url: Redacted.Redacted): Config => {
  const { application_name, database, host, options, password, port, ssl, sslnegotiation, user } = read(url, known)
  return {
    ...withoutUndefined({ application_name, database, options, password, sslnegotiation, user }),
    host,
    port,
    // As for libpq, nothing is encrypted in a socket of this machine.
    ssl: host.startsWith("/") ? false : (ssl ?? false)
  }
}

/** Returns `true` if a text is the URL of a PostgreSQL database, whether or not it can be used. */
export const isUrl = (text: string): boolean => {
  try {
    parse(text)
    return true
  } catch (error) {
    return error instanceof InvalidUrl && error.reason !== notOne
  }
}
