import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "vitest"
import * as MemoryLimit from "../../src/core/MemoryLimit.ts"
import { folder } from "@latchkey/test-support/process/latchkey"

const gibibyte = 1024 ** 3
const whole = { limit: 8 * gibibyte, free: 6 * gibibyte, setBy: "machine" } as const

/** Returns the limit of a process in a file system with these files. */
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
  it("is the memory of the machine if there is no limit", () => {
    assert.deepStrictEqual(memoryWith({}), whole)
    assert.deepStrictEqual(
      memoryWith({ "proc/self/cgroup": "0::/a.service", [`${version2}/a.service/memory.max`]: "max" }),
      whole
    )
  })

  it("is the limit of the systemd unit, or of a slice above it", () => {
    const unit = {
      "proc/self/cgroup": "0::/system.slice/latchkey.service",
      [`${version2}/system.slice/latchkey.service/memory.max`]: String(2 * gibibyte),
      [`${version2}/system.slice/latchkey.service/memory.current`]: String(gibibyte)
    }
    assert.deepStrictEqual(memoryWith(unit), { limit: 2 * gibibyte, free: gibibyte, setBy: "cgroup" })
    const slice = { ...unit, [`${version2}/system.slice/memory.max`]: String(gibibyte / 2) }
    assert.deepStrictEqual(memoryWith(slice), { limit: gibibyte / 2, free: gibibyte / 2, setBy: "cgroup" })
  })

  it("is the limit of a container, in its topmost group", () => {
    const container = { "proc/self/cgroup": "0::/", [`${version2}/memory.max`]: String(gibibyte) }
    assert.deepInclude(memoryWith(container), { limit: gibibyte, setBy: "cgroup" })
  })

  it("is the limit in version 1 of cgroups, also if a container sees the path of its host", () => {
    const lines = "9:name=systemd:/\n4:cpu,memory,pids:/docker/0123abcd\n0::/"
    const limit = { [`${version1}/memory.limit_in_bytes`]: String(gibibyte) }
    assert.deepInclude(memoryWith({ "proc/self/cgroup": lines, ...limit }), { limit: gibibyte, setBy: "cgroup" })
    const unlimited = { [`${version1}/docker/0123abcd/memory.limit_in_bytes`]: "9223372036854771712" }
    assert.deepStrictEqual(memoryWith({ "proc/self/cgroup": lines, ...unlimited }), whole)
  })

  it("does not count reclaimable page cache as used", () => {
    const unit = {
      "proc/self/cgroup": "0::/",
      [`${version2}/memory.max`]: String(2 * gibibyte),
      [`${version2}/memory.current`]: String(2 * gibibyte),
      [`${version2}/memory.stat`]: `anon 1\ninactive_file ${gibibyte}\nactive_file 1`
    }
    assert.strictEqual(memoryWith(unit).free, gibibyte)
  })

  it("is a positive number on this machine", () => {
    const { free, limit } = MemoryLimit.make()
    assert.isAbove(limit, 0)
    assert.isAtMost(free, limit)
  })
})
