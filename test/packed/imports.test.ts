import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Consumer } from "./support/Consumer.ts"
import { run } from "./support/run.ts"
import { filesIn, names, pack, root, temporaryFolder } from "./support/tarballs.ts"

const tarballs = temporaryFolder(afterAll)
const folder = temporaryFolder(afterAll)
let app: Consumer

beforeAll(async () => {
  await pack(tarballs)
  app = await Consumer.make(folder, tarballs)
}, 120_000)

/** The modules of a package, as others would import them: those of its own, and those for everybody. */
const modulesOf = (name: string) => {
  const modules = filesIn(join(app.packageFolder(name), "dist"))
    .filter((path) => path.endsWith(".js"))
    .map((path) => `@latchkey/${name}/${path.slice(0, -".js".length)}`)
  const isSecret = (module: string) => /^@latchkey\/\w+\/(internal|migrations)\//.test(module)
  return {
    open: [`@latchkey/${name}`, ...modules.filter((module) => !isSecret(module))],
    secret: [`@latchkey/${name}/internal/anything`, ...modules.filter(isSecret)]
  }
}

const importAll = (modules: ReadonlyArray<string>) =>
  `for (const module of ${JSON.stringify(modules)}) await import(module)`

/** Where each module is found, or the code of the error. */
const resolveAll = (modules: ReadonlyArray<string>) => `
  for (const module of ${JSON.stringify(modules)}) {
    try { console.log(import.meta.resolve(module)) } catch ({ code }) { console.log(code) }
  }`

/** The package that a URL leads into: `effect`, `@latchkey/domain`; a module of Node as it is. */
const packageOf = (url: string): string =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? (url.startsWith("node:") ? url : "the app")

const packagesLoadedBy = async (modules: ReadonlyArray<string>) => {
  const file = join(folder, "imports.txt")
  const trace = new URL(`support/traceImports.js?to=${encodeURIComponent(file)}`, import.meta.url)
  const { code, out } = await app.run(importAll(modules), ["--import", trace.href])
  assert.strictEqual(code, 0, out)
  const imports = readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      const [from, to] = line.split(" ")
      return from === undefined || to === undefined ? [] : [{ from: packageOf(from), to: packageOf(to) }]
    })
  const by = (isMeant: (from: string) => boolean) =>
    [...new Set(imports.filter(({ from }) => isMeant(from)).map(({ to }) => to))].sort()
  return { all: by((from) => from !== "the app"), by: (name: string) => by((from) => from === name) }
}

describe("The packages, installed from their tarballs", () => {
  it("load nothing but effect, where it is the domain that is imported", { timeout: 60_000 }, async () => {
    const { open } = modulesOf("domain")
    assert.isAbove(open.length, 30)
    const loaded = await packagesLoadedBy(open)
    assert.deepStrictEqual(loaded.by("@latchkey/domain"), ["@latchkey/domain", "effect"])
    // What effect itself is made of: its Schema brings generators of samples along.
    assert.deepStrictEqual(loaded.all, ["@latchkey/domain", "effect", "fast-check", "pure-rand"])
  })

  // The suites of the testkit are for vitest: outside of it they cannot be loaded.
  const libraries = names.filter((name) => name !== "testkit")
  it.each(libraries)("can be imported: %s", { timeout: 60_000 }, async (name) => {
    const modules = modulesOf(name).open.filter((module) => module !== "@latchkey/server/main")
    const { code, out } = await app.run(importAll(modules))
    assert.deepStrictEqual({ code, out }, { code: 0, out: "" })
  })

  it.each(names)("keep secrets: %s", { timeout: 60_000 }, async (name) => {
    const { secret } = modulesOf(name)
    const { out } = await app.run(resolveAll(secret))
    assert.deepStrictEqual(
      out.trim().split("\n"),
      secret.map(() => "ERR_PACKAGE_PATH_NOT_EXPORTED")
    )
  })

  it("run from dist, and from the sources only where that is asked for", { timeout: 60_000 }, async () => {
    const modules = names.map((name) => `@latchkey/${name}`)
    const places = async (options: ReadonlyArray<string>) => {
      const { out } = await app.run(resolveAll(modules), options)
      return out.trim().split("\n")
    }
    for (const place of await places([])) assert.match(place, /\/dist\/index\.js$/)
    for (const place of await places(["--conditions=@latchkey/source"])) {
      assert.match(place, /\/src\/index\.ts$/)
      assert.isNotEmpty(readFileSync(fileURLToPath(place), "utf8"))
    }
  })

  it("have types, with which what their READMEs show compiles", { timeout: 90_000 }, async () => {
    const shown = names.flatMap((name) => {
      const readme = readFileSync(join(app.packageFolder(name), "README.md"), "utf8")
      return [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""], at) => ({
        file: `${name}${at}.ts`,
        code
      }))
    })
    assert.isAtLeast(shown.length, names.length - 1)
    for (const { code, file } of shown) writeFileSync(join(app.folder, file), code)
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false },
      ...{ module: "NodeNext", target: "ES2022", lib: ["ES2022", "DOM", "DOM.Iterable"], types: ["node"] }
    }
    writeFileSync(join(app.folder, "package.json"), JSON.stringify({ type: "module" }))
    const files = shown.map(({ file }) => file)
    writeFileSync(join(app.folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }))
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const { code, out } = await run(process.execPath, [tsc, "-p", "."], { cwd: app.folder, timeout: 80_000 })
    // The types of other packages are theirs to mend: vitest's and chai's do not go together.
    const errors = out.split("\n").filter((line) => line !== "" && !/node_modules\/(?!@latchkey)/.test(line))
    assert.deepStrictEqual(errors, [])
    assert.isNotNull(code)
  })
})
