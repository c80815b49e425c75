/** The notes of each user, in a table of the app. */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

export const Note = Schema.Struct({ id: Schema.Int, text: Schema.String })
export type Note = typeof Note.Type

export class Notes extends Effect.Service<Notes>()("notes-app/Notes", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      CREATE TABLE IF NOT EXISTS notes (
        id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        user_id text NOT NULL,
        text text NOT NULL
      )`

    const list = (userId: string) =>
      Effect.orDie(sql<Note>`SELECT id, text FROM notes WHERE user_id = ${userId} ORDER BY id`)

    const find = (userId: string, id: number) =>
      Effect.map(Effect.orDie(sql<Note>`SELECT id, text FROM notes WHERE user_id = ${userId} AND id = ${id}`), Arr.head)

    const add = (userId: string, text: string) =>
      Effect.orDie(
        Effect.flatMap(sql<Note>`INSERT INTO notes ${sql.insert({ userId, text })} RETURNING id, text`, Arr.head)
      )

    const deleteAll = (userId: string) => Effect.orDie(sql`DELETE FROM notes WHERE user_id = ${userId}`)

    return { add, deleteAll, find, list }
  })
}) {}
