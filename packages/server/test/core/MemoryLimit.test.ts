import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as MemoryLimit from "@latchkey/server/core/MemoryLimit"
import { assert, describe, it } from "vitest"
import { folder } from "../support/latchkey.ts"

const gibibyte = 1024 ** 3
const whole = { limit: 8 * gibibyte, free: 6 * gibibyte, setBy: "machine" } as const

/** A file system with these files, as a process inside it finds it. */
const memoryWith = (files: Readonly<Record<string, string>>): MemoryLimit.Memory => {
  const root = folder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), `${text}\n`)
  }
  return MemoryLimit.make(root, whole)
}

const version2 = "sys/fs/cgroup"
const version1 = "sys/fs/cgroup/memory"

describe("The memory that a process may use", () => {
  it("is the machine's where nothing limits it", () => {
    assert.deepStrictEqual(memoryWith({}), whole)
    assert.deepStrictEqual(
      memoryWith({ "proc/self/cgroup": "0::/a.service", [`${version2}/a.service/memory.max`]: "max" }),
      whole
    )
  })

  it("is that of a unit of systemd, or of a slice above it", () => {
    const unit = {
      "proc/self/cgroup": "0::/system.slice/latchkey.service",
      [`${version2}/system.slice/latchkey.service/memory.max`]: String(2 * gibibyte),
      [`${version2}/system.slice/latchkey.service/memory.current`]: String(gibibyte)
    }
    assert.deepStrictEqual(memoryWith(unit), { limit: 2 * gibibyte, free: gibibyte, setBy: "cgroup" })
    const slice = { ...unit, [`${version2}/system.slice/memory.max`]: String(gibibyte / 2) }
    assert.deepStrictEqual(memoryWith(slice), { limit: gibibyte / 2, free: gibibyte / 2, setBy: "cgroup" })
  })

  it("is that of a container, whose processes are in its topmost group", () => {
    const container = { "proc/self/cgroup": "0::/", [`${version2}/memory.max`]: String(gibibyte) }
    assert.deepInclude(memoryWith(container), { limit: gibibyte, setBy: "cgroup" })
  })

  it("is that of version 1 of the groups, also where a container sees the path of its machine", () => {
    const lines = "9:name=systemd:/\n4:cpu,memory,pids:/docker/0123abcd\n0::/"
    const limit = { [`${version1}/memory.limit_in_bytes`]: String(gibibyte) }
    assert.deepInclude(memoryWith({ "proc/self/cgroup": lines, ...limit }), { limit: gibibyte, setBy: "cgroup" })
    const unlimited = { [`${version1}/docker/0123abcd/memory.limit_in_bytes`]: "9223372036854771712" }
    assert.deepStrictEqual(memoryWith({ "proc/self/cgroup": lines, ...unlimited }), whole)
  })

  it("does not count as used what is given back when it is needed", () => {
    const unit = {
      "proc/self/cgroup": "0::/",
      [`${version2}/memory.max`]: String(2 * gibibyte),
      [`${version2}/memory.current`]: String(2 * gibibyte),
      [`${version2}/memory.stat`]: `anon 1\ninactive_file ${gibibyte}\nactive_file 1`
    }
    assert.strictEqual(memoryWith(unit).free, gibibyte)
  })

  it("is something on this machine", () => {
    const { free, limit } = MemoryLimit.make()
    assert.isAbove(limit, 0)
    assert.isAtMost(free, limit)
  })
})
