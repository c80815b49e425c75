/**
 * The settings of PostgreSQL that every connection must have. They change what statements mean and how values are
 * written, and a role or a database may have others than PostgreSQL's defaults.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

interface Requirement {
  readonly name: string
  readonly value: string
  readonly isMet: (value: string) => boolean
}

const exactly = (name: string, value: string): Requirement => ({ name, value, isMet: (found) => found === value })

const requirements: ReadonlyArray<Requirement> = [
  exactly("server_encoding", "UTF8"),
  exactly("client_encoding", "UTF8"),
  // The second word, such as DMY, concerns only input that is not ISO 8601.
  { name: "DateStyle", value: "ISO", isMet: (found) => found.startsWith("ISO") },
  exactly("standard_conforming_strings", "on"),
  exactly("default_transaction_isolation", "read committed"),
  // Otherwise NULL in an array parameter is the text "NULL".
  exactly("array_nulls", "on"),
  // With less, numbers are rounded, to one digit in the extreme.
  { name: "extra_float_digits", value: "1", isMet: (found) => Number(found) > 0 },
  // A replica has neither foreign keys nor cascades.
  { name: "session_replication_role", value: "origin", isMet: (found) => found !== "replica" },
  // Otherwise a taken email address ends the connection.
  exactly("exit_on_error", "off")
]

/** Other than `server_encoding`, which belongs to the database. */
const canBeSet = ({ name }: { readonly name: string }): boolean => name !== "server_encoding"

/** A setting that a connection has, and the value that it must have. */
export const WrongSetting = Schema.Struct({ name: Schema.String, found: Schema.String, required: Schema.String })
export type WrongSetting = typeof WrongSetting.Type

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A connection has settings with which Latchkey does not work. The message says how to change them. */
export class WrongSettings extends Schema.TaggedError<WrongSettings>("@latchkey/postgres/WrongSettings")(
  "WrongSettings",
  { role: Schema.String, database: Schema.String, settings: Schema.NonEmptyArray(WrongSetting) }
) {
  override get message() {
    const where = `ALTER ROLE ${quoted(this.role)} IN DATABASE ${quoted(this.database)} SET`
    const remedies = this.settings.map((setting) =>
      canBeSet(setting)
        ? `${where} ${setting.name} = '${setting.required}'`
        : `CREATE DATABASE … ENCODING '${setting.required}' TEMPLATE template0`
    )
    const found = this.settings.map(({ found, name, required }) => `${name} is "${found}" and must be "${required}"`)
    return `${found.join(", ")}. Run: ${remedies.join("; ")}`
  }
}

/** What a connection says of itself. */
export interface Examined {
  /** The process that executes the statements. */
  readonly pid: number
  /** Whether it refuses writes. On a standby, every transaction does. */
  readonly isReadOnly: boolean
  readonly role: string
  readonly database: string
  /** In the order of the requirements. A version of PostgreSQL without the setting has `null`. */
  readonly settings: ReadonlyArray<string | null>
}

/** The query that returns what a connection says of itself: one row, `Examined`. */
export const examination = `SELECT pg_backend_pid() AS pid,
  current_setting('transaction_read_only') = 'on' AS "isReadOnly", session_user::text AS role, current_database()::text AS database,
  ARRAY[${requirements.map(({ name }) => `current_setting('${name}', true)`).join(", ")}] AS settings`

/** Returns what is wrong with a connection, if anything is. */
export const wrongSettings = ({
  database,
  role,
  settings
}: Pick<Examined, "database" | "role" | "settings">): Option.Option<WrongSettings> => {
  const [first, ...others] = requirements.flatMap(({ isMet, name, value }, index) => {
    const found = settings[index] ?? null
    return found === null || isMet(found) ? [] : [{ name, found, required: value }]
  })
  return first === undefined
    ? Option.none()
    : Option.some(new WrongSettings({ role, database, settings: [first, ...others] }))
}

/** Returns the statement that gives a connection these settings, until it is closed. */
export const assignment = ({ settings }: WrongSettings): string =>
  `SELECT ${settings.filter(canBeSet).map(({ name, required }) => `set_config('${name}', '${required}', false)`)}`

/**
 * Returns what is wrong with a connection of the client, if anything is. All of them have the same settings, unless the
 * app changes them. Fails with the client's `SqlError`.
 */
export const examine: Effect.Effect<Option.Option<WrongSettings>, SqlError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = (yield* SqlClient.SqlClient).withoutTransforms()
    const [row] = yield* sql.unsafe<Examined>(examination)
    return row === undefined ? Option.none() : wrongSettings(row)
  }
)

/**
 * Returns the settings that role and database would give a connection, where they are not what it must have. What was
 * set since it was opened does not matter. Fails with the client's `SqlError`.
 */
export const inherited: Effect.Effect<ReadonlyArray<WrongSetting>, SqlError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = (yield* SqlClient.SqlClient).withoutTransforms()
    const rows = yield* sql<{ name: string; value: string }>`SELECT name, reset_val AS value FROM pg_settings`
    const values = new Map(rows.map(({ name, value }) => [name, value]))
    const settings = requirements.map(({ name }) => values.get(name) ?? null)
    const wrong = wrongSettings({ role: "", database: "", settings })
    return Option.match(wrong, { onNone: () => [], onSome: ({ settings }) => settings })
  }
)
