import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { cpSync, existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { freePort } from "@latchkey/test-support/freePort"
import * as Accounts from "./Accounts.ts"
import type { SignInService } from "./MeasuredServer.ts"
import * as Process from "./Process.ts"
import { forwarded, get, post } from "./Requests.ts"
import { password, signers, type User, users } from "./Users.ts"

const home = join("bench", "performance", "better-auth")

/** Installs better-auth from its lock file, unless it is installed. */
export const install = Effect.tryPromise(async () => {
  if (existsSync(join(home, "node_modules", ".package-lock.json"))) return
  const npm = spawn("npm", ["ci", "--ignore-scripts"], { cwd: home, stdio: ["ignore", "ignore", "inherit"] })
  const [code] = await once(npm, "exit")
  if (code !== 0) throw new Error(`npm ci in ${home} failed`)
})

/** Returns the version of the installed package. */
export const version = (): string =>
  JSON.parse(readFileSync(join(home, "node_modules", "better-auth", "package.json"), "utf8")).version

/** Copies better-auth out of this project. Inside, it would find the OpenTelemetry packages and create spans. */
export const copy = (directory: string) =>
  Effect.sync(() => {
    const folder = join(directory, "better-auth")
    cpSync(home, folder, { recursive: true, verbatimSymlinks: true })
    return folder
  })

const copyUser = `
  INSERT INTO "user" SELECT copied.* FROM "user" u, generate_series(1, $1::integer) n,
    jsonb_populate_record(u, jsonb_build_object('id', u.id || n, 'email', format('signer%s@example.com', n))) AS copied
  WHERE u.email = 'signer0@example.com'`

const copyAccount = `
  INSERT INTO account SELECT copied.*
  FROM "user" u JOIN account a ON a."userId" = u.id, generate_series(1, $1::integer) n,
    jsonb_populate_record(a, jsonb_build_object(
      'id', a.id || n, 'userId', u.id || n, 'accountId', u.id || n
    )) AS copied
  WHERE u.email = 'signer0@example.com'`

const signUp = (url: string, port: number, users: ReadonlyArray<User>) =>
  Effect.forEach(users, ({ email }, index) =>
    Effect.map(
      Accounts.call(
        `http://127.0.0.1:${port}/api/auth/sign-up/email`,
        "POST",
        { origin: url },
        { name: `User ${index}`, email, password }
      ),
      Accounts.cookieOf
    )
  )

/** Starts better-auth on a separate database, and creates an account for every user. */
export const make = (folder: string, databaseUrl: string, cookieCache: boolean) =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(freePort)
    const host = `localhost:${port}`
    const url = `http://${host}`
    const process = yield* Process.start(join(folder, "server.js"), {
      directory: folder,
      environment: {
        BASE_URL: url,
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        SECRET: randomBytes(32).toString("hex"),
        COOKIE_CACHE: String(cookieCache)
      }
    })
    yield* Process.message(process, 30)
    const cookies = yield* signUp(url, port, users)
    yield* signUp(url, port, signers.slice(0, 1))
    yield* Accounts.copySigner(databaseUrl, [copyUser, copyAccount])
    const service: SignInService = {
      process,
      port,
      signIn: {
        requests: signers.map((user) =>
          post("/api/auth/sign-in/email", forwarded(host, user), { email: user.email, password })
        ),
        status: 200,
        contains: '"token"'
      },
      sessionCheck: {
        requests: users.map((user, index) =>
          get("/api/auth/get-session", { ...forwarded(host, user), cookie: cookies[index] ?? "" })
        ),
        status: 200,
        contains: '"userId"'
      }
    }
    return service
  })
