import { readdirSync, readFileSync, readlinkSync } from "node:fs"

const read = <A>(of: () => A): A | undefined => {
  try {
    return of()
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}

export interface Process {
  readonly pid: number
  /** Its command line. PostgreSQL's processes say there what they do. */
  readonly title: string
}

/** Returns the processes that run in a folder or below it. */
export const processesIn = (folder: string): ReadonlyArray<Process> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const at = read(() => readlinkSync(`/proc/${pid}/cwd`)) ?? ""
      if (at !== folder && !at.startsWith(`${folder}/`)) return []
      const title = read(() => readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim()) ?? ""
      return [{ pid: Number(pid), title }]
    })

/** Sends a signal to those of the processes that still run. */
export const signal = (processes: ReadonlyArray<Process>, name: NodeJS.Signals): void => {
  for (const { pid } of processes) read(() => process.kill(pid, name))
}
