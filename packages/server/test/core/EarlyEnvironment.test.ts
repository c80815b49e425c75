import { assert, describe, it } from "vitest"
import { argumentsOfRestart } from "../../src/core/EarlyEnvironment.ts"

const authority = { NODE_EXTRA_CA_CERTS: "/etc/latchkey/ca.pem" }

describe("A start of the program", () => {
  it.each([
    [["--env-file=/etc/latchkey.env"], []],
    [["--env-file", "/etc/latchkey.env"], []],
    [["--env-file-if-exists=a.env"], []],
    [["--env-file-if-exists", "a.env"], []],
    [
      ["--enable-source-maps", "--env-file=a.env", "--env-file", "b.env", "--max-old-space-size=200"],
      ["--enable-source-maps", "--max-old-space-size=200"]
    ]
  ])("with %j and certificates in the environment is followed by one with %j", (args, again) => {
    assert.deepStrictEqual(argumentsOfRestart(args, authority), again)
    assert.deepStrictEqual(argumentsOfRestart(args, { NODE_USE_SYSTEM_CA: "1" }), again)
    // The process that follows is the last.
    assert.isUndefined(argumentsOfRestart(again, authority))
  })

  it.each([
    [["--env-file=a.env"], {}],
    [["--env-file=a.env"], { NODE_EXTRA_CA_CERTS: "" }],
    [[], authority],
    [["--import=./--env-file=a.mjs", "--environment"], authority]
  ])("with %j and %j is the only one", (args, environment) => {
    assert.isUndefined(argumentsOfRestart(args, environment))
  })
})
