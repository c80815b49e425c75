/** A Latchkey for tests, on a port that is free, with its data in a folder that goes with it. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"

const command = fileURLToPath(new URL("../../node_modules/.bin/latchkey", import.meta.url))

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const address = probe.address()
  probe.close()
  await once(probe, "close")
  return typeof address === "object" && address !== null ? address.port : 0
}

const isReady = async (origin: string): Promise<boolean> => {
  try {
    return (await fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(1000) })).ok
  } catch {
    return false
  }
}

export class Service {
  private constructor(
    readonly origin: string,
    private readonly process: ChildProcess,
    private readonly folder: string
  ) {}

  static async start(): Promise<Service> {
    const folder = await mkdtemp(join(tmpdir(), "latchkey-"))
    const port = await freePort()
    // Nothing else of the environment: a DATABASE_URL that is set there is not for tests.
    const environment = { PATH: process.env.PATH, PORT: `${port}` }
    const child = spawn(command, ["dev"], { cwd: folder, env: environment })
    let printed = ""
    child.stdout.on("data", (text) => (printed += text))
    child.stderr.on("data", (text) => (printed += text))
    const service = new Service(`http://localhost:${port}`, child, folder)
    for (let patience = 150; patience > 0 && child.exitCode === null; patience--) {
      if (await isReady(service.origin)) return service
      await sleep(200)
    }
    await service.stop()
    throw new Error(`Latchkey did not start:\n${printed}`)
  }

  /** The newest link in its development inbox; waits until there is one. */
  async lastLink(): Promise<string> {
    for (let patience = 50; patience > 0; patience--) {
      const inbox = await fetch(`${this.origin}/dev/inbox.json`, { signal: AbortSignal.timeout(1000) })
      const link = /http[^"\s\\]*verify\?token=[\w-]+/.exec(await inbox.text())
      if (link !== null) return link[0]
      await sleep(100)
    }
    throw new Error("No link came")
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null) {
      const end = once(this.process, "exit", { signal: AbortSignal.timeout(10_000) })
      this.process.kill("SIGTERM")
      await end.catch(() => this.process.kill("SIGKILL"))
    }
    await rm(this.folder, { recursive: true, force: true })
  }
}
