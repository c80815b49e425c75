import { type ChildProcess, spawn } from "node:child_process"
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { freePort } from "@latchkey/test-support/freePort"
import { outsideEnvironment, run } from "@latchkey/test-support/packed/run"
import { root, tarballOf } from "@latchkey/test-support/packed/tarballs"

const succeed = async (command: string, args: ReadonlyArray<string>, cwd: string): Promise<void> => {
  const { code, out } = await run(command, args, { cwd })
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${out}`)
}

const isGenerated = (path: string): boolean =>
  ["node_modules", ".next", "next-env.d.ts", "package-lock.json"].includes(basename(path))

/** The example for Next.js, outside of the repository, with the packed client and Next.js from the registry. */
export class NextApp {
  readonly folder: string
  readonly #child: ChildProcess
  readonly origin: string
  /** What it has written to its console. */
  readonly out: () => string

  private constructor(folder: string, origin: string, child: ChildProcess, out: () => string) {
    this.folder = folder
    this.origin = origin
    this.#child = child
    this.out = out
  }

  /** Copies the example into an empty folder, adds files, and builds it. */
  static async build(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
    const example = join(root, "examples/next")
    cpSync(example, folder, { recursive: true, filter: (path) => !isGenerated(path) })
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    await succeed("npm", ["pack", "--workspace", "packages/client", "--pack-destination", folder], root)
    const manifest = JSON.parse(readFileSync(join(example, "package.json"), "utf8"))
    manifest.dependencies["@latchkey/client"] = `file:${tarballOf("client", folder)}`
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest))
    const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--no-package-lock"]
    await succeed("npm", ["install", ...quiet], folder)
    await succeed("npm", ["run", "build"], folder)
  }

  /** Starts the built app on a port. */
  static async start(folder: string, environment: (origin: string) => Readonly<Record<string, string>>) {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const program = join(folder, "node_modules/next/dist/bin/next")
    const child = spawn(process.execPath, [program, "start", "--port", `${port}`, "--hostname", "127.0.0.1"], {
      cwd: folder,
      env: { ...outsideEnvironment(), ...environment(origin) },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let out = ""
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          out += text
          if (out.includes("Ready in")) resolve()
        })
      }
      child.once("error", reject)
      child.once("close", () => reject(new Error(`The app ended:\n${out}`)))
    })
    return new NextApp(folder, origin, child, () => out)
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("close", resolve))
    if (this.#child.kill("SIGKILL")) await ended
  }
}
