import { writeFileSync } from "node:fs"
import * as SqlClient from "@effect/sql/SqlClient"
import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { read, root } from "@latchkey/test-support/files"
import { onServer, servers } from "@latchkey/test-support/postgres/databases"

const path = "docs/how-it-works.md"
const page = read(path)

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  /** The constraints that it is part of, such as `PK`. */
  readonly keys: ReadonlyArray<string> | null
}

interface Reference {
  readonly from: string
  readonly to: string
}

/** Reads the tables of a database. */
const readTables = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const columns = yield* sql<Column>`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
      (SELECT array_agg(DISTINCT CASE k.contype WHEN 'p' THEN 'PK' WHEN 'f' THEN 'FK' ELSE 'UK' END)
        FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype IN ('p', 'f', 'u') AND a.attnum = ANY (k.conkey)
      ) AS keys
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE n.nspname = 'latchkey' AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY c.oid, a.attnum`
  const references = yield* sql<Reference>`
    SELECT k.conrelid::regclass::text AS from, k.confrelid::regclass::text AS to
    FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace
    WHERE n.nspname = 'latchkey' AND k.contype = 'f' ORDER BY k.oid`
  return { columns, references }
})

type Schema = Effect.Effect.Success<typeof readTables>

/** Reads the tables of a new database, after all migrations. */
const readSchema = (): Promise<Schema> => {
  const [server] = servers()
  if (server === undefined) throw new Error("There is no PostgreSQL server")
  return Effect.runPromise(Effect.provide(readTables, onServer(server).migrated))
}

const keyOrder = ["PK", "FK", "UK"]
const shortType = (type: string): string => type.replace("timestamp with time zone", "timestamptz")
const unqualified = (table: string): string => table.replace(/^latchkey\./, "")
const tablesOf = ({ columns }: Schema): ReadonlyArray<string> => [...new Set(columns.map(({ table }) => table))]

/** Draws tables, with a line from a row to the rows that refer to it. */
const toDiagram = ({ columns, references }: Schema, drawn: ReadonlyArray<string>): string => {
  const lineOf = ({ keys, name, type }: Column) =>
    `    ${shortType(type)} ${name} ${keyOrder.filter((key) => keys?.includes(key)).join(", ")}`.trimEnd()
  const tables = drawn.flatMap((table) => [
    `  ${table} {`,
    ...columns.filter((column) => column.table === table).map(lineOf),
    "  }"
  ])
  const lines = references
    .map(({ from, to }) => [unqualified(to), unqualified(from)] as const)
    .filter((pair) => pair.some((table) => drawn.includes(table)))
    .map(([to, from]) => `  ${to} ||--o{ ${from} : ""`)
  return ["```mermaid", "erDiagram", ...lines, ...tables, "```"].join("\n")
}

const drawings = /(<!-- tables: (.*) -->)\n\n(?:```mermaid\n[\s\S]*?\n```\n\n)?/g

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  return hours * 60 + minutes
}

describe("docs/how-it-works.md", () => {
  it("draws and explains every table, column and reference that the migrations create", async () => {
    const schema = await readSchema()
    const expected = page.replace(
      drawings,
      (_all, comment: string, names: string) => `${comment}\n\n${toDiagram(schema, names.split(", "))}\n\n`
    )
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(`${root}${path}`, expected)
    else assert.strictEqual(page, expected, "run this test with UPDATE_DOCS=1")
    const rows = [...page.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(
      ([, names = ""]) => names.match(/\w+/g) ?? []
    )
    assert.sameMembers(rows, [...tablesOf(schema)])
    const drawn = [...page.matchAll(drawings)].flatMap(([, , names = ""]) => names.split(", "))
    assert.sameMembers(drawn, [...tablesOf(schema)])
    assert.isAbove(schema.references.length, 4)
  })

  it("draws the attempts that a sliding window of 3 in 15 minutes allows and refuses", () => {
    const bars = [...page.matchAll(/ counts :(\d\d:\d\d), 15m$| the next :(\d\d:\d\d), 15m$/gm)]
    const marks = [...page.matchAll(/refused, retry in (\d+) min :milestone, crit, (\d\d:\d\d), 0m$/gm)]
    assert.deepStrictEqual([bars.length, marks.length], [5, 3])
    const attempts = [
      ...bars.map(([, counts, next]) => ({ at: minutesOf(counts ?? next ?? ""), wait: undefined })),
      ...marks.map(([, wait, at = ""]) => ({ at: minutesOf(at), wait: Number(wait) }))
    ].sort((one, other) => one.at - other.at)
    let times: ReadonlyArray<number> = []
    for (const { at, wait } of attempts) {
      const decision = SlidingWindow.consume(times, { limit: 3, windowSeconds: 900 }, at * 60_000)
      assert.strictEqual(decision.isAllowed ? undefined : decision.retryAt / 60_000 - at, wait, `minute ${at}`)
      times = decision.times
    }
  })
})
