/**
 * Who is signed in, as a page knows it: one state, kept up to date, for every framework. `@latchkey/client/react` is
 * made of it.
 */
import { afterExpiry, afterFailure } from "./internal/session/nextLook.ts"
import { makeNewest } from "./internal/session/Newest.ts"
import { makeObservable } from "./internal/Observable.ts"
import { onReturn } from "./internal/session/onReturn.ts"
import { openTabs, type Change, type Tabs } from "./internal/session/Tabs.ts"
import type { Client, FindSessionProblem, SignOutProblem } from "./Methods.ts"
import type { CallOptions } from "./Options.ts"
import type { Result } from "./Problem.ts"
import type { Ok, OptionalSession } from "./Schemas.ts"
import type { AnyMetadata, Session } from "./Session.ts"

/** What a store needs of a client. */
export type SessionClient = Pick<Client, "findSession" | "signOut">

/**
 * What a page knows.
 *
 * - `loading`: nothing yet. The first reply is on its way.
 * - `signed-in`: also during an outage, with what was known before.
 * - `signed-out`: Latchkey said so. `emailVerificationRequired`: the user has signed in, and the instance requires a
 *   verified email address first.
 * - `unavailable`: nothing, because of `problem`. The store tries again. It never means that the user is signed out.
 */
export type SessionState<Metadata = AnyMetadata, UserMetadata = AnyMetadata> =
  | { readonly status: "loading"; readonly session: null }
  | { readonly status: "signed-in"; readonly session: Session<Metadata, UserMetadata> }
  | { readonly status: "signed-out"; readonly session: null; readonly emailVerificationRequired: boolean }
  | { readonly status: "unavailable"; readonly session: null; readonly problem: FindSessionProblem }

/**
 * Options of a store. `initial`: the session that the server has found for the page, and `null` if it has found none.
 * Without it, the state begins with `loading`.
 */
export interface SessionStoreOptions<Metadata = AnyMetadata, UserMetadata = AnyMetadata> {
  readonly initial?: Session<Metadata, UserMetadata> | null | undefined
}

/** The state, and what changes it. No method needs `this`, and none rejects. */
export interface SessionStore<Metadata = AnyMetadata, UserMetadata = AnyMetadata> {
  /** Returns the state. It is the same object until the state changes. */
  readonly get: () => SessionState<Metadata, UserMetadata>

  /**
   * Calls `listener` after each change of the state. Returns a function that ends it. While a store has listeners it
   * asks Latchkey when the user comes back to the page, at most every five seconds; when another tab has signed in or
   * out; when the session expires; and again after an outage.
   */
  readonly subscribe: (listener: () => void) => () => void

  /** Asks Latchkey. Call it after a sign-in with the client. Returns the state after the newest reply. */
  readonly refresh: () => Promise<SessionState<Metadata, UserMetadata>>

  /** Signs out. If it fails, the user is still signed in: show the problem. */
  readonly signOut: (options?: CallOptions) => Promise<Result<Ok, SignOutProblem>>

  /**
   * Keeps the state until the returned function is called, which asks Latchkey. `createSignIn` holds it while the user
   * has to write down recovery codes.
   */
  readonly hold: () => () => Promise<SessionState<Metadata, UserMetadata>>
}

/** In milliseconds: how often a user who comes back is a reason to ask, and how long a reply may take. */
const rest = 5_000
const patience = 10_000

const loading = { status: "loading", session: null } as const

type AnyState = SessionState<unknown, unknown>

const idOf = ({ session }: AnyState) => session?.sessionId ?? null

/** Returns `true` if Latchkey has said who is signed in. */
const isKnown = ({ status }: AnyState) => status.startsWith("signed")

const isSame = (one: AnyState, other: AnyState) =>
  JSON.stringify({ ...one, problem: null }) === JSON.stringify({ ...other, problem: null })

const untilExpiry = ({ session }: AnyState) => session && afterExpiry(session.expiresAt)

const stateOf = <Metadata, UserMetadata>(
  session: Session<Metadata, UserMetadata> | null,
  { emailVerificationRequired } = { emailVerificationRequired: false }
): SessionState<Metadata, UserMetadata> =>
  session ? { status: "signed-in", session } : { status: "signed-out", session, emailVerificationRequired }

/**
 * Makes a store. Sends nothing before it has a listener.
 *
 * ```ts
 * const store = createSessionStore(createClient())
 *
 * store.subscribe(() => {
 *   const { session, status } = store.get()
 *   document.title = session?.email ?? status
 * })
 * ```
 */
export const createSessionStore = <Metadata = AnyMetadata, UserMetadata = AnyMetadata>(
  client: SessionClient,
  { initial }: SessionStoreOptions<Metadata, UserMetadata> = {}
): SessionStore<Metadata, UserMetadata> => {
  type State = SessionState<Metadata, UserMetadata>
  const first: State = initial === undefined ? loading : stateOf(initial)
  let failures = 0
  let holds = 0
  let tabs: Tabs | undefined
  let stopLooking: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const replace = (next: State) => {
    const last = get()
    if (isSame(last, next)) return
    // Before a listener that leaves closes the channel.
    if (isKnown(next)) tabs?.tell({ was: idOf(last), is: idOf(next) })
    set(next)
  }
  const wait = (milliseconds: number | null) => {
    clearTimeout(timer)
    if (tabs && milliseconds) timer = setTimeout(ask, milliseconds)
  }
  const receive = (result: Result<OptionalSession, FindSessionProblem>) => {
    if (holds > 0) return
    failures = result.ok ? 0 : failures + 1
    if (result.ok) replace(stateOf(result.data.session as Session<Metadata, UserMetadata> | null, result.data))
    else if (!isKnown(get())) replace({ status: "unavailable", session: null, problem: result.problem })
    wait(result.ok ? untilExpiry(get()) : afterFailure(result.problem, failures))
  }
  const { ask, isOlderThan, overtake } = makeNewest(
    () => client.findSession({ signal: AbortSignal.timeout(patience) }),
    receive,
    () => get(),
    initial === undefined ? 0 : Date.now()
  )
  const end = () => {
    overtake()
    replace(stateOf(null))
  }
  const hear = ({ is, was }: Change) => {
    const own = idOf(get())
    if (is === own) return
    if (is === null && was === own) end()
    else ask()
  }
  const look = (isRestored: boolean) => {
    if (isRestored || isOlderThan(rest)) ask()
  }
  const { get, set, subscribe } = makeObservable(first, (isListening) => {
    clearTimeout(timer)
    stopLooking?.()
    tabs?.close()
    tabs = isListening ? openTabs(hear) : undefined
    stopLooking = isListening ? onReturn(look) : undefined
    if (!isListening) return
    const own = idOf(get())
    if (isKnown(get())) tabs?.tell({ was: own, is: own })
    wait(untilExpiry(get()))
    look(false)
  })

  const signOut: SessionStore["signOut"] = async (options) => {
    overtake()
    const result = await client.signOut(options)
    if (result.ok) end()
    else ask()
    return result
  }
  const hold = () => {
    holds++
    let release = () => {
      holds--
      release = ask
      return ask()
    }
    return () => release()
  }
  return { get, subscribe, refresh: ask, signOut, hold }
}
