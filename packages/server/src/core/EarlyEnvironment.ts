/**
 * What Node reads from the environment before it reads the file of `--env-file`. Without this module, the certificates
 * that the file names would not count, and the program could not say why.
 */
import { spawn } from "node:child_process"
import { constants } from "node:os"

const readAtStart = ["NODE_EXTRA_CA_CERTS", "NODE_USE_SYSTEM_CA"]

const isEnvFile = (arg: string): boolean => /^--env-file(-if-exists)?(=|$)/.test(arg)

/** Returns Node's own arguments without the files of the environment. `--env-file name` is two of them. */
const withoutEnvFiles = (args: ReadonlyArray<string>): ReadonlyArray<string> =>
  args.filter((arg, index) => {
    const before = args[index - 1] ?? ""
    return !isEnvFile(arg) && !(isEnvFile(before) && !before.includes("="))
  })

/**
 * Returns Node's arguments for a new start in which everything of the environment counts; `undefined` if it does now.
 */
export const argumentsOfRestart = (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string | undefined>>
): ReadonlyArray<string> | undefined =>
  args.some(isEnvFile) && readAtStart.some((name) => (environment[name] ?? "") !== "")
    ? withoutEnvFiles(args)
    : undefined

/**
 * Runs the program again in another process, with the environment of this one, and returns its exit code: that of a
 * shell if a signal ended it. Passes on what asks it to stop. A terminal sends `SIGINT` to both processes by itself.
 */
export const runAgain = (nodeArguments: ReadonlyArray<string>): Promise<number> => {
  const child = spawn(process.execPath, [...nodeArguments, ...process.argv.slice(1)], { stdio: "inherit" })
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal))
  process.on("SIGINT", () => {})
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]))
  })
}
