import Pg from "pg"

/** The connections, as many as Latchkey has. */
export const pool = new Pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })
