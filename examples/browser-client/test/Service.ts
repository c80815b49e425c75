/** Runs Latchkey for tests, on a free port, with its data in a temporary folder. */
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
    // Not the whole environment: tests must not use its DATABASE_URL.
    const environment = { PATH: process.env.PATH, PORT: `${port}` }
    const child = spawn(command, ["dev"], { cwd: folder, env: environment })
    let printed = ""
    child.stdout.on("data", (text) => (printed += text))
    child.stderr.on("data", (text) => (printed += text))
    const service = new Service(`http://localhost:${port}`, child, folder)
    for (let remaining = 150; remaining > 0 && child.exitCode === null; remaining--) {
      if (await isReady(service.origin)) return service
      await sleep(200)
    }
    await service.stop()
    throw new Error(`Latchkey did not start:\n${printed}`)
  }

  /** Waits for a link in the development inbox, and returns the newest. */
  async lastLink(): Promise<string> {
    for (let remaining = 50; remaining > 0; remaining--) {
      const inbox = await fetch(`${this.origin}/dev/inbox.json`, { signal: AbortSignal.timeout(1000) })
      const link = /http[^"\s\\]*verify\?token=[\w-]+/.exec(await inbox.text())
      if (link !== null) return link[0]
      await sleep(100)
    }
    throw new Error("No link arrived")
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
