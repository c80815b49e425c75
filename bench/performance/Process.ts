import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** How to start a program. Its environment contains only this and PATH. */
export interface Options {
  /** A folder for a CPU profile. */
  readonly profile?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly directory?: string
  readonly args?: ReadonlyArray<string>
  /** Arguments of Node itself. */
  readonly nodeArgs?: ReadonlyArray<string>
  /** The file descriptor for its standard output, or a pipe. */
  readonly output?: number | "pipe"
}

const endMillis = 10_000

/** The programs of the benchmark end when they are disconnected, others by the signal. */
const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, "exit")
  const late = setTimeout(() => child.kill("SIGKILL"), endMillis)
  child.disconnect()
  child.kill("SIGTERM")
  await exit
  clearTimeout(late)
}

/** Runs a program on Node until the scope closes. */
export const start = (
  program: URL | string,
  { environment = {}, directory, args = [], nodeArgs = [], output, profile }: Options = {}
): Effect.Effect<ChildProcess, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() =>
      fork(program, [...args], {
        env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", ...environment },
        execArgv: [...nodeArgs, ...(profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`])],
        stdio: ["ignore", output ?? "ignore", "inherit", "ipc"],
        // JSON has no NaN.
        serialization: "advanced",
        ...(directory === undefined ? {} : { cwd: directory })
      })
    ),
    (child) => Effect.promise(() => end(child))
  )

/** Returns the next message of a process. Fails if the process ends before, or after some seconds. */
export const message = <A>(child: ChildProcess, seconds: number): Effect.Effect<A, Error> =>
  Effect.async<A, Error>((resume) => {
    const onMessage = (message: unknown) => {
      child.off("exit", onExit)
      resume(Effect.succeed(message as A))
    }
    const onExit = () => {
      child.off("message", onMessage)
      resume(Effect.fail(new Error(`${child.spawnargs.join(" ")} ended`)))
    }
    child.once("message", onMessage).once("exit", onExit)
  }).pipe(
    Effect.timeoutFail({
      duration: `${seconds} seconds`,
      onTimeout: () => new Error(`${child.spawnargs.join(" ")} sent no message for ${seconds} s`)
    })
  )

const ticksPerSecond = 100

/** Returns the CPU time of a process and its threads, in seconds. NaN on other systems than Linux. */
export const processorSeconds = (child: ChildProcess): number => {
  try {
    const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8")
    // The fields from the third on. They follow the name, which may contain anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return Number.NaN
  }
}

/** Returns the resident memory of a process in MB. NaN on other systems than Linux. */
export const residentMegabytes = (child: ChildProcess): number => {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
