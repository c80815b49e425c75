import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { buildSync } from "esbuild"
import { describe, expect, test } from "vitest"

const root = fileURLToPath(new URL("../../../", import.meta.url))

const nextModules = ["next/headers", "next/navigation", "next/server", "react"]

/**
 * The entries of the package.
 *
 * - `maxBytes`: its size with gzip, minified, with all of the package that it imports.
 * - `exports`: what it must have, so that no empty bundle passes.
 * - `isSilent`: whether it writes nothing to the console.
 * - `imports`: what it imports of others.
 */
const entries: ReadonlyArray<{
  readonly name: string
  readonly maxBytes: number
  readonly exports: string
  readonly isSilent: boolean
  readonly imports?: ReadonlyArray<string>
}> = [
  { name: "index", maxBytes: 3_500, exports: "createClient", isSilent: true },
  { name: "server", maxBytes: 5_000, exports: "createLatchkey", isSilent: false },
  { name: "express", maxBytes: 5_500, exports: "createLatchkey", isSilent: false },
  { name: "fastify", maxBytes: 5_500, exports: "createLatchkey", isSilent: false },
  { name: "hono", maxBytes: 5_500, exports: "createLatchkey", isSilent: false },
  { name: "next", maxBytes: 5_500, exports: "createLatchkey", isSilent: false, imports: nextModules }
]

const bundle = (name: string, external: ReadonlyArray<string>) => {
  const { metafile, outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: [fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url))],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    external: [...external],
    metafile: true,
    write: false
  })
  return { code: outputFiles[0]?.text ?? "", inputs: Object.keys(metafile.inputs) }
}

describe.each(entries)("The bundled entry $name", ({ exports, imports = [], isSilent, maxBytes, name }) => {
  const { code, inputs } = bundle(name, imports)

  test(`is at most ${maxBytes} bytes with gzip`, () => {
    const size = gzipSync(code).byteLength
    process.stdout.write(`@latchkey/client, ${name}: ${Buffer.byteLength(code)} bytes minified, ${size} with gzip\n`)
    expect(size).toBeLessThanOrEqual(maxBytes)
    expect(code).toContain(exports)
  })

  test("contains its own modules only, and imports nothing but its framework", () => {
    expect(inputs.length).toBeGreaterThan(1)
    expect(inputs.filter((path) => !path.startsWith("packages/client/dist/"))).toEqual([])
    expect([...code.matchAll(/\bimport\b[^"]*"([^"]*)"/g)].map(([, name]) => name)).toEqual(imports)
    expect(code.match(/\bimport\b|\brequire\b/g) ?? []).toHaveLength(imports.length)
  })

  test("writes to the console only if a server imports it", () => {
    expect(code.includes("console")).toBe(!isSilent)
  })

  // Next.js is not here: a full test builds an app with it.
  test.skipIf(name === "next")("can be required by a CommonJS module", () => {
    const required = createRequire(import.meta.url)(`../cjs/${name}.js`) as Readonly<Record<string, unknown>>
    expect(required[exports]).toBeTypeOf("function")
  })
})
