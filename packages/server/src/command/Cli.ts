/**
 * The command line. Each command is loaded when it is run, so that help is instant and `serve` never loads the embedded
 * database.
 *
 * @since 0.1.0
 */
import { Command } from "commander"
import type * as Effect from "effect/Effect"
import type { Output } from "./Migrate.ts"
import type { Environment } from "../core/SettingReader.ts"
import { version } from "../core/version.ts"

const start = async (command: Promise<Effect.Effect<void, unknown>>): Promise<void> => {
  const [{ run }, effect] = await Promise.all([import("../core/Program.ts"), command])
  run(effect)
}

/** Commander's errors start with "error: ", and put a suggestion on a line of its own. */
const inOneLine = (text: string): string =>
  `latchkey: ${text
    .replace(/^error: /, "")
    .trim()
    .replace(/\s*\n\s*/g, " ")}. See "latchkey --help".\n`

const json = ["--json", "answer in JSON", false] as const

/** The command `latchkey`; `directory` is where `dev` keeps its data. @since 0.1.0 */
export const make = (environment: Environment, directory: string): Command => {
  const latchkey = new Command("latchkey")
    .description("Signs people in: email and password, or a one-time link by email.")
    .version(version)
    .addHelpText(
      "after",
      '\nSettings are environment variables. "latchkey dev" needs none; "latchkey doctor" says what serve lacks.'
    )
    .configureOutput({ outputError: (text, write) => write(inOneLine(text)) })

  latchkey
    .command("dev")
    .description("run the whole service for development: nothing to set up, data in .latchkey, mail at /dev/inbox")
    .action(() => start(import("./Dev.ts").then(({ dev }) => dev(environment, directory))))

  latchkey
    .command("serve")
    .description("run the service for production; needs BASE_URL and DATABASE_URL")
    .action(() => start(import("./Serve.ts").then(({ serve }) => serve(environment))))

  latchkey
    .command("doctor")
    .description("check whether serve would work here")
    .option(...json)
    .action((output: Output) => start(import("./Doctor.ts").then(({ doctor }) => doctor(environment, output))))

  const migrate = latchkey.command("migrate").description("bring the database named by DATABASE_URL up to date")

  migrate
    .command("plan")
    .description("show what would be applied")
    .option(...json)
    .action((output: Output) => start(import("./Migrate.ts").then(({ plan }) => plan(environment, output))))

  migrate
    .command("apply")
    .description("apply what is pending")
    .option(...json)
    .action((output: Output) => start(import("./Migrate.ts").then(({ apply }) => apply(environment, output))))

  const admin = latchkey.command("admin").description("let operators in")

  admin
    .command("invite")
    .description("make a one-time link to the dashboard; needs BASE_URL and DATABASE_URL")
    .option(...json)
    .action((output: Output) => start(import("./AdminInvite.ts").then(({ invite }) => invite(environment, output))))

  return latchkey
}
