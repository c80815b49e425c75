import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"
import { run } from "@latchkey/test-support/packed/run"
import { manifestIn, pack, root, tarballOf, temporaryFolder } from "@latchkey/test-support/packed/tarballs"
import { read } from "@latchkey/test-support/files"
import { isAsShown, outputsOf, quickstart } from "./quickstartScript.ts"

const tarballs = temporaryFolder(afterAll)
beforeAll(() => pack(tarballs))

/** Returns the packages with the packages of this repository that they depend on. */
const closure = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const dependencies = names.flatMap((name) =>
    Object.keys(manifestIn(join(root, "packages", name)).dependencies ?? {}).filter((one) =>
      one.startsWith("@latchkey/")
    )
  )
  const all = [...new Set([...names, ...dependencies.map((name) => name.replace("@latchkey/", ""))])]
  return all.length === names.length ? all : closure(all)
}

const fromTarballs = (names: ReadonlyArray<string>): string =>
  closure(names.map((name) => name.replace("@latchkey/", "")))
    .map((name) => tarballOf(name, tarballs))
    .join(" ")

/** npm takes minutes to find out that there is no registry, unless it is told to give up sooner. */
const environment = [
  "export NO_COLOR=1 npm_config_prefer_offline=true npm_config_audit=false npm_config_fund=false",
  "export npm_config_fetch_retry_mintimeout=1000 npm_config_fetch_retry_maxtimeout=5000"
]

/**
 * A port that no other test gets. The system chooses the ports of other tests from a range above 32768, and would give
 * a free one of them away while npm installs the packages.
 */
const port = 20_000 + (process.pid % 10_000)

/** Follows a page in an empty folder. Returns what each of its commands printed, and all output. */
const follow = async (page: string) => {
  const { script, shown } = quickstart(page, { port, install: fromTarballs })
  const folder = temporaryFolder(onTestFinished)
  const { code, out } = await run("sh", ["-e", "-c", [...environment, script].join("\n")], {
    cwd: folder
  })
  assert.strictEqual(code, 0, out)
  return { shown, outputs: outputsOf(out), out }
}

describe("A quickstart in an empty folder", () => {
  it.each(["docs/quickstart-service.md", "docs/quickstart-effect-app.md", "docs/quickstart-tests.md"])(
    "works as it is written, and prints what it shows: %s",
    async (page) => {
      const { out, outputs, shown } = await follow(page)
      assert.strictEqual(outputs.length, shown.length, out)
      assert.isAtLeast(shown.filter((output) => output !== "").length, 1)
      assert.deepStrictEqual(
        shown.filter((output, index) => !isAsShown(outputs[index] ?? "", output)),
        [],
        out
      )
    }
  )

  it("links to the one page that says how to get the packages", () => {
    for (const page of ["service", "effect-app", "tests"]) {
      assert.include(read(`docs/quickstart-${page}.md`), "(embedding.md#before-it-is-on-npm)")
    }
  })
})
