import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "vitest"

/** The direction of the packages: domain <- adapters <- server. `server` is the one place that composes. */
const mayImport: Record<string, ReadonlyArray<string>> = {
  domain: ["effect"],
  client: [],
  memory: ["effect", "@latchkey/domain", "node:*"],
  testkit: [
    "effect",
    "@latchkey/domain",
    "@latchkey/http",
    "@latchkey/memory",
    "@effect/platform",
    "@effect/vitest",
    "vitest",
    "node:*"
  ],
  crypto: ["effect", "@latchkey/domain", "@node-rs/argon2", "piscina", "uuid", "node:*"],
  postgres: ["effect", "@latchkey/domain", "@effect/sql", "@effect/sql-pg", "node:*"],
  ses: ["effect", "@latchkey/domain", "@aws-sdk/client-sesv2", "node:*"],
  http: ["effect", "@latchkey/domain", "@effect/platform", "ipaddr.js"],
  pages: ["effect", "@latchkey/domain", "@latchkey/http", "@effect/platform", "bowser"],
  server: [
    ...["domain", "memory", "crypto", "postgres", "ses", "http", "pages"].map((name) => `@latchkey/${name}`),
    ...["effect", "@effect/experimental", "@effect/opentelemetry", "@effect/platform", "@effect/platform-node"],
    ...["@effect/sql", "@effect/sql-pg", "@electric-sql/pglite", "commander", "pg", "node:*"],
    ...["api", "exporter-prometheus", "resources", "sdk-metrics"].map((name) => `@opentelemetry/${name}`)
  ]
}

/** What is written in some packages only. The example is what the rule is there to find. */
const wording = [
  {
    rule: "names no layer Live: a layer is a layer",
    pattern: /\b(const|class)\s+([A-Z]\w*Live|layer(Live|Default))\b/,
    allowedIn: [],
    example: "export const SignInLive = Layer.effect(SignIn, make)"
  },
  {
    rule: "spells cookie names out in http only",
    pattern: /["'`]__(client|session|dashboard)\b/,
    allowedIn: ["http"],
    example: 'const name = "__session"'
  },
  {
    rule: "reads environment variables in server only",
    pattern: /\bprocess\s*\.\s*env\b|\bimport\.meta\.env\b|\benv\b[^\n]*\bfrom "node:process"/,
    allowedIn: ["server"],
    example: "const port = process.env.PORT"
  },
  {
    rule: "writes SQL in postgres only",
    pattern:
      /\bsql(<[^>]*>)?`|`\s*(select\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|(create|alter|drop)\s+\w+\s)/i,
    allowedIn: ["postgres"],
    example: "const statement = `INSERT INTO users (id) VALUES (1)`"
  },
  {
    // `PgClient.notify` sends a broken statement, and LISTEN ends a process that runs PGlite.
    rule: "polls the database, and never listens to it",
    pattern: /\bpg_notify\b|\bLISTEN\b|\.(notify|listen)\(["'`]/,
    allowedIn: [],
    example: 'yield* client.listen("outbox")'
  },
  {
    rule: "leaves HTTP status codes out of the domain",
    pattern: /\b(401|403|404|405|409|413|415|422|429|503)\b|\bstatus(Code)?\b/i,
    allowedIn: Object.keys(mayImport).filter((name) => name !== "domain"),
    example: "return { status: 400 }"
  }
]

const root = dirname(import.meta.dirname)
const packages = readdirSync(join(root, "packages"))

interface File {
  readonly path: string
  readonly text: string
}

const filesIn = (folder: string): ReadonlyArray<File> =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|js)$/.test(name) && !name.includes("node_modules"))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(root, folder, name), "utf8") }))

const sourcesOf = (name: string): ReadonlyArray<File> => filesIn(`packages/${name}/src`)

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "")

const importsOf = ({ text }: File): ReadonlyArray<string> =>
  [...withoutComments(text).matchAll(/\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].flatMap(
    ([, module]) => module ?? []
  )

/** The package of a module: `@effect/sql` of `@effect/sql/SqlClient`. */
const packageOf = (module: string): string =>
  module.startsWith("node:") ? "node:*" : (/^(@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module)

const isInside = (name: string, file: File, module: string): boolean =>
  join(dirname(file.path), module).startsWith(join("packages", name, "src/"))

interface Manifest {
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))

const installedBy = (manifest: Manifest) => ({
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies
})

const isPinned = (version: string): boolean => /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)

describe("The architecture", () => {
  it("has a place for every package", () => {
    assert.deepStrictEqual(
      packages.filter((name) => !(name in mayImport)),
      []
    )
  })

  describe.each(packages)("%s", (name) => {
    const manifest = manifestOf(`packages/${name}`)
    const needs = Object.keys({ ...installedBy(manifest), ...manifest.peerDependencies })

    it("imports what its place allows, has declared it, and stays in its own folder", () => {
      const wrong = sourcesOf(name).flatMap((file) =>
        importsOf(file)
          .filter((module) =>
            module.startsWith(".")
              ? !isInside(name, file, module)
              : !mayImport[name]?.includes(packageOf(module)) || ![...needs, "node:*"].includes(packageOf(module))
          )
          .map((module) => `${file.path} imports ${module}`)
      )
      assert.deepStrictEqual(wrong, [])
    })

    it("depends on what its place allows", () => {
      assert.deepStrictEqual(
        needs.filter((dependency) => !mayImport[name]?.includes(dependency)),
        []
      )
    })

    // Two copies of effect in one process do not work together, so an app that embeds Latchkey brings its own.
    it(name === "server" ? "brings effect" : "leaves effect to the app", () => {
      const there = Object.keys((name === "server" ? manifest.peerDependencies : installedBy(manifest)) ?? {})
      assert.deepStrictEqual(
        there.filter((dependency) => dependency === "effect" || dependency.startsWith("@effect/")),
        []
      )
    })
  })

  it.each([".", ...packages.map((name) => `packages/${name}`)])("pins the versions that %s installs", (folder) => {
    assert.deepStrictEqual(
      Object.entries(installedBy(manifestOf(folder))).filter(([, version]) => !isPinned(version)),
      []
    )
  })

  for (const { rule, pattern, allowedIn, example } of wording) {
    it(rule, () => {
      assert.match(example, pattern)
      const wrong = packages
        .filter((name) => !allowedIn.includes(name))
        .flatMap(sourcesOf)
        .filter(({ text }) => pattern.test(withoutComments(text)))
      assert.deepStrictEqual(
        wrong.map(({ path }) => path),
        []
      )
    })
  }

  it("keeps every file within 250 lines", () => {
    const files = [
      "test",
      "bench/performance",
      "bench/scale",
      "bench/shared",
      "examples",
      ...packages.flatMap((name) => [`packages/${name}/src`, `packages/${name}/test`])
    ]
    const long = files.flatMap(filesIn).filter(({ text }) => text.split("\n").length > 251)
    assert.deepStrictEqual(
      long.map(({ path }) => path),
      []
    )
  })
})
