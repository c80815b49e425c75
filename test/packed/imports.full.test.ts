import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildSync } from "esbuild"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"
import { Consumer } from "./support/Consumer.ts"
import { run } from "@latchkey/test-support/packed/run"
import { filesIn, names, pack, root, temporaryFolder } from "@latchkey/test-support/packed/tarballs"

const tarballs = temporaryFolder(afterAll)
const folder = temporaryFolder(afterAll)
let app: Consumer

beforeAll(async () => {
  await pack(tarballs)
  app = await Consumer.make(folder, tarballs)
})

/** Returns the modules of a package by specifier: those that its manifest exports, and all others. */
const modulesOf = (name: string) => {
  const manifest = JSON.parse(readFileSync(join(app.packageFolder(name), "package.json"), "utf8"))
  const keys = Object.entries<unknown>(manifest.exports).map(([key, target]) => {
    const [prefix = "", suffix] = key.split("*")
    return { prefix, suffix, isOpen: target !== null }
  })
  // As Node does: the exact one, or the one with the longest part before the asterisk.
  const isExported = (path: string): boolean =>
    keys
      .filter(({ prefix, suffix }) =>
        suffix === undefined ? path === prefix : path.startsWith(prefix) && path.endsWith(suffix)
      )
      .sort(
        (a, b) => Number(b.suffix === undefined) - Number(a.suffix === undefined) || b.prefix.length - a.prefix.length
      )
      .at(0)?.isOpen ?? false
  const paths = filesIn(join(app.packageFolder(name), "dist"))
    .filter((path) => path.endsWith(".js"))
    .map((path) => `./${path.slice(0, -".js".length)}`)
  const specifiers = (paths: ReadonlyArray<string>) => paths.map((path) => join(`@latchkey/${name}`, path))
  return {
    exported: specifiers([".", ...paths].filter(isExported)),
    internal: specifiers(["./internal/missing", ...paths].filter((path) => !isExported(path)))
  }
}

const importAll = (modules: ReadonlyArray<string>) =>
  `for (const module of ${JSON.stringify(modules)}) await import(module)`

/** Prints where each module is found, or the code of the error. */
const resolveAll = (modules: ReadonlyArray<string>) => `
  for (const module of ${JSON.stringify(modules)}) {
    try { console.log(import.meta.resolve(module)) } catch ({ code }) { console.log(code) }
  }`

/** Returns the package of a URL, such as `effect`; a module of Node is returned unchanged. */
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
  const by = (isImporter: (from: string) => boolean) =>
    [...new Set(imports.filter(({ from }) => isImporter(from)).map(({ to }) => to))].sort()
  return { all: by((from) => from !== "the app"), by: (name: string) => by((from) => from === name) }
}

describe("The installed packages", () => {
  it("load only effect for the domain", async () => {
    const { exported } = modulesOf("domain")
    assert.isAbove(exported.length, 30)
    const loaded = await packagesLoadedBy(exported)
    assert.deepStrictEqual(loaded.by("@latchkey/domain"), ["@latchkey/domain", "effect"])
    // Schema of effect imports the generators of samples.
    assert.deepStrictEqual(loaded.all, ["@latchkey/domain", "effect", "fast-check", "pure-rand"])
  })

  // The contract suites of the testkit can only be loaded by vitest.
  const libraries = names.filter((name) => name !== "testkit")
  it.each(libraries)("can be imported: %s", async (name) => {
    // Only Next.js loads its kit. It bundles it: see next.full.test.ts.
    const modules = modulesOf(name).exported.filter((module) => module !== "@latchkey/client/next")
    assert.isNotEmpty(modules)
    const { code, out } = await app.run(importAll(modules))
    assert.deepStrictEqual({ code, out }, { code: 0, out: "" })
  })

  it("have the common passwords, also in one file from a bundler", async () => {
    const program = `
      import * as CommonPasswordBlocklist from "@latchkey/crypto/CommonPasswordBlocklist"
      import { PasswordBlocklist } from "@latchkey/domain/password/PasswordBlocklist"
      import * as Effect from "effect/Effect"
      import * as Redacted from "effect/Redacted"
      const { contains } = Effect.runSync(Effect.provide(PasswordBlocklist, CommonPasswordBlocklist.layer))
      console.log(contains(Redacted.make("Zzzzzzz1")), contains(Redacted.make("a good password")))`
    const stdin = { contents: program, resolveDir: app.folder }
    const bundled = buildSync({ stdin, bundle: true, platform: "node", format: "esm", write: false })
    const [file] = bundled.outputFiles
    const alone = temporaryFolder(onTestFinished)
    writeFileSync(join(alone, "app.mjs"), file?.text ?? "")
    const outcomes = [await app.run(program), await run(process.execPath, ["app.mjs"], { cwd: alone })]
    for (const { code, out } of outcomes) assert.deepStrictEqual({ code, out }, { code: 0, out: "true false\n" })
  })

  it("have the contracts of all ports, which the adapters in memory fulfil", async () => {
    const suite = `import * as Memory from "@latchkey/memory/Memory"
      import * as PortsContract from "@latchkey/testkit/PortsContract"
      PortsContract.suite("memory", Memory.layer)`
    writeFileSync(join(app.folder, "contracts.test.js"), suite)
    const vitest = join(root, "node_modules/vitest/vitest.mjs")
    const { code, out } = await run(process.execPath, [vitest, "run", "--testTimeout=240000"], { cwd: app.folder })
    assert.strictEqual(code, 0, out)
  })

  it.each(names)("do not export internal modules: %s", async (name) => {
    const { exported, internal } = modulesOf(name)
    assert.deepStrictEqual(
      exported.filter((module) => module.includes("/internal/")),
      []
    )
    const { out } = await app.run(resolveAll(internal))
    assert.deepStrictEqual(
      out.trim().split("\n"),
      internal.map(() => "ERR_PACKAGE_PATH_NOT_EXPORTED")
    )
  })

  it("run from dist, and from the sources only with the condition @latchkey/source", async () => {
    const modules = names.flatMap((name) => modulesOf(name).exported)
    const places = async (options: ReadonlyArray<string>) => {
      const { out } = await app.run(resolveAll(modules), options)
      return out.trim().split("\n")
    }
    for (const place of await places([])) assert.match(place, /\/dist\/[\w/-]+\.js$/)
    for (const place of await places(["--conditions=@latchkey/source"])) {
      assert.match(place, /\/src\/[\w/-]+\.ts$/)
      assert.isNotEmpty(readFileSync(fileURLToPath(place), "utf8"))
    }
  })

  it("have types, and the examples in their READMEs compile", async () => {
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
    const { code, out } = await run(process.execPath, [tsc, "-p", "."], { cwd: app.folder })
    // Errors in the types of other packages do not count: those of vitest and chai are incompatible.
    const errors = out.split("\n").filter((line) => line !== "" && !/node_modules\/(?!@latchkey)/.test(line))
    assert.deepStrictEqual(errors, [])
    assert.isNotNull(code)
  })
})
