import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "@latchkey/test-support/files"
import { shownIn } from "@latchkey/test-support/mistakes"
import { run } from "@latchkey/test-support/packed/run"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const latchkey = `
import * as Effect from "effect/Effect"
import * as Memory from "@latchkey/memory/Memory"
import * as Layer from "effect/Layer"
await Effect.runPromise(Effect.scoped(Layer.build(Memory.layer)))
`

describe("An app with another effect than Latchkey's", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "latchkey-effect-"))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it("logs both versions, as docs/embedding.md shows", async () => {
    const modules = join(folder, "two", "node_modules")
    const copy = join(modules, "effect")
    mkdirSync(modules, { recursive: true })
    cpSync(join(root, "node_modules", "effect", "dist"), join(copy, "dist"), { recursive: true })
    cpSync(join(root, "node_modules", "effect", "package.json"), join(copy, "package.json"))
    const version = join(copy, "dist", "esm", "internal", "version.js")
    writeFileSync(version, readFileSync(version, "utf8").replace(/moduleVersion = "[^"]+"/, 'moduleVersion = "3.99.0"'))
    symlinkSync(join(root, "node_modules", "@latchkey"), join(modules, "@latchkey"))
    for (const name of ["@standard-schema", "fast-check", "pure-rand"])
      symlinkSync(join(root, "node_modules", name), join(modules, name))

    const options = { cwd: join(folder, "two") }
    const { out } = await run(process.execPath, ["--input-type=module", "--eval", latchkey], options)
    const shown = shownIn("Two versions of `effect`", "log", out)
    assert.strictEqual(shown.seen, shown.documented)
    assert.include(out, "3.99.0")
  })

  it("is not installed by npm if it is older, and npm says so as docs/embedding.md shows", async () => {
    const app = join(folder, "older")
    const pack = async (name: string, manifest: string) => {
      mkdirSync(join(app, name, "package"), { recursive: true })
      writeFileSync(join(app, name, "package", "package.json"), manifest)
      await run("tar", ["-czf", `${name}.tgz`, "-C", name, "package"], { cwd: app })
    }
    await pack("effect", JSON.stringify({ name: "effect", version: "3.21.0" }))
    await pack("domain", readFileSync(join(root, "packages", "domain", "package.json"), "utf8"))
    writeFileSync(join(app, "package.json"), JSON.stringify({ name: "app", private: true }))

    const install = [
      "install",
      "--offline",
      "--no-audit",
      // `npm run --silent` would be silent here, too.
      "--loglevel=error",
      "--cache",
      join(app, "cache"),
      "./effect.tgz",
      "./domain.tgz"
    ]
    const { code, out } = await run("npm", install, { cwd: app })
    assert.strictEqual(code, 1, out)
    const shown = shownIn("An older `effect`", "install", out)
    assert.strictEqual(shown.seen, shown.documented)
  })
})
