import { read } from "@latchkey/test-support/files"
import { assert, describe, it } from "vitest"
import { run } from "./support/run.ts"

const patroni = read("deploy/patroni/patroni.yml")
const haproxy = read("deploy/patroni/haproxy.cfg")

/** Returns the value of a setting that has its own line. */
const setting = (name: string) => new RegExp(`^ *${name}: (.*)$`, "m").exec(patroni)?.[1]

describe("deploy/patroni", () => {
  it("keeps what was acknowledged on two disks, and fences a former leader", () => {
    assert.strictEqual(setting("synchronous_mode"), "true")
    assert.strictEqual(setting("synchronous_mode_strict"), "true")
    assert.notMatch(patroni, /synchronous_commit|fsync/)
    assert.match(haproxy, /^ *option httpchk OPTIONS \/primary\n *http-check expect status 200$/m)
    assert.match(haproxy, /^ *default-server .*\bon-marked-down shutdown-sessions$/m)
  })

  it("gives a leader that lost etcd time to step down before another one leads", () => {
    // https://patroni.readthedocs.io/en/latest/dynamic_configuration.html
    const [ttl, wait, retry] = ["ttl", "loop_wait", "retry_timeout"].map((name) => Number(setting(name)))
    assert.isAtMost(Number(wait) + 2 * Number(retry), Number(ttl))
  })

  it("is a script that bash accepts", async () => {
    assert.strictEqual((await run(["bash", "-n", "deploy/patroni/cluster"])).code, 0)
  })
})
