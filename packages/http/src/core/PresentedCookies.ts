/** The cookies that a request presents. */
import * as Token from "@latchkey/domain/core/Token"
import * as Option from "effect/Option"
import { type Naming, namesOf } from "./CookieNames.ts"
import * as RequestReader from "./RequestReader.ts"

/** The well-formed tokens of a request. */
export interface PresentedCookies {
  readonly clientToken: Option.Option<Token.Token>
  readonly sessionToken: Option.Option<Token.Token>
}

/**
 * Reads both cookies, by the names of the settings and no others. If a request has two cookies of one name, another
 * site may have set one of them, as a sibling subdomain can: neither the client nor the session is trusted then.
 */
export const read = (options: Naming, headers: Readonly<Record<string, string | undefined>>): PresentedCookies => {
  const names = namesOf(options)
  const valuesOf = RequestReader.cookies(headers)
  const clients = valuesOf(names.client)
  const sessions = valuesOf(names.session)
  if (clients.length > 1 || sessions.length > 1) return { clientToken: Option.none(), sessionToken: Option.none() }
  const parse = ([value]: ReadonlyArray<string>) => Option.flatMap(Option.fromNullable(value), Token.parse)
  return { clientToken: parse(clients), sessionToken: parse(sessions) }
}

/**
 * Returns what is wrong with the cookies of a request, for the log, or `undefined` if it has both tokens. Contains no
 * value.
 */
export const describeMissing = (
  options: Naming,
  headers: Readonly<Record<string, string | undefined>>
): string | undefined => {
  const { client, session } = namesOf(options)
  const valuesOf = RequestReader.cookies(headers)
  const wrong = [session, client].flatMap((name) => {
    const [value, another] = valuesOf(name)
    if (value === undefined) return [`no cookie ${name}`]
    if (another !== undefined) return [`two cookies ${name}`]
    return Option.isNone(Token.parse(value)) ? [`a malformed cookie ${name}`] : []
  })
  return wrong.length === 0 ? undefined : wrong.join(", ")
}
