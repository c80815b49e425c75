import { assert, describe, it } from "vitest"
import manifest from "../../package.json" with { type: "json" }
import { folder, run } from "@latchkey/test-support/process/latchkey"

const latchkey = async (args: ReadonlyArray<string>, environment: Record<string, string> = {}) => {
  const process = run(args, { directory: folder(), environment })
  const code = await process.ended
  return { code, out: process.out(), err: process.err() }
}

describe("The command line", () => {
  it("has help for every command", async () => {
    const help = await latchkey(["--help"])
    assert.strictEqual(help.code, 0)
    for (const command of ["dev", "serve", "admin", "migrate", "doctor"])
      assert.match(help.out, new RegExp(`^  ${command}\\b`, "m"))
    assert.strictEqual((await latchkey(["migrate", "--help"])).code, 0)
  })

  it("prints its version", async () => {
    assert.deepStrictEqual(await latchkey(["--version"]), { code: 0, out: `${manifest.version}\n`, err: "" })
  })

  it.each([
    [["serv"], `latchkey: unknown command 'serv' (Did you mean serve?). See "latchkey --help".\n`],
    [["migrate", "plam"], `latchkey: unknown command 'plam' (Did you mean plan?). See "latchkey --help".\n`],
    [
      ["dev", "3000"],
      `latchkey: too many arguments for 'dev'. Expected 0 arguments but got 1. See "latchkey --help".\n`
    ],
    [["dev", "--prot"], `latchkey: unknown option '--prot'. See "latchkey --help".\n`]
  ])("rejects %j with one line", async (args, err) => {
    assert.deepStrictEqual(await latchkey(args), { code: 1, out: "", err })
  })

  it("lists every config error at once, without a stack or a secret", async () => {
    const { code, err, out } = await latchkey(["serve"], {
      PORT: "many",
      BASE_URL: "http://auth.example.com",
      DATABASE_URL: "mysql://root:hunter2@db/latchkey",
      ADMIN_API_KEY: "hunter2"
    })
    assert.strictEqual(code, 1)
    assert.strictEqual(out, "")
    assert.match(err, /^latchkey: 4 settings need attention:\n/)
    for (const name of ["PORT", "BASE_URL", "DATABASE_URL", "ADMIN_API_KEY"]) {
      assert.match(err, new RegExp(`^  ${name} is not valid\\.$`, "m"))
    }
    assert.notMatch(err, /hunter2|\.js:|^\s+at /m)
  })

  it("requires only the database for migrate", async () => {
    const { code, err } = await latchkey(["migrate", "plan"])
    assert.strictEqual(code, 1)
    assert.match(err, /^latchkey: One setting needs attention:\n\n {2}DATABASE_URL is missing\.\n/)
  })
})
