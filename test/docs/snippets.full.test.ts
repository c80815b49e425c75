import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { read, root } from "@latchkey/test-support/files"
import { freePort } from "@latchkey/test-support/freePort"
import { sendEarlyRequests } from "@latchkey/test-support/process/earlyRequests"

/** Inside the project, so that programs resolve the packages by name. */
const folder = join(root, "node_modules", ".cache", "latchkey-snippets")

const pages = [
  "README.md",
  ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`),
  ...readdirSync(join(root, "packages")).map((name) => `packages/${name}/README.md`)
].filter((name) => name.endsWith(".md"))

const isWhole = (program: string): boolean => !/ from "\.{1,2}\//.test(program)

/** Returns the programs of a page: TypeScript that begins with imports. Other snippets are parts of programs. */
const programsOf = (page: string): ReadonlyArray<string> =>
  [...read(page).matchAll(/^```ts\n(import [\s\S]*?)^```$/gm)].map(([, program = ""]) => program).filter(isWhole)

const programs = pages.flatMap((page) =>
  programsOf(page).map((text, index) => ({ name: `${page.replace(/\W/g, "-")}-${index + 1}`, text }))
)

const options = {
  extends: join(root, "tsconfig.base.json"),
  compilerOptions: {
    outDir: "out",
    composite: false,
    // As users compile them who installed the packages: from the build.
    customConditions: [],
    incremental: false,
    declaration: false,
    declarationMap: false,
    types: ["node"],
    lib: ["ES2022", "DOM"],
    noUnusedLocals: true
  },
  include: ["*.ts"]
}

describe("The programs in the documentation", () => {
  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options))
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
    for (const { name, text } of programs) writeFileSync(join(folder, `${name}.ts`), text)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test("are found", () => {
    expect(programs.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["docs-embedding-md-1", "docs-quickstart-effect-app-md-1", "docs-quickstart-tests-md-1"])
    )
  })

  test("compile as they are written", () => {
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc")
    const compile = () => execFileSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { encoding: "utf8" })
    expect(problemsOf(compile)).toBe("")
  })

  const servers = programs.filter(({ text }) => text.includes("NodeRuntime.runMain"))

  test("include those of the quickstart and of embedding, which serve", () => {
    expect(servers.map(({ name }) => name)).toEqual(["docs-embedding-md-5", "docs-quickstart-effect-app-md-1"])
  })

  test.each(servers)(
    "respond to every request that they accept, from the first millisecond: $name",
    async ({ name }) => {
      const port = await freePort()
      const file = join(folder, "out", `${name}.js`)
      writeFileSync(file, readFileSync(file, "utf8").replaceAll("3000", `${port}`))
      const program = spawn(process.execPath, [file], { stdio: "ignore" })
      const ended = once(program, "exit")
      onTestFinished(async () => {
        program.kill("SIGKILL")
        await ended
      })
      const { answered, unanswered } = await sendEarlyRequests(`http://127.0.0.1:${port}/`)
      expect(answered).toBeGreaterThan(10)
      expect(unanswered).toBe(0)
    }
  )
})

/** Returns the output of the compiler, empty if there are no errors. */
function problemsOf(compile: () => string): string {
  try {
    return compile()
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout)
  }
}
