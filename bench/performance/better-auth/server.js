/**
 * better-auth as its documentation sets it up for speed, on the same PostgreSQL, with Latchkey's Argon2id parameters
 * and without rate limits. `COOKIE_CACHE=true` lets sessions be read from a signed cookie instead of the database.
 */
import { createServer } from "node:http"
import { hash, verify } from "@node-rs/argon2"
import { betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { toNodeHandler } from "better-auth/node"
import pg from "pg"

const environment = process.env

const auth = betterAuth({
  baseURL: environment.BASE_URL,
  secret: environment.SECRET,
  database: new pg.Pool({ connectionString: environment.DATABASE_URL, max: 10 }),
  emailAndPassword: {
    enabled: true,
    password: {
      // Argon2id. The library's `Algorithm` is a const enum, which only its types have.
      hash: (password) => hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
      verify: ({ hash, password }) => verify(hash, password)
    }
  },
  rateLimit: { enabled: false },
  // A day, so that the cookies of the benchmark do not expire while it runs.
  session: { cookieCache: { enabled: environment.COOKIE_CACHE === "true", maxAge: 86_400 } },
  // A session and its user in one query.
  advanced: { database: { joins: true } },
  telemetry: { enabled: false }
})

const { runMigrations } = await getMigrations(auth.options)
await runMigrations()

const server = createServer(toNodeHandler(auth))
server.listen(Number(environment.PORT), "127.0.0.1", () => process.send?.("ready"))
process.once("disconnect", () => process.exit())
