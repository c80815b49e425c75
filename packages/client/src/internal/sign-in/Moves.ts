import type { SignInResponse } from "../../Aliases.ts"
import type { SignInClient, SignInOptions, SignInState } from "../../SignIn.ts"
import type { Observable } from "../Observable.ts"
import { lacking, signedIn } from "./factorSteps.ts"
import { startStep } from "./firstSteps.ts"
import { type Call, type Machine, makeMachine, type Next, type Step } from "./Machine.ts"
import { askForPasskey } from "./PasskeySignIn.ts"
import * as PendingMark from "./PendingMark.ts"

/** What the user can do at a step. */
export interface At {
  readonly act: <A>(call: Call<A>, next: (data: A) => Next) => Promise<void>
  readonly askForPasskey: () => Promise<void>
  readonly startOver: () => Promise<void>
}

/** What steps lead to each other with. */
export interface Moves extends Pick<Machine, "failedAt" | "tellStore"> {
  readonly client: SignInClient
  /** Goes on after a first factor. */
  readonly proceed: (data: SignInResponse) => Promise<SignInState>
  /** Returns what the user can do at a step. */
  readonly at: (step: Step) => At
  /** Resolves once the last prompt for a passkey is over. */
  readonly prompted: () => Promise<void> | undefined
}

/** Makes the state of a sign-in, which begins with the first step. */
export const makeState = (client: SignInClient, options: SignInOptions): Observable<SignInState> => {
  let prompt: Promise<void> | undefined
  const proceed = async (data: SignInResponse) =>
    "userId" in data ? signedIn(moves, data) : lacking(moves, data.secondFactorRequired)
  const startAgain = () => {
    PendingMark.clearMark()
    return start
  }
  const moves: Moves = {
    client,
    failedAt: (state, problem) => machine.failedAt(state, problem),
    tellStore: () => machine.tellStore(),
    proceed,
    at: (step) => ({
      act: (call, next) => machine.act(step, call, next),
      askForPasskey: () => {
        prompt = machine.act(step, () => askForPasskey(client), proceed)
        return prompt
      },
      startOver: () => machine.act(step, async () => ({ ok: true, data: undefined }), startAgain)
    }),
    prompted: () => prompt
  }
  /** Goes on with a sign-in that waited for its second factor when this tab was loaded again. */
  const resume: Call<ReadonlyArray<string>> = async (options) => {
    const result = await client.pendingSignIn(options)
    if (result.ok) return { ok: true, data: result.data.secondFactorRequired }
    return result.problem.code === "unauthenticated" ? { ok: true, data: [] } : result
  }
  const start = startStep(moves)
  const machine = makeMachine(options, start, () => {
    if (!PendingMark.hasMark()) return
    void machine.act("start", resume, (factors) => (factors.length === 0 ? startAgain() : lacking(moves, factors)))
  })
  return machine.state
}
