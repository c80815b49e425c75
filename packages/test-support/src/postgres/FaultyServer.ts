import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Cluster from "./Cluster.ts"
import type { Programs } from "./programs.ts"

/** A server that one test makes fail on purpose. Every acknowledged write survives. */
export interface FaultyServer {
  readonly url: string
  /** Stops it: `fast` as an operator does, `crash` by killing all of its processes. */
  readonly takeDown: (how: "fast" | "crash") => Promise<void>
  /** Starts it again, with the same data on the same port. A standby accepts only reads. */
  readonly bringUp: (as?: "primary" | "standby") => Promise<void>
  /** Suspends all of its processes: connections stay open, and no query returns. */
  readonly pause: () => void
  readonly resume: () => void
  /** Kills it and deletes its data. */
  readonly stop: () => Promise<void>
}

// Standard input ends when the tests end, however they end. A suspended process handles only SIGKILL.
const killScript = `
directory=$1
cat >/dev/null
read -r server 2>/dev/null <"$directory/data/postmaster.pid" && [ -n "$server" ] && {
  kill -STOP "$server"
  kill -KILL $(ps -A -o pid=,ppid= | awk -v server="$server" '$2 == server { print $1 }') "$server"
} 2>/dev/null
rm -rf "$directory"
`

const processes = (format: string): ReadonlyArray<ReadonlyArray<string>> =>
  execFileSync("ps", ["-A", "-o", format], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))

const childrenOf = (pid: number): ReadonlyArray<number> =>
  processes("pid=,ppid=").flatMap(([child, parent]) => (Number(parent) === pid ? [Number(child)] : []))

const signal = (pids: ReadonlyArray<number>, name: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has already ended.
    }
  }
}

/** A zombie counts as dead: it holds no resources any more. */
const isAlive = (pids: ReadonlyArray<number>): boolean =>
  processes("pid=,stat=").some(([pid, state]) => pids.includes(Number(pid)) && !state?.startsWith("Z"))

const allGone = async (pids: ReadonlyArray<number>): Promise<void> => {
  for (let tries = 0; isAlive(pids); tries++) {
    if (tries === 100) throw new Error("PostgreSQL cannot be killed")
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

// A commit that does not wait for the disk is then lost in a crash for certain, and not only sometimes.
const settings = Cluster.asArguments(["wal_writer_delay=10s"])

const make = (cluster: Cluster.Cluster, stop: () => Promise<void>) => {
  let server: ChildProcess | undefined
  const running = () => {
    if (server?.pid === undefined) throw new Error("The server is down")
    return server.pid
  }

  const bringUp = async (as: "primary" | "standby" = "primary") => {
    if (as === "standby") writeFileSync(join(cluster.data, "standby.signal"), "")
    else rmSync(join(cluster.data, "standby.signal"), { force: true })
    const [program = "", ...args] = [...cluster.command, ...settings]
    server = spawn(program, args, { ...cluster.options, detached: true, stdio: ["ignore", "ignore", "pipe"] })
    await Cluster.ready(server)
  }

  const pause = () => {
    signal([running()], "SIGSTOP")
    signal(childrenOf(running()), "SIGSTOP")
  }

  const takeDown = async (how: "fast" | "crash") => {
    const pid = running()
    const ended = once(server as ChildProcess, "exit")
    if (how === "fast") {
      signal([pid], "SIGINT")
    } else {
      // The server must not have time to notice and to clean up.
      signal([pid], "SIGSTOP")
      const children = childrenOf(pid)
      signal([...children, pid], "SIGKILL")
      await allGone(children)
    }
    await ended
    server = undefined
  }

  const resume = () => signal([running(), ...childrenOf(running())], "SIGCONT")

  return { url: cluster.url, takeDown, bringUp, pause, resume, stop } satisfies FaultyServer
}

/** Starts a server with a new cluster. */
export const start = async (programs: Programs): Promise<FaultyServer> => {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-faulty-"))
  try {
    const cluster = await Cluster.make(programs, directory)
    const keeper = spawn("/bin/sh", ["-c", killScript, "sh", directory], {
      ...cluster.options,
      cwd: "/",
      detached: true,
      stdio: ["pipe", "ignore", "ignore"]
    })
    const server = make(cluster, async () => {
      const ended = once(keeper, "exit")
      keeper.stdin.end()
      await ended
    })
    await server.bringUp()
    return server
  } catch (cause) {
    rmSync(directory, { recursive: true, force: true })
    throw new Error(`PostgreSQL ${programs.major} in ${programs.folder} does not run`, { cause })
  }
}
