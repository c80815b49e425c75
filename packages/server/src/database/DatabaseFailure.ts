/**
 * Why a database cannot be used, in words.
 *
 * @since 0.1.0
 */
import type { SqlError } from "@effect/sql/SqlError"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import { CommandError } from "../core/CommandError.ts"

const unknownAuthority =
  "no authority that is known here has signed its certificate. Name the one that has: sslrootcert=/path in DATABASE_URL"

// Error codes of Node, and of PostgreSQL (appendix A of its manual).
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the connection was closed",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  EHOSTUNREACH: "there is no way to that host",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name of the host could not be looked up",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  ETIMEDOUT: "it does not answer",
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  "08P01":
    "it refuses the time limits of the connection. If it is PgBouncer, tell it ignore_startup_parameters = " +
    "statement_timeout, lock_timeout, idle_in_transaction_session_timeout",
  "28000": "it does not let this user in",
  "28P01": "it does not accept this user and password",
  "3D000": "it has no such database",
  "53300": "it has no connection left",
  "57P03": "it is starting up"
}

const codeOf = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : undefined

const reasonOf = (cause: unknown): string => {
  const code = codeOf(cause)
  if (cause instanceof Error && cause.message.includes("does not support SSL")) return "it does not speak TLS"
  // The pool's own timeout has no code.
  return code === undefined ? "it does not answer" : (reasons[code] ?? `it answers with ${code}`)
}

/** Host, port and database of a URL, without user and password. @since 0.1.0 */
export const place = (url: Redacted.Redacted): string => {
  const { host, pathname, searchParams } = new URL(Redacted.value(url))
  return `${host === "" ? (searchParams.get("host") ?? "localhost") : host}${pathname}`
}

/** Why a database does not answer, or refuses. User and password of its URL are not in it. @since 0.1.0 */
export const unreachable =
  (url: Redacted.Redacted) =>
  (error: SqlError): CommandError =>
    new CommandError({ message: `The database ${place(url)} cannot be used: ${reasonOf(error.cause)}.` })

/**
 * Why a connection cannot even be tried: what `pg` threw over the URL. Its words may quote the URL, and so its password.
 *
 * @since 0.1.0
 */
export const unreadableUrl = (thrown: unknown): CommandError => {
  const code = codeOf(thrown)
  const path = Predicate.hasProperty(thrown, "path") ? ` ${thrown.path}` : ""
  const fault = code?.startsWith("E") ? `the file${path} that it names cannot be read (${code})` : "it makes no sense"
  return new CommandError({ message: `DATABASE_URL cannot be used: ${fault}.` })
}

/**
 * The embedded database cannot be opened: somebody's hand, a full disk, or another version wrote there.
 *
 * @since 0.1.0
 */
export const broken = (folder: string): CommandError =>
  new CommandError({ message: `The database in ${folder} cannot be opened. Move that folder away to start anew.` })
