/**
 * The command line. Each command is loaded only when it runs, so that help is fast and `serve` never loads the embedded
 * database.
 */
import { Command, Option } from "commander"
import type * as Effect from "effect/Effect"
import { sources } from "../account/ImportSources.ts"
import type { Environment } from "../core/Variable.ts"
import { version } from "../core/version.ts"
import type { Options as DoctorOptions } from "./Doctor.ts"
import type { Options as InviteOptions } from "./AdminInvite.ts"
import type { Options as LoginOptions } from "./Login.ts"
import type { Options as KeyOptions, RotateOptions } from "./Keys.ts"
import type { ApplyOptions, Output } from "./Migrate.ts"
import type { Options as PasskeyOptions } from "./PasskeysRemove.ts"
import type { Options as RevokeOptions } from "./SessionsRevoke.ts"
import type { Options as ExportOptions } from "./UsersExport.ts"
import type { Options as ImportOptions } from "./UsersImport.ts"

/** `interrupted`: the exit code after a signal. */
const start = async (command: Promise<Effect.Effect<void, unknown>>, interrupted = 0): Promise<void> => {
  const [{ run }, effect] = await Promise.all([import("../core/Program.ts"), command])
  run(effect, { interrupted })
}

/** Commander's errors start with "error: ", may end with a period, and put a suggestion on a separate line. */
const toLine = (text: string): string =>
  `latchkey: ${text
    .replace(/^error: /, "")
    .trim()
    .replace(/\.$/, "")
    .replace(/\s*\n\s*/g, " ")}. See "latchkey --help".\n`

const json = ["--json", "print JSON", false] as const
const instance = ["--instance <id>", "the instance", "default"] as const

const addUsers = (latchkey: Command, environment: Environment): void => {
  const users = latchkey.command("users").description("import and export users (requires DATABASE_URL)")

  users
    .command("import <file>")
    .description("create users from a file with one JSON object per line, or from standard input: -")
    .option(...instance)
    .addOption(new Option("--from <system>", "the system that wrote the file").choices(sources).default("latchkey"))
    .option("--dry-run", "store nothing, and only check", false)
    .option("--without-factors", "import users who had a second factor or passkeys, too", false)
    .option("--errors <file>", "where to write what is wrong with lines (default: <file>.errors.ndjson)")
    .option(...json)
    .action((file: string, options: ImportOptions) =>
      start(
        import("./UsersImport.ts").then(({ importUsers }) => importUsers(environment, file, options)),
        1
      )
    )

  users
    .command("export [file]")
    .description("write all users, one JSON object per line, to a file or to standard output")
    .option(...instance)
    .option("--with-hashes", "include the password hashes", false)
    .action((file: string | undefined, options: ExportOptions) =>
      start(
        import("./UsersExport.ts").then(({ exportUsers }) => exportUsers(environment, file, options)),
        1
      )
    )
}

const addKeys = (latchkey: Command, environment: Environment): void => {
  const keys = latchkey
    .command("keys")
    .description("manage the keys that access tokens are signed with (requires DATABASE_URL)")

  keys
    .command("list")
    .description("list the keys of an instance")
    .option(...instance)
    .option(...json)
    .action((options: KeyOptions) => start(import("./Keys.ts").then(({ list }) => list(environment, options))))

  keys
    .command("rotate")
    .description("create the next key of an instance, which signs after a day (requires SECRET_KEY)")
    .option(...instance)
    .option("--now", "sign with it now, and delete the others, which someone else may know", false)
    .option(...json)
    .action((options: RotateOptions) =>
      start(
        import("./Keys.ts").then(({ rotate }) => rotate(environment, options)),
        1
      )
    )
}

/** Makes the command `latchkey`. `dev` keeps its data in `directory`. */
export const make = (environment: Environment, directory: string): Command => {
  const latchkey = new Command("latchkey")
    .description("Signs users in with a passkey, a password, or a one-time link by email.")
    .version(version)
    .addHelpText(
      "after",
      '\nSettings are environment variables. "latchkey dev" needs none. "latchkey doctor" checks the settings for "serve".'
    )
    .configureOutput({ outputError: (text, write) => write(toLine(text)) })

  latchkey
    .command("dev")
    .description("run the service for development: no setup, data in .latchkey, emails at /dev/inbox")
    .action(() => start(import("./Dev.ts").then(({ dev }) => dev(environment, directory))))

  latchkey
    .command("serve")
    .description("run the service in production (requires BASE_URL and DATABASE_URL)")
    .action(() => start(import("./Serve.ts").then(({ serve }) => serve(environment))))

  latchkey
    .command("doctor")
    .description("check the settings, the database and everything else that serve needs")
    .option("--app <origin>", "check an app instead: its origin, cookies, instance, clock and paths")
    .option(...json)
    .action((options: DoctorOptions) => start(import("./Doctor.ts").then(({ doctor }) => doctor(environment, options))))

  const migrate = latchkey.command("migrate").description("manage the tables in the database (requires DATABASE_URL)")

  migrate
    .command("plan")
    .description("list pending migrations")
    .option(...json)
    .action((output: Output) => start(import("./Migrate.ts").then(({ plan }) => plan(environment, output))))

  migrate
    .command("apply")
    .description("apply pending migrations")
    .option("--citus", "distribute the tables over a Citus cluster", false)
    .option(...json)
    .action((options: ApplyOptions) => start(import("./Migrate.ts").then(({ apply }) => apply(environment, options))))

  latchkey
    .command("login")
    .description("sign in to a running service on this command line, with a code")
    .option("--url <url>", "where the service is", environment["BASE_URL"] ?? "http://localhost:3000")
    .option("--json", "print the tokens of the session as JSON, and keep it", false)
    .action((options: LoginOptions) =>
      start(
        import("./Login.ts").then(({ login }) => login(options)),
        1
      )
    )

  addUsers(latchkey, environment)
  addKeys(latchkey, environment)

  latchkey
    .command("sessions")
    .description("sign everyone out (requires DATABASE_URL)")
    .command("revoke")
    .description("end all sessions, links, codes and invitations, as after restoring a backup")
    .option("--all", "of every instance, and of the dashboard", false)
    .option("--instance <id>", "of one instance")
    .option(...json)
    .action((options: RevokeOptions) =>
      start(
        import("./SessionsRevoke.ts").then(({ revoke }) => revoke(environment, options)),
        1
      )
    )

  latchkey
    .command("passkeys")
    .description("remove passkeys after the service has moved (requires BASE_URL and DATABASE_URL)")
    .command("remove")
    .description("remove the passkeys that are bound to the host before")
    .requiredOption("--rp-id <host>", "the RP ID before")
    .option("--yes", "remove them; without it, only say how many", false)
    .option(...json)
    .action((options: PasskeyOptions) =>
      start(
        import("./PasskeysRemove.ts").then(({ remove }) => remove(environment, options)),
        1
      )
    )

  const admin = latchkey.command("admin").description("manage dashboard access")

  admin
    .command("invite")
    .description("print a one-time link to the dashboard (requires BASE_URL and DATABASE_URL)")
    .option(
      "--email <address>",
      "of the operator: adds them, or invites them again; without it, the link is for anyone"
    )
    .option("--name <name>", "of a new operator, for the audit log")
    .addOption(new Option("--role <role>", "of a new operator").choices(["viewer", "support", "admin"]))
    .option(...json)
    .action((options: InviteOptions) =>
      start(import("./AdminInvite.ts").then(({ invite }) => invite(environment, options)))
    )

  admin
    .command("operators")
    .description("list who may use the dashboard (requires DATABASE_URL)")
    .option(...json)
    .action((output: Output) => start(import("./AdminOperators.ts").then(({ list }) => list(environment, output))))

  return latchkey
}
