import { type ChildProcess, spawn } from "node:child_process"
import type { Account } from "./account.ts"

/** How a kept program is spawned: as whom, where, and with which environment. */
export interface Options extends Partial<Account> {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** The same whoever runs the tests, and wherever. */
export const environment = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" }

// Standard input ends when the tests end, however they end: even killed, they leave no server and no data behind.
const script = `
signal=$1; directory=$2; shift 2
exec 3<&0
"$@" 3<&- & server=$!
{ read -r _ <&3; kill -s "$signal" "$server"; } 2>/dev/null & reader=$!
wait "$server"
kill "$reader" 2>/dev/null
rm -rf "$directory"
`

/** Runs a server for as long as the tests run, or until `end`: by this signal. Then its directory is deleted. */
export const keep = (
  command: ReadonlyArray<string>,
  signal: "INT" | "KILL",
  directory: string,
  options: Options
): ChildProcess =>
  spawn("/bin/sh", ["-c", script, "sh", signal, directory, ...command], {
    ...options,
    // Ctrl-C is for the tests. They end, and then this ends.
    detached: true,
    stdio: ["pipe", "ignore", "pipe"]
  })

/** Ends what is kept, and waits until nothing is left of it. */
export const end = (kept: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (kept.exitCode !== null || kept.signalCode !== null) resolve()
    else kept.once("exit", () => resolve())
    kept.stdin?.end()
  })

/** Fulfilled when the server says the words on standard error; rejected when it ends before. */
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
