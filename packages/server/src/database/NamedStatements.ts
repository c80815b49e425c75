/**
 * Gives the statements of a connection names, so that PostgreSQL plans each of them once for the connection and not
 * anew each time: planning is most of what they cost it.
 *
 * Not through a pooler such as PgBouncer, where the next transaction may reach another process of the database, which
 * does not know the name. A pooler is told by the process id in its greeting: it is one of its own.
 *
 * @since 0.1.0
 */
import { createHash } from "node:crypto"
import type Pg from "pg"

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown

const names = new Map<string, string>()

// The statements are the program's own, and so there are not many.
const mostNames = 500

/** A name of at most 63 bytes, the same for the same text. None when there are too many. */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames) return known
  const name = createHash("sha256").update(text).digest("base64url")
  names.set(text, name)
  return name
}

const nameStatements = (client: Pg.PoolClient): void => {
  const query: Query = client.query.bind(client)
  const withName: Query = (config, values, callback) => {
    const hasParameters = typeof config === "string" && Array.isArray(values) && values.length > 0
    const name = hasParameters ? nameOf(config) : undefined
    return query(name === undefined ? config : { name, text: config }, values, callback)
  }
  Object.assign(client, { query: withName })
}

/** The process of the database that the greeting named (`BackendKeyData` of the protocol). */
const greetedBy = (client: Pg.PoolClient): unknown => ("processID" in client ? client.processID : undefined)

// What is lost while it is asked fails the asking. Without a listener it would end the program as well.
const ignore = () => {}

/** For `verify` of a pool: looks once at each new connection, before anybody uses it. @since 0.1.0 */
export const verify = (client: Pg.PoolClient, done: (error?: Error) => void): void => {
  client.on("error", ignore)
  const finish = (error?: Error) => {
    client.removeListener("error", ignore)
    done(error)
  }
  client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid").then(({ rows }) => {
    if (rows[0]?.pid === greetedBy(client)) nameStatements(client)
    finish()
  }, finish)
}
