import type { ChildProcess } from "node:child_process"
import type { Group } from "./load/generator.ts"

/** The requests that clients take turns through, one for each user, and the expected response. */
export type Workload = Omit<Group, "name" | "clients">

/** A running server. */
export interface MeasuredServer {
  readonly process: ChildProcess
  readonly port: number
}

/** A server that users sign in to. */
export interface SignInService extends MeasuredServer {
  readonly signIn: Workload
  readonly sessionCheck: Workload
}
