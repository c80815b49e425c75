/** The app as `npm start` runs it: a separate process, on a free port. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { Browser } from "./Browser.js"

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const address = probe.address()
  probe.close()
  await once(probe, "close")
  return typeof address === "object" && address !== null ? address.port : 0
}

export class RunningApp {
  private printed = ""

  private constructor(
    private readonly process: ChildProcess,
    private readonly origin: string
  ) {
    process.stdout?.on("data", (text) => (this.printed += text))
    process.stderr?.on("data", (text) => (this.printed += text))
  }

  static async start(): Promise<RunningApp> {
    const port = await freePort()
    const main = fileURLToPath(new URL("../src/main.js", import.meta.url))
    const child = spawn(process.execPath, [main], { env: { ...process.env, PORT: `${port}` } })
    const app = new RunningApp(child, `http://localhost:${port}`)
    await app.prints(/Listening on/)
    return app
  }

  browser(): Browser {
    return new Browser(this.origin)
  }

  /** Waits until the output matches, at most two minutes, and returns the match. The first start creates a database. */
  async prints(pattern: RegExp): Promise<string> {
    for (let remaining = 1200; remaining > 0; remaining--) {
      const found = pattern.exec(this.printed)
      if (found !== null) return found[0]
      if (this.process.exitCode !== null) break
      await sleep(100)
    }
    throw new Error(`The app did not print ${pattern}, but:\n${this.printed}`)
  }

  /** Stops the app, and returns its exit code, or the signal that ended it. */
  async stop(): Promise<number | string | null> {
    if (this.process.exitCode !== null) return this.process.exitCode
    const end = once(this.process, "exit", { signal: AbortSignal.timeout(10_000) })
    this.process.kill("SIGTERM")
    const [code, signal] = await end.catch(() => {
      this.process.kill("SIGKILL")
      return [null, "SIGKILL"]
    })
    return code ?? signal
  }
}
