import { spawn } from "node:child_process"
import { delimiter } from "node:path"

export interface Outcome {
  /** The exit code; null when it took too long and was ended. */
  readonly code: number | null
  /** What it wrote, to standard output and to standard error. */
  readonly out: string
}

export interface Options {
  readonly cwd: string
  /** In milliseconds. */
  readonly timeout: number
}

/** What npm, vitest and Vite tell those whom they start is about this repository, and not for what runs outside of it. */
const isOurs = (name: string): boolean =>
  /^(npm_(package|lifecycle|command|execpath|node_execpath|config_(local_prefix|workspaces?))|VITEST)/i.test(name) ||
  ["BASE_URL", "DEV", "INIT_CWD", "MODE", "NODE_ENV", "NODE_OPTIONS", "PROD", "SSR", "TEST"].includes(name)

const environment = (): NodeJS.ProcessEnv => {
  const theirs = Object.entries(process.env).filter(([name]) => !isOurs(name))
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"))
  return { ...Object.fromEntries(theirs), PATH: path.join(delimiter), CI: "true" }
}

/** Runs a command as it would be outside of this repository. Neither it nor what it starts outlives the timeout. */
export const run = (command: string, args: ReadonlyArray<string>, { cwd, timeout }: Options): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: environment(), detached: true, stdio: ["ignore", "pipe", "pipe"] })
    let out = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        out += text
      })
    }
    // It leads a group of its own, so that this ends whatever it has started, too.
    const endAll = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
      } catch {
        // All of them have ended.
      }
    }
    const timer = setTimeout(endAll, timeout)
    child.once("error", reject)
    child.once("close", (code) => {
      clearTimeout(timer)
      endAll()
      resolve({ code, out })
    })
  })
