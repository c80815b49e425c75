import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { onTestFinished } from "vitest"

/** The program of the build. */
const built = fileURLToPath(new URL("../../../server/dist/main.js", import.meta.url))

/** A running `latchkey` from the build, in its own process. */
export interface Latchkey {
  readonly pid: number
  /** What it has written to standard output and to standard error. */
  readonly out: () => string
  readonly err: () => string
  /** Resolves when its standard output contains the text. Rejects if the process ends before. */
  readonly says: (text: string) => Promise<void>
  readonly kill: (signal: NodeJS.Signals) => void
  /** Resolves to its exit code, or to `null` if a signal ended it. */
  readonly ended: Promise<number | null>
}

const collect = (child: ChildProcess, stream: "stdout" | "stderr") => {
  let text = ""
  child[stream]?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk
  })
  return () => text
}

export interface Options {
  readonly directory: string
  readonly environment?: Readonly<Record<string, string>>
  /** The program; that of the build without it. */
  readonly main?: string
  /** Arguments of Node. */
  readonly nodeArguments?: ReadonlyArray<string>
}

/** Registers what to undo, as `onTestFinished` does. */
export type CleanUp = (undo: () => void | Promise<void>) => void

/** `TEST_OTLP_ENDPOINT=http://… npm run test:full -- faults` runs the same tests with every request traced. */
const telemetry = (endpoint = process.env["TEST_OTLP_ENDPOINT"]): Readonly<Record<string, string>> =>
  endpoint === undefined ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }

/** Runs a command. The process is killed after the test, or whenever `cleanUp` runs. */
export const run = (
  args: ReadonlyArray<string>,
  { directory, environment = {}, main = built, nodeArguments = [] }: Options,
  cleanUp: CleanUp = onTestFinished
): Latchkey => {
  const child = spawn(process.execPath, [...nodeArguments, main, ...args], {
    cwd: directory,
    env: { PATH: process.env["PATH"] ?? "", ...telemetry(), ...environment },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const out = collect(child, "stdout")
  const err = collect(child, "stderr")
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
  cleanUp(async () => {
    child.kill("SIGKILL")
    await ended
  })
  const says = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (out().includes(text)) resolve()
      }
      child.stdout?.on("data", look)
      look()
      ended.then(() => reject(new Error(`The process ended before it printed "${text}":\n${out()}\n${err()}`)))
    })
  return { pid: child.pid ?? 0, out, err, says, kill: (signal) => child.kill(signal), ended }
}

/** Creates an empty folder. It is deleted after the test, or whenever `cleanUp` runs. */
export const folder = (cleanUp: CleanUp = onTestFinished): string => {
  const path = mkdtempSync(join(tmpdir(), "latchkey-service-"))
  cleanUp(() => rmSync(path, { recursive: true, force: true }))
  return path
}
