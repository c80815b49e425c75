/** `deploy/patroni/cluster`, as the tests run it. */
import { type ChildProcess, spawn } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import type { CleanUp } from "@latchkey/test-support/process/latchkey"

const folder = fileURLToPath(new URL("../../../deploy/patroni", import.meta.url))

/** Returns what the script needs, and this machine does not have. */
export const missingPrograms = (): ReadonlyArray<string> => {
  const folders = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin"]
  const programs = ["patroni", "etcd", "haproxy", "python3", "setpriv"]
  return [
    ...programs.filter((program) => !folders.some((path) => existsSync(join(path, program)))),
    ...(existsSync("/usr/lib/postgresql") ? [] : ["Debian's PostgreSQL"])
  ]
}

/** Returns a function that waits until the script prints lines with a word in front, and returns the rest of them. */
const reader = (script: ChildProcess) => {
  let out = ""
  script.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk
  })
  const ended = new Promise<never>((_, reject) => {
    script.once("close", () => reject(new Error(`deploy/patroni/cluster has ended:\n${out}`)))
  })
  ended.catch(() => {})
  return async (word: string): Promise<ReadonlyArray<string>> => {
    for (;;) {
      const found = [...out.matchAll(new RegExp(`^${word} ?(.*)\n`, "gm"))].map(([, rest = ""]) => rest)
      if (found.length > 0) return found
      await Promise.race([sleep(50), ended])
    }
  }
}

/** Runs the script until `cleanUp`. */
export const startScript = (environment: NodeJS.ProcessEnv, cleanUp: CleanUp) => {
  // Its input ends when the tests end, however they end. Ctrl-C must not reach it before.
  const script = spawn(join(folder, "cluster"), {
    env: environment,
    detached: true,
    stdio: ["pipe", "pipe", "inherit"]
  })
  const ended = new Promise((resolve) => script.once("close", resolve))
  cleanUp(async () => {
    script.stdin.end()
    await ended
  })
  return reader(script)
}

/** Replacements in the templates. */
export type Changes = ReadonlyArray<readonly [file: string, before: string, after: string]>

/** Makes a folder with changed templates, and returns its path. */
export const changedTemplates = (changes: Changes, cleanUp: CleanUp): string => {
  const copy = mkdtempSync(join(tmpdir(), "latchkey-templates-"))
  cleanUp(() => rmSync(copy, { recursive: true, force: true }))
  cpSync(folder, copy, { recursive: true })
  for (const [file, before, after] of changes) {
    const text = readFileSync(join(copy, file), "utf8")
    if (!text.includes(before)) throw new Error(`${file} does not contain "${before}"`)
    writeFileSync(join(copy, file), text.replace(before, after))
  }
  return copy
}

/** Returns the ports that the script has chosen, by name. */
export const portsIn = (path: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    readFileSync(join(path, "ports"), "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split(" "))
      .map(([name = "", port]) => [name, Number(port)])
  )
