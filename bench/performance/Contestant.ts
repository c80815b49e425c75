import type { ChildProcess } from "node:child_process"
import type { Group } from "./load/generator.ts"

/** What a client of a server does over and over, by person. */
export type Kind = Pick<Group, "requests" | "status" | "contains">

/** A server that is measured. */
export interface Contestant {
  readonly process: ChildProcess
  readonly port: number
}

/** A server that people sign in to. */
export interface SignInService extends Contestant {
  readonly signIn: Kind
  readonly sessionCheck: Kind
}
