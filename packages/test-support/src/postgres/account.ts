import { execFileSync } from "node:child_process"

/** An account of the operating system that a test server runs under. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

const lookUp = (name: string): Account | undefined => {
  const id = (flag: string) => Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }))
  try {
    return { uid: id("-u"), gid: id("-g") }
  } catch {
    return undefined
  }
}

/**
 * Returns the account to run PostgreSQL under, which refuses root. Returns `undefined` if the tests do not run as root.
 */
export const unprivileged = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const account = lookUp("postgres") ?? lookUp("nobody")
  if (account === undefined) throw new Error("PostgreSQL refuses root, and there is no account postgres or nobody")
  return account
}
