import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { assert, describe, it } from "vitest"

const root = dirname(import.meta.dirname)

const json = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"))

/** Who may import whom. `.ci/import-rules.js` documents it, and generates the linter's configuration from it. */
const rules: {
  readonly packages: Readonly<Record<string, ReadonlyArray<string>>>
  readonly peers: Readonly<Record<string, ReadonlyArray<string>>>
  readonly barrels: { readonly names: ReadonlyArray<string>; readonly except: ReadonlyArray<string> }
  readonly rooms: {
    readonly order: ReadonlyArray<string>
    readonly ordered: Readonly<Record<string, ReadonlyArray<string>>>
    readonly acyclic: ReadonlyArray<string>
    readonly additional: Readonly<Record<string, ReadonlyArray<string>>>
    readonly halves: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>>
    readonly ground: Readonly<Record<string, ReadonlyArray<string>>>
  }
} = json(".ci/import-rules.json")

/**
 * Text that only some packages may contain. `example` is what the rule must find, `counterexample` what it must not.
 */
const wording = [
  {
    rule: "no layer is called Live",
    pattern: /\b(const|class)\s+([A-Z]\w*Live|layer(Live|Default))\b/,
    allowedIn: [],
    example: "export const SignInLive = Layer.effect(SignIn, make)",
    counterexample: "export const layer = Layer.effect(SignIn, make)"
  },
  {
    rule: "only http spells the names of the session's cookies",
    pattern: /["'`]__(client|session)\b/,
    allowedIn: ["http"],
    example: 'const name = "__session"',
    counterexample: "/** The value of `__session`. */"
  },
  {
    rule: "only pages spells the names of the pages' cookies",
    pattern: /["'`]__(last|link|passkeys|enrollment)\b/,
    allowedIn: ["pages"],
    example: 'const name = "__link"',
    counterexample: 'const path = "/link"'
  },
  {
    rule: "only server reads environment variables",
    pattern: /\bprocess\s*\.\s*env\b|\bimport\.meta\.env\b|\benv\b[^\n]*\bfrom "node:process"/,
    allowedIn: ["server"],
    example: "const port = process.env.PORT",
    counterexample: "const environment = settings.environment"
  },
  {
    rule: "only postgres contains SQL",
    pattern:
      /\bsql(<[^>]*>)?`|`\s*(select\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|(create|alter|drop)\s+\w+\s)/i,
    allowedIn: ["postgres"],
    example: "const statement = `INSERT INTO users (id) VALUES (1)`",
    counterexample: "const label = `Delete this session`"
  },
  {
    // `PgClient.notify` sends a broken statement, and LISTEN ends a process that runs PGlite.
    rule: "no package uses LISTEN or NOTIFY",
    pattern: /\bpg_notify\b|\bLISTEN\b|\.(notify|listen)\(["'`]/,
    allowedIn: [],
    example: 'yield* client.listen("outbox")',
    counterexample: "server.listen(port)"
  },
  {
    rule: "the domain knows no HTTP status codes",
    pattern: /\b(401|403|404|405|409|413|415|422|429|503)\b|\bstatusCode\b|\bstatus\b["']?\s*[:=]+\s*\d/i,
    allowedIn: Object.keys(rules.packages).filter((name) => name !== "domain"),
    example: "return { status: 400 }",
    counterexample: "return { status: passwordStatus, limit: 400 }"
  },
  {
    rule: "the domain contains no HTML",
    pattern:
      /\bhtml`|<!doctype\b|<\/?(a|b|body|br|button|div|form|h[1-6]|head|html|p|span|strong|table|title)(?=[\s/>])/,
    allowedIn: Object.keys(rules.packages).filter((name) => name !== "domain"),
    example: 'const text = "<p>Sign in</p>"',
    counterexample: "const make = <A, E>(effect: Effect.Effect<A, E>) => effect"
  }
]

const isPublished = (name: string): boolean => json(`packages/${name}/package.json`).private !== true

const allPackages = readdirSync(join(root, "packages"))
const packages = allPackages.filter(isPublished)

interface File {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}

const filesIn = (folder: string): ReadonlyArray<File> =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|js)$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(root, folder, name), "utf8") }))

const sourcesOf = (name: string): ReadonlyArray<File> => filesIn(`packages/${name}/src`)

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "")

const importsOf = ({ text }: File): ReadonlyArray<string> =>
  [...withoutComments(text).matchAll(/\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].flatMap(
    ([, module]) => module ?? []
  )

/** Returns the package of a module, such as `@effect/sql` of `@effect/sql/SqlClient`. */
const packageOf = (module: string): string =>
  module.startsWith("node:") ? "node:*" : (/^(@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module)

const isInside = (name: string, file: File, module: string): boolean =>
  join(dirname(file.path), module).startsWith(join("packages", name, "src/"))

const isBarrel = (module: string): boolean =>
  !rules.barrels.except.includes(module) &&
  rules.barrels.names.some(
    (name) => module === name || (name.endsWith("/*") && dirname(module) === dirname(name) && module !== name)
  )

/** Returns the room of a file; `undefined` for the files beside the rooms, which may import all of them. */
const roomOf = (name: string, path: string): string | undefined => {
  const [room, ...rest] = path.slice(`packages/${name}/src/`.length).split("/")
  return rest.length === 0 ? undefined : room
}

/** Returns `true` for a file that is data, below all rooms of its package. */
const isGround = (name: string, path: string): boolean =>
  rules.rooms.ground[name]?.some((pattern) => new RegExp(pattern).test(path)) ?? false

const relativeImportsOf = (file: File): ReadonlyArray<string> =>
  importsOf(file)
    .filter((module) => module.startsWith("."))
    .map((module) => join(dirname(file.path), module))

/** Returns the imports of data from anything but data. */
const groundViolations = (name: string, files: ReadonlyArray<File>): ReadonlyArray<string> =>
  files
    .filter(({ path }) => isGround(name, path))
    .flatMap((file) =>
      relativeImportsOf(file)
        .filter((target) => !isGround(name, target))
        .map((target) => `${file.path} imports ${target}`)
    )

/** Returns every import of a room that does not come before the importing room, and every import of a root file. */
const roomViolations = (name: string, files: ReadonlyArray<File>): ReadonlyArray<string> =>
  files.flatMap((file) => {
    const room = roomOf(name, file.path)
    if (room === undefined || isGround(name, file.path)) return []
    const order = rules.rooms.ordered[name] ?? rules.rooms.order
    const allowed = order.slice(0, order.indexOf(room) + 1)
    return importsOf(file)
      .filter((module) => module.startsWith("."))
      .filter((module) => !isGround(name, module))
      .filter((module) => !allowed.includes(roomOf(name, join(dirname(file.path), module)) ?? ""))
      .map((module) => `${file.path} imports ${module}`)
  })

/** Returns the imports between a half of a package and the rest of its rooms, except of the rooms that they share. */
const halfViolations = (
  name: string,
  half: string,
  shared: ReadonlyArray<string>,
  files: ReadonlyArray<File>
): ReadonlyArray<string> =>
  files.flatMap((file) => {
    const from = roomOf(name, file.path)
    if (from === undefined) return []
    const allowed = (to: string | undefined) => (from === half ? to === half || shared.includes(to ?? "") : to !== half)
    return importsOf(file)
      .filter((module) => module.startsWith("."))
      .filter((module) => !allowed(roomOf(name, join(dirname(file.path), module))))
      .map((module) => `${file.path} imports ${module}`)
  })

/** Returns the imports of another room's `internal/`. Files beside the rooms compose them, and may import it. */
const internalViolations = (name: string, files: ReadonlyArray<File>): ReadonlyArray<string> =>
  files.flatMap((file) => {
    if (roomOf(name, file.path) === undefined) return []
    return importsOf(file)
      .filter((module) => module.startsWith("."))
      .map((module) => join(dirname(file.path), module))
      .filter((module) => module.includes("/internal/") && !file.path.startsWith(module.split("internal/")[0] ?? ""))
      .map((module) => `${file.path} imports ${module}`)
  })

/** Returns the rooms that import each other in a circle, and the rooms that import those. */
const circularRooms = (name: string, files: ReadonlyArray<File>): ReadonlyArray<string> => {
  const imports = files
    .filter(({ path }) => !isGround(name, path))
    .flatMap((file) =>
      relativeImportsOf(file)
        .filter((target) => !isGround(name, target))
        .map((target) => ({ from: roomOf(name, file.path), to: roomOf(name, target) }))
        .filter(({ from, to }) => from !== to)
    )
  let rooms = [...new Set(files.flatMap(({ path }) => roomOf(name, path) ?? []))]
  for (let before = -1; rooms.length !== before; ) {
    before = rooms.length
    rooms = rooms.filter((room) => imports.some(({ from, to }) => from === room && rooms.includes(to ?? "")))
  }
  return rooms.sort()
}

interface Manifest {
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
}

const manifestOf = (folder: string): Manifest => json(join(folder, "package.json"))

const installedBy = (manifest: Manifest) => ({
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies
})

/** Where the project lives. npm shows the links of every package. */
const host = "https://github.com/latchkey-auth/latchkey"

/** An alias, `npm:name@version`, is pinned, too. */
const isPinned = (version: string): boolean => /^(npm:(@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)

describe("Architecture", () => {
  it("has import rules for every package", () => {
    assert.sameMembers(Object.keys(rules.packages), packages)
  })

  it("configures the linter with the same import rules", () => {
    const check = () => execFileSync(process.execPath, [".ci/import-rules.js"], { cwd: root, stdio: "pipe" })
    assert.doesNotThrow(check)
  })

  describe.each(packages)("%s", (name) => {
    const manifest = manifestOf(`packages/${name}`)
    const needs = Object.keys({ ...installedBy(manifest), ...manifest.peerDependencies })

    it("imports only allowed and declared packages, and no file of another package", () => {
      const wrong = sourcesOf(name).flatMap((file) =>
        importsOf(file)
          .filter((module) =>
            module.startsWith(".")
              ? !isInside(name, file, module)
              : !rules.packages[name]?.includes(packageOf(module)) || ![...needs, "node:*"].includes(packageOf(module))
          )
          .map((module) => `${file.path} imports ${module}`)
      )
      assert.deepStrictEqual(wrong, [])
    })

    it("depends only on allowed packages", () => {
      const imported = Object.keys(installedBy(manifest))
      const peers = Object.keys(manifest.peerDependencies ?? {})
      assert.deepStrictEqual(
        [
          ...imported.filter((dependency) => !rules.packages[name]?.includes(dependency)),
          ...peers.filter((peer) => ![rules.packages[name], rules.peers[name]].some((list) => list?.includes(peer)))
        ],
        []
      )
    })

    // Two copies of effect in one process are incompatible, so an app that embeds Latchkey brings its own.
    it(name === "server" ? "depends on effect" : "leaves effect to the app", () => {
      const declared = Object.keys((name === "server" ? manifest.peerDependencies : installedBy(manifest)) ?? {})
      assert.deepStrictEqual(
        declared.filter((dependency) => dependency === "effect" || dependency.startsWith("@effect/")),
        []
      )
    })
  })

  it("imports modules, and never a package as a whole", () => {
    assert.deepStrictEqual(
      ["effect", "@effect/platform", "@latchkey/domain", "@latchkey/domain/Domain", "@latchkey/client", "pg"].map(
        isBarrel
      ),
      [true, true, true, false, false, false]
    )
    const folders = [
      "test",
      "bench",
      "examples",
      ...allPackages.flatMap((name) => [`packages/${name}/src`, `packages/${name}/test`])
    ]
    const wrong = folders
      .filter((folder) => existsSync(join(root, folder)))
      .flatMap(filesIn)
      .filter((file) => importsOf(file).some(isBarrel))
    assert.deepStrictEqual(
      wrong.map(({ path }) => path),
      []
    )
  })

  it("makes PersistenceError in the stores only, because it means that one of them failed", () => {
    const made = /\bnew (\w+\.)?PersistenceError\b/
    const ofPart = "packages/domain/src/core/Errors.ts"
    assert.match('() => new PersistenceError({ cause: "no key" })', made)
    const makers = packages
      .filter((name) => !["memory", "postgres"].includes(name))
      .flatMap(sourcesOf)
      .filter(({ text }) => made.test(withoutComments(text)))
    assert.deepStrictEqual(
      makers.map(({ path }) => path),
      [ofPart]
    )
  })

  it("names spans after the module and the function that they are about", () => {
    const wrong = sourcesOf("domain").flatMap(({ path, text }) =>
      [...text.matchAll(/\btraced\(\s*"([^".]+)\.([^"]+)"\s*\)/g)].flatMap(([span, module, name]) => {
        const isMember = new RegExp(`\\b(const|readonly) ${name}\\b|[{,]\\s*${name}\\b`).test(text)
        return module === basename(path, ".ts") && isMember ? [] : `${path}: ${span}`
      })
    )
    assert.deepStrictEqual(wrong, [])
  })

  it("has no docstring without what it describes", () => {
    const typed = allPackages.flatMap(sourcesOf).filter(({ path }) => path.endsWith(".ts"))
    const strays = typed.flatMap(({ path, text }) =>
      [...text.matchAll(/\*\/\n\s*\/\*\*/g)].flatMap(({ index }) => {
        const before = text.slice(0, index)
        // The first one describes the file.
        return before.includes("*/") ? `${path}:${before.split("\n").length}` : []
      })
    )
    assert.deepStrictEqual(strays, [])
  })

  it("wraps comments where the code is wrapped: after 120 columns", () => {
    const isWide = (line: string) =>
      line.length > 120 && /^\s*(\/\*|\*|\/\/) .* /.test(line) && !line.includes("@typedef")
    assert.isTrue(isWide(`     * ${"word ".repeat(24)}`))
    assert.isFalse(isWide(` * ${"word ".repeat(23)}`))
    const wide = allPackages
      .flatMap(sourcesOf)
      .flatMap(({ path, text }) =>
        text.split("\n").flatMap((line, index) => (isWide(line) ? `${path}:${index + 1}` : []))
      )
    assert.deepStrictEqual(wide, [])
  })

  it("shares code between folders of tests only through test-support", () => {
    const folderOf = (path: string) => path.split("/").slice(0, 2).join("/")
    const folders = ["test", ...packages.map((name) => `packages/${name}/test`)]
    const wrong = folders
      .filter((folder) => existsSync(join(root, folder)))
      .flatMap(filesIn)
      .filter(({ path }) => path !== "test/architecture.test.ts")
      .flatMap((file) =>
        importsOf(file)
          .filter((module) => module.startsWith("."))
          .map((module) => ({ path: file.path, target: join(dirname(file.path), module) }))
      )
      .filter(({ path, target }) => /(^|\/)test\//.test(target) && folderOf(target) !== folderOf(path))
    assert.deepStrictEqual(wrong, [])
  })

  describe("rooms", () => {
    it.each(Object.entries(rules.rooms.additional))("have the same names in %s", (name, additional) => {
      const folders = readdirSync(join(root, "packages", name, "src"), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
      assert.isAbove(folders.length, 2)
      assert.deepStrictEqual(
        folders.filter((folder) => ![...rules.rooms.order, ...additional].includes(folder)),
        []
      )
    })

    it("of the domain are listed in rooms.ts, in their order", () => {
      const text = readFileSync(join(root, "packages/domain/src/rooms.ts"), "utf8")
      const folders = new Map(
        [...text.matchAll(/import \* as (\w+) from "\.\/([\w-]+)\/Room\.ts"/g)].map(([, name, folder]) => [
          name,
          folder
        ])
      )
      const [, list = ""] = /const list = \[([^\]]*)\]/.exec(text) ?? []
      assert.deepStrictEqual(
        list.split(",").map((name) => folders.get(name.trim())),
        [...rules.rooms.order]
      )
    })

    it("of the domain name the module of their limits, which no other module defines", () => {
      const makes = /\bLimit\.per\w+\(/
      const found = sourcesOf("domain").filter(({ text }) => makes.test(withoutComments(text)))
      assert.isAbove(found.length, 10)
      const wrong = found.filter(({ path }) => {
        const room = readFileSync(join(root, dirname(path), "Room.ts"), "utf8")
        return !withoutComments(room).includes(`export * as limits from "./${basename(path)}"`)
      })
      assert.deepStrictEqual(
        wrong.map(({ path }) => path),
        []
      )
    })

    it("of the domain name the secrets that they keep encrypted, so that doctor counts them", () => {
      const sealing = sourcesOf("domain").filter(({ text }) => /\bkeys\s*\.seal\(/.test(withoutComments(text)))
      const rooms = [...new Set(sealing.flatMap(({ path }) => roomOf("domain", path) ?? []))]
      assert.isAbove(rooms.length, 2)
      assert.deepStrictEqual(
        rooms.filter((room) => {
          const text = readFileSync(join(root, "packages/domain/src", room, "Room.ts"), "utf8")
          return !/\bexport (const secrets =|\{ \w+ as secrets \})/.test(withoutComments(text))
        }),
        []
      )
    })

    it("of the domain name what they record", () => {
      const found = sourcesOf("domain").filter(
        ({ path, text }) =>
          /export const (attempts|auditActions|accountChanges) = ([[{]|changesBy)/.test(text) &&
          roomOf("domain", path) !== undefined
      )
      assert.isAbove(found.length, 10)
      const wrong = found.filter(({ path, text }) => {
        const names = [...text.matchAll(/export const (\w+)/g)].map(([, name]) => name)
        const room = readFileSync(join(root, dirname(path), "Room.ts"), "utf8")
        return !withoutComments(room).includes(`export { ${names.join(", ")} } from "./${basename(path)}"`)
      })
      assert.deepStrictEqual(
        wrong.map(({ path }) => path),
        []
      )
    })

    it.each(["domain", ...Object.keys(rules.rooms.ordered)])("import only rooms before them in %s", (name) => {
      assert.deepStrictEqual(roomViolations(name, sourcesOf(name)), [])
    })

    it.each(Object.keys(rules.rooms.additional))("keep their internal modules to themselves in %s", (name) => {
      assert.deepStrictEqual(internalViolations(name, sourcesOf(name)), [])
    })

    it.each(packages)("are not exported with their internal modules from %s", (name) => {
      const { exports } = json(`packages/${name}/package.json`) as { readonly exports?: Record<string, unknown> }
      const folders = sourcesOf(name).flatMap(
        ({ path }) => /^packages\/[\w-]+\/src\/((?:.+\/)?internal)\//.exec(path)?.[1] ?? []
      )
      const isExported = (folder: string) => exports !== undefined && exports[`./${folder}/*`] !== null
      assert.deepStrictEqual([...new Set(folders)].filter(isExported), [])
    })

    it("use an internal module of another room if a file imports from its internal folder", () => {
      const files = [
        { path: "packages/http/src/session/A.ts", text: 'import * as B from "../core/internal/B.ts"' },
        { path: "packages/http/src/core/internal/B.ts", text: 'import * as C from "./C.ts"' },
        { path: "packages/http/src/core/D.ts", text: 'import * as B from "./internal/B.ts"' },
        { path: "packages/http/src/Http.ts", text: 'import * as B from "./core/internal/B.ts"' }
      ]
      assert.deepStrictEqual(internalViolations("http", files), [
        "packages/http/src/session/A.ts imports packages/http/src/core/internal/B.ts"
      ])
    })

    it.each(Object.keys(rules.rooms.ground))("have their data below them in %s", (name) => {
      const files = sourcesOf(name)
      assert.isAbove(files.filter(({ path }) => isGround(name, path)).length, 10)
      assert.deepStrictEqual(groundViolations(name, files), [])
    })

    it("may import data of every room, which imports data only", () => {
      const files = [
        { path: "packages/http/src/core/Problem.ts", text: 'import { catalogue } from "../Problems.ts"' },
        { path: "packages/http/src/Problems.ts", text: 'import { problems } from "./passkey/internal/Problems.ts"' },
        { path: "packages/http/src/passkey/internal/Problems.ts", text: 'import { A } from "../PasskeyApi.ts"' }
      ]
      assert.deepStrictEqual(roomViolations("http", files), [])
      assert.deepStrictEqual(groundViolations("http", files), [
        "packages/http/src/passkey/internal/Problems.ts imports packages/http/src/passkey/PasskeyApi.ts"
      ])
    })

    it.each([
      ["packages/http/src/Problems.ts", /^packages\/http\/src\/[\w-]+\/internal\/Problems\.ts$/],
      ["packages/pages/src/Texts.ts", /^packages\/pages\/src\/[\w-]+\/(Email)?Texts\.ts$/],
      ["packages/pages/src/rooms.ts", /^packages\/pages\/src\/[\w-]+\/Room\.ts$/],
      ["packages/pages/src/Dashboard.ts", /^packages\/pages\/src\/dashboard\/[\w-]+\/Room\.ts$/]
    ])("are all listed in %s", (path, pattern) => {
      const listed = relativeImportsOf({ path, text: readFileSync(join(root, path), "utf8") })
      const files = filesIn(dirname(path)).filter((file) => pattern.test(file.path))
      assert.isAbove(files.length, 5)
      assert.sameMembers(
        listed.filter((target) => pattern.test(target)),
        files.map((file) => file.path)
      )
    })

    it("of pages name each of their modules with routes", () => {
      const files = sourcesOf("pages")
      const routes = files.filter(({ path }) => /\/(?!core\/)[\w-]+\/\w+Routes\.ts$/.test(path))
      assert.isAbove(routes.length, 10)
      const named = files.filter(({ path }) => path.endsWith("/Room.ts")).flatMap(relativeImportsOf)
      assert.deepStrictEqual(
        routes.filter(({ path }) => !named.includes(path)),
        []
      )
    })

    it.each(rules.rooms.acyclic)("never import each other in a circle in %s", (name) => {
      assert.deepStrictEqual(circularRooms(name, sourcesOf(name)), [])
    })

    it.each(
      Object.entries(rules.rooms.halves).flatMap(([name, halves]) =>
        Object.entries(halves).map(([half, shared]) => [name, half, shared] as const)
      )
    )("share nothing but their core with the other half in %s: %s", (name, half, shared) => {
      const files = sourcesOf(name)
      assert.isAbove(files.filter(({ path }) => roomOf(name, path) === half).length, 10)
      assert.deepStrictEqual(halfViolations(name, half, shared, files), [])
    })

    it("of two halves import each other if a file of one imports a room of the other", () => {
      const files = [
        { path: "packages/pages/src/dashboard/mail/A.ts", text: 'import type { B } from "../../mail/B.ts"' },
        { path: "packages/pages/src/mail/B.ts", text: 'import { C } from "../dashboard/core/C.ts"' },
        { path: "packages/pages/src/mail/D.ts", text: 'import { E } from "../core/E.ts"' }
      ]
      assert.deepStrictEqual(halfViolations("pages", "dashboard", ["core"], files), [
        "packages/pages/src/dashboard/mail/A.ts imports ../../mail/B.ts",
        "packages/pages/src/mail/B.ts imports ../dashboard/core/C.ts"
      ])
    })

    it("are in a circle if they import each other, directly or through another one", () => {
      const files = [
        { path: "packages/pages/src/core/A.ts", text: 'import type { B } from "../mail/B.ts"' },
        { path: "packages/pages/src/mail/B.ts", text: 'import { C } from "../session/C.ts"' },
        { path: "packages/pages/src/session/C.ts", text: 'import { A } from "../core/A.ts"\nimport "./D.ts"' },
        { path: "packages/pages/src/session/D.ts", text: 'import { E } from "../account/E.ts"' },
        { path: "packages/pages/src/account/E.ts", text: 'import * as Pages from "../Pages.ts"' },
        { path: "packages/pages/src/Pages.ts", text: 'import { E } from "./account/E.ts"' }
      ]
      assert.deepStrictEqual(circularRooms("pages", files), ["core", "mail", "session"])
      assert.deepStrictEqual(circularRooms("pages", files.slice(1)), [])
    })

    it("must not import a later room or a root file, and root files may import every room", () => {
      const files = [
        { path: "packages/domain/src/session/A.ts", text: 'import type { B } from "../password/B.ts"' },
        { path: "packages/domain/src/session/internal/A.ts", text: 'import * as Domain from "../../Domain.ts"' },
        { path: "packages/domain/src/session/C.ts", text: 'import { D } from "../account/D.ts"\nimport "./A.ts"' },
        { path: "packages/domain/src/Domain.ts", text: 'import { A } from "./operator/A.ts"' }
      ]
      assert.deepStrictEqual(roomViolations("domain", files), [
        "packages/domain/src/session/A.ts imports ../password/B.ts",
        "packages/domain/src/session/internal/A.ts imports ../../Domain.ts"
      ])
    })
  })

  it.each([".", ...allPackages.map((name) => `packages/${name}`)])("pins the versions that %s installs", (folder) => {
    assert.deepStrictEqual(
      Object.entries(installedBy(manifestOf(folder))).filter(([, version]) => !isPinned(version)),
      []
    )
  })

  it.each([".", ...packages.map((name) => `packages/${name}`)])("links the manifest of %s to its source", (folder) => {
    const { bugs, homepage, repository } = json(join(folder, "package.json"))
    const inside = folder === "." ? {} : { directory: folder }
    assert.deepStrictEqual(repository, { type: "git", url: `git+${host}.git`, ...inside })
    assert.strictEqual(bugs, `${host}/issues`)
    assert.strictEqual(homepage, `${host}${folder === "." ? "" : `/tree/main/${folder}`}#readme`)
    assert.isTrue(existsSync(join(root, folder, "README.md")))
  })

  for (const { allowedIn, counterexample, example, pattern, rule } of wording) {
    it(rule, () => {
      assert.match(example, pattern)
      assert.notMatch(withoutComments(counterexample), pattern)
      const wrong = packages
        .filter((name) => !allowedIn.some((allowed) => allowed === name))
        .flatMap(sourcesOf)
        .filter(({ text }) => pattern.test(withoutComments(text)))
      assert.deepStrictEqual(
        wrong.map(({ path }) => path),
        []
      )
    })
  }
})
