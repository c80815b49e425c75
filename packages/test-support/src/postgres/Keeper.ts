import { type ChildProcess, spawn } from "node:child_process"
import type { Account } from "./account.ts"

/** How a program is spawned: account, working directory, environment. */
export interface Options extends Partial<Account> {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** The same on every machine and for every account. */
export const environment = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" }

// Standard input ends when the tests end, even if they are killed. So no server and no data remain.
const script = `
signal=$1; directory=$2; shift 2
exec 3<&0
"$@" 3<&- & server=$!
{ read -r _ <&3; kill -s "$signal" "$server"; } 2>/dev/null & reader=$!
wait "$server"
kill "$reader" 2>/dev/null
rm -rf "$directory"
`

/** Runs a server until `end` or until the tests end. Then sends it `signal`, and deletes its directory. */
export const keep = (
  command: ReadonlyArray<string>,
  signal: "INT" | "KILL",
  directory: string,
  options: Options
): ChildProcess =>
  spawn("/bin/sh", ["-c", script, "sh", signal, directory, ...command], {
    ...options,
    // Ctrl-C must reach the tests only. The server ends after them.
    detached: true,
    stdio: ["pipe", "ignore", "pipe"]
  })

/** Ends a server, and waits until it has exited. */
export const end = (kept: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (kept.exitCode !== null || kept.signalCode !== null) resolve()
    else kept.once("exit", () => resolve())
    kept.stdin?.end()
  })

/** Resolves when the server writes `words` to standard error. Rejects if it exits before. */
export const says = (kept: ChildProcess, words: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let log = ""
    kept.stderr?.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-10_000)
      if (log.includes(words)) resolve()
    })
    kept.once("error", reject)
    kept.once("exit", () => reject(new Error(`It did not start:\n${log}`)))
  })
