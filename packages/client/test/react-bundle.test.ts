import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { buildSync } from "esbuild"
import { describe, expect, test } from "vitest"

const dist = fileURLToPath(new URL("../dist/", import.meta.url))

/** Bundles what an app imports of the parts for pages: their own code, without React and the client. */
const bundle = (names: string) => {
  const { metafile, outputFiles } = buildSync({
    stdin: { contents: `export ${names} from "./react.js"`, resolveDir: dist },
    absWorkingDir: dist,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    external: ["react", "./Client.js"],
    metafile: true,
    write: false
  })
  const code = outputFiles[0]?.text ?? ""
  const imports = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path))
  return { code, imports, gzipped: gzipSync(code).byteLength }
}

describe("@latchkey/client/react", () => {
  test.each([
    ["everything", "*", 3_500],
    ["who is signed in, without a sign-in", "{ SessionProvider, useSession, SignedIn, SignedOut, useSignOut }", 1_750]
  ])("is small with gzip, beside React and the client: %s", (subject, names, maxBytes) => {
    const { gzipped } = bundle(names)
    process.stdout.write(`@latchkey/client/react, ${subject}: ${gzipped} bytes with gzip\n`)
    expect(gzipped).toBeLessThanOrEqual(maxBytes)
  })

  test("contains no sign-in if the app imports none", () => {
    expect(bundle("*").code).toContain("totp_enrollment")
    expect(bundle("{ SessionProvider, useSession }").code).not.toMatch(/totp_enrollment|passkey/i)
  })

  test("imports React and the client only, and writes nothing to the console", () => {
    const { code, imports } = bundle("*")
    expect([...imports].sort()).toEqual(["./Client.js", "react"])
    expect(code).not.toContain("console")
  })

  test("says to frameworks that it runs in browsers, too", () => {
    expect(readFileSync(`${dist}react.js`, "utf8")).toMatch(/^(\/\*\*[^/]*\*\/\n)?"use client";\n/)
  })
})
