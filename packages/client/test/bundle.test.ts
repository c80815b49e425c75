import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { buildSync } from "esbuild"
import { beforeAll, describe, expect, test } from "vitest"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const maxBytes = 3_500
const entry = fileURLToPath(new URL("../dist/index.js", import.meta.url))

describe("The bundled client", () => {
  let code: string
  let inputs: ReadonlyArray<string>
  beforeAll(() => {
    const bundled = buildSync({
      absWorkingDir: root,
      entryPoints: [entry],
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      metafile: true,
      write: false
    })
    code = bundled.outputFiles[0]?.text ?? ""
    inputs = Object.keys(bundled.metafile.inputs)
  })

  test(`is at most ${maxBytes} bytes with gzip`, () => {
    const size = gzipSync(code).byteLength
    process.stdout.write(`@latchkey/client: ${Buffer.byteLength(code)} bytes minified, ${size} with gzip\n`)
    expect(size).toBeLessThanOrEqual(maxBytes)
    expect(code).toContain("createClient")
  })

  test("contains its own modules only, and imports nothing", () => {
    expect(inputs.length).toBeGreaterThan(1)
    expect(inputs.filter((path) => !path.startsWith("packages/client/dist/"))).toEqual([])
    expect(code).not.toMatch(/\bimport\b|\brequire\b/)
  })

  test("writes nothing to the console", () => {
    expect(code).not.toContain("console")
  })
})
