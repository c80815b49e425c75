import { spawn } from "node:child_process"
import { delimiter } from "node:path"

export interface Outcome {
  /** The exit code; `null` if it was killed because it did not end. */
  readonly code: number | null
  /** Standard output and standard error. */
  readonly out: string
}

/** Nine minutes: a command that takes longer hangs. Less than the ten of a test, which then shows what it has printed. */
const longest = 540_000

/** Variables that npm, vitest and Vite set for this repository. A command outside of it must not get them. */
const isOurs = (name: string): boolean =>
  /^(npm_(package|lifecycle|command|execpath|node_execpath|config_(local_prefix|workspaces?))|VITEST)/i.test(name) ||
  ["BASE_URL", "DEV", "INIT_CWD", "MODE", "NODE_ENV", "NODE_OPTIONS", "PROD", "SSR", "TEST"].includes(name)

/** Returns the environment without what npm, vitest and Vite set for this repository. */
export const outsideEnvironment = (): NodeJS.ProcessEnv => {
  const inherited = Object.entries(process.env).filter(([name]) => !isOurs(name))
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"))
  return { ...Object.fromEntries(inherited), PATH: path.join(delimiter), CI: "true" }
}

/** Runs a command as outside of this repository. Kills it and its children if it does not end. `cwd`: where it runs. */
export const run = (
  command: string,
  args: ReadonlyArray<string>,
  { cwd }: { readonly cwd: string }
): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: outsideEnvironment(),
      detached: true,
      stdio: ["ignore", "pipe", "pipe"]
    })
    let out = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        out += text
      })
    }
    // It leads a process group, so that this also kills its children.
    const killAll = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
      } catch {
        // All of them have already ended.
      }
    }
    const timer = setTimeout(killAll, longest)
    child.once("error", reject)
    child.once("close", (code) => {
      clearTimeout(timer)
      killAll()
      resolve({ code, out })
    })
  })
