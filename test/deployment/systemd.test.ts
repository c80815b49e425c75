import { spawnSync } from "node:child_process"
import * as Settings from "@latchkey/server/core/Settings"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { bytesOf, environmentOf, manifest, read, unitOf } from "@latchkey/test-support/files"
import { memoryFor, shutdownSeconds } from "./support/needs.ts"
import { run } from "./support/run.ts"
import { unknownNames } from "@latchkey/test-support/settingNames"

const unit = unitOf(read("deploy/latchkey.service"))
const only = (key: string): string => unit.get(key)?.join("\n") ?? ""
const example = environmentOf(read("deploy/latchkey.env.example"))

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0

describe("latchkey.service", () => {
  it.skipIf(!hasSystemd)("is valid for systemd", { timeout: 30_000 }, async () => {
    assert.deepStrictEqual(await run(["systemd-analyze", "verify", "deploy/latchkey.service"]), {
      code: 0,
      out: "",
      err: ""
    })
  })

  it("runs the built program", { timeout: 30_000 }, async () => {
    const command = only("ExecStart")
      .replace(/^\/usr\/bin\/env /, "")
      .split(" ")
    assert.strictEqual(command.at(-1), "serve")
    assert.deepStrictEqual(await run([...command.slice(0, -1), "--version"]), {
      code: 0,
      out: `${manifest.version}\n`,
      err: ""
    })
    assert.include((await run([...command, "--help"])).out, "Usage: latchkey serve")
  })

  it("sets only known and valid settings", () => {
    const environment = Object.fromEntries((unit.get("Environment") ?? []).map((pair) => pair.split("=")))
    assert.deepStrictEqual(unknownNames({ ...example, ...environment }), [])
    Effect.runSync(Settings.loadServe({ ...example, ...environment }))
  })

  it("has enough memory for hashing, and enough time for a shutdown", () => {
    assert.strictEqual(memoryFor(example["HASH_CONCURRENCY"], bytesOf(only("MemoryMax"))), "ok")
    assert.isAbove(Number(only("TimeoutStopSec")), shutdownSeconds)
    assert.strictEqual(only("KillSignal"), "SIGTERM")
  })

  it("restarts after every failure, but not after it was stopped", () => {
    assert.strictEqual(only("Restart"), "on-failure")
    assert.strictEqual(only("StartLimitIntervalSec"), "0")
  })

  it.each([
    ["DynamicUser", "yes"],
    ["NoNewPrivileges", "yes"],
    ["ProtectSystem", "strict"],
    ["ProtectHome", "yes"],
    ["PrivateTmp", "yes"],
    ["CapabilityBoundingSet", ""],
    ["RestrictNamespaces", "yes"],
    ["SystemCallFilter", "@system-service"]
  ])("is restricted by systemd: %s=%s", (key, value) => {
    assert.deepStrictEqual(unit.get(key), [value])
  })

  it("does not forbid what V8 and the hashing threads need", () => {
    assert.isFalse(unit.has("MemoryDenyWriteExecute"))
    assert.notInclude(only("SystemCallFilter"), "~")
  })
})
