import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@latchkey/test-support/files"

const settings = {
  extends: "../../../tsconfig.base.json",
  compilerOptions: {
    noEmit: true,
    composite: false,
    incremental: false,
    declaration: false,
    declarationMap: false,
    noUnusedLocals: false,
    allowJs: true,
    rewriteRelativeImportExtensions: false,
    allowImportingTsExtensions: true,
    types: ["node"],
    lib: ["ES2022", "DOM", "DOM.Iterable"]
  },
  include: ["*.ts"]
}

const run = (project: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const compiler = join(root, "node_modules", "typescript", "bin", "tsc")
    const options = { cwd: project, timeout: 120_000, maxBuffer: 16 * 1024 * 1024 }
    execFile(process.execPath, [compiler, "-p", ".", "--pretty", "false"], options, (error, stdout, stderr) => {
      // It exits with 1 or 2 if it reports errors.
      if (error !== null && (error.killed === true || stdout === "")) reject(new Error(`${error.message}\n${stderr}`))
      else resolve(stdout)
    })
  })

/** Groups the messages of the compiler by file name. Files without errors are missing. */
const byFile = (output: string): ReadonlyMap<string, string> => {
  const messages = new Map<string, string>()
  let current = ""
  for (const line of output.split("\n")) {
    current = /^(?:.*\/)?([\w-]+\.ts)\(\d+,\d+\): error/.exec(line)?.[1] ?? current
    messages.set(current, `${messages.get(current) ?? ""}${line}\n`)
  }
  return messages
}

/** Compiles files in a folder of the workspace. Returns the messages by file name. */
export const compile = async (files: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> => {
  const cache = join(root, "node_modules", ".cache")
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, "types-"))
  try {
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings))
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
    for (const [name, text] of files) writeFileSync(join(folder, name), text)
    return byFile(await run(folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
