import type { ChildProcess } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { freePort } from "@latchkey/test-support/freePort"
import * as Accounts from "./Accounts.ts"
import { main } from "./Latchkey.ts"
import * as Process from "./Process.ts"
import { password } from "./Users.ts"

const lastLine = "Stop with Ctrl-C."

const email = "user@example.com"
const signIns = 10

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "latchkey-start-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const ready = (child: ChildProcess) =>
  Effect.async<void, Error>((resume) => {
    let text = ""
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk
      if (text.includes(lastLine)) resume(Effect.void)
    })
    child.once("exit", () => resume(Effect.fail(new Error("latchkey dev ended"))))
  }).pipe(Effect.timeoutFail({ duration: "2 minutes", onTimeout: () => new Error("latchkey dev did not start") }))

/** Starts `latchkey dev`, uses it, and stops it. Returns how long it took until it was ready, in seconds. */
const run = <A>(directory: string, use: (url: string, child: ChildProcess) => Effect.Effect<A, unknown>) =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(freePort)
    const begin = performance.now()
    const child = yield* Process.start(main, {
      args: ["dev"],
      directory,
      output: "pipe",
      environment: { PORT: String(port) }
    })
    yield* ready(child)
    const seconds = (performance.now() - begin) / 1000
    return { seconds, used: yield* use(`http://localhost:${port}`, child) }
  }).pipe(Effect.scoped)

/** Measures the first start in a folder, the next one, and the memory after ten sign-ins. */
export const measure = Effect.gen(function* () {
  const directory = yield* folder
  const post = (url: string, path: string) =>
    Accounts.call(`${url}/v1/auth/${path}/email-password`, "POST", {}, { email, password })
  const first = yield* run(directory, (url) => post(url, "sign-up"))
  const next = yield* run(directory, (url, child) =>
    Effect.zipRight(
      Effect.repeatN(post(url, "sign-in"), signIns - 1),
      Effect.sync(() => Process.residentMegabytes(child))
    )
  )
  return { "start: first": first.seconds, "start: next": next.seconds, "start: resident": next.used }
}).pipe(
  Effect.scoped,
  Effect.mapError((error) => (error instanceof Error ? error : new Error(String(error))))
)
