/**
 * Names the statements of a connection, so that PostgreSQL plans each of them once per connection. Without a name it
 * plans them at every execution, which is most of their cost.
 *
 * Statements stay unnamed behind a pooler such as PgBouncer: the next transaction may run in another backend, which
 * does not know the name.
 */
import { createHash } from "node:crypto"
import type Pg from "pg"

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown

const names = new Map<string, string>()

// Every statement is Latchkey's own, so there are few. The limit bounds the map if that ever changes.
const maxNames = 500

/** Returns a name of at most 63 bytes, the same for the same text; `undefined` if there are too many. */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNames) return known
  const name = createHash("sha256").update(text).digest("base64url")
  names.set(text, name)
  return name
}

/** Names the statements of a connection from now on. */
export const nameStatements = (client: Pg.PoolClient): void => {
  const query: Query = client.query.bind(client)
  const withName: Query = (config, values, callback) => {
    const hasParameters = typeof config === "string" && Array.isArray(values) && values.length > 0
    const name = hasParameters ? nameOf(config) : undefined
    return query(name === undefined ? config : { name, text: config }, values, callback)
  }
  Object.assign(client, { query: withName })
}
