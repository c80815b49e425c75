/**
 * Sign-in for React 18 and 19: who is signed in, and the steps of a sign-in, as hooks and components without looks.
 * They render on servers, too.
 */
"use client"

import {
  createContext,
  createElement,
  Fragment,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore
} from "react"
import { createClient } from "./Client.ts"
import type { Client } from "./Methods.ts"
import type { AnyMetadata, Session } from "./Session.ts"
import { createSessionStore, type SessionState, type SessionStore } from "./SessionStore.ts"
import { createSignIn, type SignInOptions, type SignInState } from "./SignIn.ts"

/**
 * - `client`: by default one for `baseUrl`, the origin of Latchkey; without that, the page's own origin. Later changes
 *   of both have no effect.
 * - `initialSession`: the session that the server has found for the page, and `null` if it has found none. The first
 *   state is then known, and nothing flashes. Without it, the first state is `loading`. If another one comes later,
 *   such as from a framework that renders the page again, the provider asks Latchkey.
 */
export interface SessionProviderProps {
  readonly client?: Client | undefined
  readonly baseUrl?: string | undefined
  readonly initialSession?: Session<unknown, unknown> | null | undefined
  readonly children?: ReactNode
}

interface Provided {
  readonly client: Client
  readonly store: SessionStore<unknown, unknown>
  /** The state that the server has rendered. What is hydrated late has to begin with it, too. */
  readonly first: SessionState<unknown, unknown>
}

const provide = ({ baseUrl, client = createClient({ baseUrl }), initialSession }: SessionProviderProps): Provided => {
  const store = createSessionStore(client, { initial: initialSession })
  return { client, store, first: store.get() }
}

const Context = createContext<Provided | undefined>(undefined)

const useProvided = (): Provided => {
  const provided = useContext(Context)
  if (provided === undefined) throw new Error("Wrap the app in <SessionProvider>.")
  return provided
}

/**
 * Keeps the session for the hooks and components below it.
 *
 * ```tsx
 * import { SessionProvider, SignedIn, SignedOut } from "@latchkey/client/react"
 *
 * export const App = () => (
 *   <SessionProvider baseUrl="https://auth.example.com">
 *     <SignedIn>Welcome back</SignedIn>
 *     <SignedOut>Please sign in</SignedOut>
 *   </SessionProvider>
 * )
 * ```
 */
export const SessionProvider = (props: SessionProviderProps): ReactElement => {
  const { children, initialSession } = props
  const [provided] = useState(() => provide(props))
  const known = useRef(initialSession?.sessionId)
  useEffect(() => {
    if (known.current === initialSession?.sessionId) return
    known.current = initialSession?.sessionId
    void provided.store.refresh()
  }, [initialSession?.sessionId, provided])
  return createElement(Context.Provider, { value: provided }, children)
}

/**
 * Returns what the page knows of the session, with the app's types for the metadata of its users.
 *
 * ```tsx
 * const Greeting = () => {
 *   const { session, status } = useSession<{ readonly plan?: string }>()
 *   if (status === "unavailable") return "We cannot check who you are. We try again."
 *   return session === null ? null : `${session.email} (${session.metadata?.plan})`
 * }
 * ```
 */
export const useSession = <Metadata = AnyMetadata, UserMetadata = AnyMetadata>(): SessionState<
  Metadata,
  UserMetadata
> => {
  const { first, store } = useProvided()
  return useSyncExternalStore(store.subscribe, store.get, () => first) as SessionState<Metadata, UserMetadata>
}

const useStatus = () => useSession().status

/**
 * Renders its children while the user is signed in, also during an outage.
 *
 * ```tsx
 * const Menu = () => <SignedIn><a href="/orders">Orders</a></SignedIn>
 * ```
 */
export const SignedIn = ({ children }: { readonly children?: ReactNode }): ReactElement | null =>
  useStatus() === "signed-in" ? createElement(Fragment, null, children) : null

/**
 * Renders its children once Latchkey has said that the user is not signed in: not while it loads or is unavailable.
 *
 * ```tsx
 * const Welcome = () => <SignedOut><a href="https://auth.example.com/sign-in">Sign in</a></SignedOut>
 * ```
 */
export const SignedOut = ({ children }: { readonly children?: ReactNode }): ReactElement | null =>
  useStatus() === "signed-out" ? createElement(Fragment, null, children) : null

/**
 * Returns the function that signs out, in every tab. It returns the problem if it fails: the user is still signed in.
 *
 * ```tsx
 * const SignOut = () => {
 *   const signOut = useSignOut()
 *   return <button onClick={() => signOut()}>Sign out</button>
 * }
 * ```
 */
export const useSignOut = (): SessionStore["signOut"] => useProvided().store.signOut

/**
 * Returns the step of a sign-in, what the user can do there, and what went wrong. A success shows everywhere below the
 * provider.
 *
 * ```tsx
 * import { messageOf } from "@latchkey/client/messages/en"
 *
 * const EnterCode = () => {
 *   const signIn = useSignIn({ messageOf })
 *   if (signIn.step !== "second-factor") return null
 *   return (
 *     <form action={(form) => signIn.enterCode(String(form.get("code")))}>
 *       <input name="code" autoComplete="one-time-code" />
 *       <button disabled={signIn.busy}>Continue</button>
 *       <p role="alert">{signIn.message}</p>
 *     </form>
 *   )
 * }
 * ```
 */
export const useSignIn = ({ messageOf }: Pick<SignInOptions, "messageOf"> = {}): SignInState => {
  const { client, store } = useProvided()
  const [{ options, signIn }] = useState(() => {
    const options = { store, messageOf }
    return { options, signIn: createSignIn(client, options) }
  })
  useEffect(() => {
    options.messageOf = messageOf
  }, [options, messageOf])
  return useSyncExternalStore(signIn.subscribe, signIn.get, signIn.get)
}
