/** Explains why a database cannot be used. */
import type { SqlError } from "@effect/sql/SqlError"
import { WrongSettings } from "@latchkey/postgres/ConnectionSettings"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import { CommandError } from "../core/CommandError.ts"
import * as ConnectionUrl from "../core/ConnectionUrl.ts"

const untrusted =
  "its certificate is not signed by a trusted authority. Name the authority's certificate in DATABASE_URL: sslrootcert=/path"

// Error codes of Node, and of PostgreSQL (appendix A of its manual).
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection reset",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  EHOSTUNREACH: "host unreachable",
  ENOTFOUND: "host not found",
  EAI_AGAIN: "DNS lookup failed",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  ETIMEDOUT: "connection timed out",
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  "08P01":
    "it rejected the connection's timeouts. In PgBouncer, set ignore_startup_parameters = statement_timeout, " +
    "lock_timeout, idle_in_transaction_session_timeout",
  "25006":
    "it is read-only. If it is a standby, connect to the primary. Otherwise turn default_transaction_read_only off",
  "28000": "this user may not connect",
  "28P01": "wrong user or password",
  "3D000": "the database does not exist",
  "53300": "too many connections",
  "57P03": "the server is starting up"
}

const codeOf = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : undefined

const reasonOf = (cause: unknown): string => {
  if (cause instanceof WrongSettings) return cause.message
  const code = codeOf(cause)
  if (cause instanceof Error && cause.message.includes("does not support SSL")) return "the server does not support TLS"
  // The pool's own timeout has no code.
  return code === undefined ? "no response" : (reasons[code] ?? `error ${code}`)
}

/** Returns host, port and database of a URL, without user and password. */
export const place = (url: Redacted.Redacted): string => {
  const { database = "", host, port } = ConnectionUrl.locationOf(url)
  if (host.startsWith("/")) return `${host}/${database}`
  return `${host.includes(":") ? `[${host}]` : host}:${port}/${database}`
}

/** Explains why a query or a connection failed, without the user and password of the URL. */
export const unreachable =
  (url: Redacted.Redacted) =>
  (error: SqlError): CommandError =>
    new CommandError({ message: `Cannot use the database ${place(url)}: ${reasonOf(error.cause)}.` })

/**
 * Explains what was thrown while the URL was read, and the files that it names. What `pg` threw may quote the URL, and
 * so the password.
 */
export const invalidUrl = (thrown: unknown): CommandError => {
  const code = codeOf(thrown)
  const file = Predicate.hasProperty(thrown, "path") ? `the file ${thrown.path}` : "a file that it names"
  const problem =
    thrown instanceof ConnectionUrl.InvalidUrl
      ? thrown.reason
      : code?.startsWith("E") && code !== "ERR_INVALID_URL"
        ? `cannot read ${file} (${code})`
        : "not a valid URL"
  return new CommandError({ message: `Cannot use DATABASE_URL: ${problem}.` })
}

/** Makes the error of an embedded database that cannot be created, mostly because the disk is full. */
export const notCreated = (folder: string): CommandError =>
  new CommandError({
    message: `Cannot create a database in ${folder}. Check that its disk has free space and that this user may write there.`
  })

/**
 * Makes the error of an embedded database that cannot be opened: it was edited by hand, the disk was full, or another
 * version wrote it.
 */
export const corrupt = (folder: string): CommandError =>
  new CommandError({
    message: `Cannot open the database in ${folder}. Move that folder away to start with an empty database.`
  })
