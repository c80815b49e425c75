import type { CallOptions } from "../../Options.ts"
import type { Result } from "../../Problem.ts"
import type { SignInFailure, SignInOptions, SignInState } from "../../SignIn.ts"
import { makeObservable, type Observable } from "../Observable.ts"
import { patiently } from "./patiently.ts"
import * as PendingMark from "./PendingMark.ts"

export type Step = SignInState["step"]
export type Outcome<A> = Result<A, SignInFailure>
export type Next = SignInState | Promise<SignInState>

/** A call of the client. It has half a minute. */
export type Call<A> = (options: CallOptions) => Promise<Outcome<A>>

/** The state of a sign-in, and how it changes. */
export interface Machine {
  readonly state: Observable<SignInState>
  /** Runs a call of a step, unless another one runs or the user is at another step. */
  readonly act: <A>(step: Step, call: Call<A>, next: (data: A) => Next) => Promise<void>
  /** Returns a state with a problem. Without a pending sign-in, only the first step is left. */
  readonly failedAt: (state: SignInState, problem: SignInFailure) => SignInState
  /** Lets the store learn of the session. */
  readonly tellStore: () => Promise<void>
}

/** What no step has before its first action. */
const idle = { busy: false, problem: undefined, message: undefined } as const

/** What every step begins with. */
export const begun = <S extends Step>(step: S) => ({ step, ...idle })

/** At these the user would lose what the page shows, if the store learned that they are signed in. */
const holding: ReadonlyArray<Step> = ["enrollment", "recovery-codes"]

/** Makes it. `onHeard` is called when a listener comes and there was none. */
export const makeMachine = (options: SignInOptions, start: SignInState, onHeard: () => void): Machine => {
  let isHeard = false
  let release: (() => Promise<unknown>) | undefined

  const tellStore = async () => {
    const tell = release ?? options.store?.refresh
    release = undefined
    await tell?.()
  }
  const holdStore = () => {
    if (isHeard && holding.includes(state.get().step)) release ??= options.store?.hold()
    else if (release) void tellStore()
  }
  const state = makeObservable(start, (hasListeners) => {
    isHeard = hasListeners
    holdStore()
    if (isHeard) onHeard()
  })
  const move = (next: SignInState) => {
    state.set(next)
    holdStore()
  }
  const failedAt = (at: SignInState, problem: SignInFailure): SignInState => {
    const isExpired = problem.code === "unauthenticated"
    if (isExpired) PendingMark.clearMark()
    return { ...(isExpired ? start : at), busy: false, problem, message: options.messageOf?.(problem) }
  }
  const act: Machine["act"] = async (step, call, next) => {
    const before = state.get()
    if (before.busy || before.step !== step) return
    move({ ...before, ...idle, busy: true })
    const result = await call(patiently())
    move(result.ok ? await next(result.data) : failedAt(before, result.problem))
  }
  return { state, act, failedAt, tellStore }
}
