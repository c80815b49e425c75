/** Runs programs that pages of the documentation show, each as its own process. */
import { read } from "@latchkey/test-support/files"
import { freePort } from "@latchkey/test-support/freePort"
import { folder } from "@latchkey/test-support/process/latchkey"
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { assert } from "vitest"

/** A program in a language. */
export interface Program {
  readonly name: string
  /** The language of its block of code on the page. */
  readonly block: string
  readonly file: string
  /** Completes a block that is a part of a program. */
  readonly complete?: (code: string) => string
  readonly build?: ReadonlyArray<string>
  readonly start: ReadonlyArray<string>
}

/** Reads the lines of a process up to one that begins with a text, and returns those before it. */
export type ReadUntil = (beginning: string) => Promise<ReadonlyArray<string>>

const readerOf = (output: Readable): ReadUntil => {
  const lines = createInterface({ input: output })[Symbol.asyncIterator]()
  return async (beginning) => {
    const before: Array<string> = []
    while (true) {
      const { done, value } = await lines.next()
      if (done === true) throw new Error("The program has ended")
      if (value.startsWith(beginning)) return before
      before.push(value)
    }
  }
}

/** Returns `true` if the command succeeds. */
export const succeeds = (command: string, ...args: ReadonlyArray<string>): boolean =>
  spawnSync(command, args).status === 0

/** Returns `true` if the program is on the PATH. */
export const isThere = (program: string): boolean => succeeds("which", program)

/** Returns the only block of code in that language on a page. */
export const blockOf = (page: string, block: string): string => {
  const [found, ...others] = [...read(page).matchAll(new RegExp(`^\`\`\`${block}\\n([\\s\\S]*?)^\`\`\``, "gm"))]
  assert.deepStrictEqual(others, [])
  return found?.[1] ?? ""
}

/** Runs the program of a page, and returns what reads the lines that it writes. `undo`: gets what ends it. */
export const runProgram = (
  page: string,
  { block, build = [], complete = (code) => code, file, start: [command = "", ...args] }: Program,
  environment: Readonly<Record<string, string>>,
  undo: (cleanUp: () => void | Promise<void>) => void
): ReadUntil => {
  const cwd = folder((cleanUp) => undo(cleanUp))
  writeFileSync(join(cwd, file), complete(blockOf(page, block)))
  symlinkSync(resolve("node_modules"), join(cwd, "node_modules"))
  const [compiler, ...options] = build
  if (compiler !== undefined) execFileSync(compiler, options, { cwd, stdio: "pipe" })
  const env = { ...process.env, ...environment }
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "inherit"] })
  undo(() => void child.kill("SIGKILL"))
  return readerOf(child.stdout)
}

/** Runs the program of a page, and waits until it says that it listens. Returns its `host:port`, too. */
export const startProgram = async (
  page: string,
  program: Program,
  environment: Readonly<Record<string, string>>,
  undo: (cleanUp: () => void | Promise<void>) => void
): Promise<{ readonly host: string; readonly readUntil: ReadUntil }> => {
  const port = await freePort()
  const readUntil = runProgram(page, program, { ...environment, PORT: `${port}` }, undo)
  await readUntil("Listening")
  return { host: `127.0.0.1:${port}`, readUntil }
}
