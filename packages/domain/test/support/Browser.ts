/** A browser as the domain sees it: an address and two cookies, which it keeps and presents like any browser. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import type { Caller } from "@latchkey/domain/core/Caller"
import type { Email } from "@latchkey/domain/core/Email"
import type { SessionId } from "@latchkey/domain/core/Ids"
import { defaultInstance, type Instance } from "@latchkey/domain/instance/Instance"
import { MagicLinks, type OpenedLink } from "@latchkey/domain/magic-link/MagicLinks"
import type { Password } from "@latchkey/domain/password/Password"
import { ChangePassword } from "@latchkey/domain/password/ChangePassword"
import type { IssuedSession } from "@latchkey/domain/session/SessionIssuer"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { SignIn } from "@latchkey/domain/password/SignInWithPassword"
import { SignUp } from "@latchkey/domain/password/SignUp"

type Cookies = Pick<Caller, "client" | "session">

const noCookies: Cookies = { clientToken: Option.none(), sessionToken: Option.none() }

let addresses = 0

/** An address that nobody else has. */
export const newAddress = (): string => `2001:db8:0:${(++addresses).toString(16)}::/64`

const useCases = Effect.all({
  links: MagicLinks,
  passwords: ChangePassword,
  sessions: Sessions,
  signIn: SignIn,
  signUp: SignUp
})

type Services = Effect.Effect.Success<typeof useCases>

type Jar = Ref.Ref<Cookies>

const context = (jar: Jar, services: Services, instance: Instance, address: string, userAgent?: string) => {
  const { links, passwords, sessions, signIn, signUp } = services
  const keep = ({ clientToken: client, sessionToken: session }: IssuedSession) =>
    Ref.set(jar, { clientToken: Option.some(client), sessionToken: Option.some(session) })
  const keepOpened = (opened: OpenedLink) => (opened._tag === "SignedIn" ? keep(opened.issued) : Effect.void)
  const caller = Effect.map(Ref.get(jar), (cookies): Caller => ({ ipAddress: address, userAgent, ...cookies }))
  const request = Effect.map(caller, (caller) => ({ instance, caller }))
  return {
    caller,
    signUp: (email: Email, password: Password) =>
      Effect.flatMap(request, (asked) => signUp.withPassword({ ...asked, email, password })).pipe(Effect.tap(keep)),
    signIn: (email: Email, password: Password) =>
      Effect.flatMap(request, (asked) => signIn.withPassword({ ...asked, email, password })).pipe(Effect.tap(keep)),
    askForLink: (email: Email) =>
      Effect.flatMap(request, (asked) => links.request({ ...asked, email })).pipe(
        Effect.tap((client) => Ref.update(jar, (cookies) => ({ ...cookies, clientToken: Option.some(client) })))
      ),
    openLink: (token: string) =>
      Effect.flatMap(request, (asked) => links.open({ ...asked, token })).pipe(Effect.tap(keepOpened)),
    useLink: (token: string) =>
      Effect.flatMap(request, (asked) => links.verify({ ...asked, token })).pipe(Effect.tap(keep)),
    describePassword: Effect.flatMap(request, (asked) =>
      Effect.flatMap(sessions.authenticate(asked), (session) => passwords.describe({ instance, session }))
    ),
    setPassword: (password: Password, current?: Password) => {
      const change = { password, currentPassword: Option.fromNullable(current) }
      return Effect.flatMap(request, (asked) => passwords.set({ ...asked, ...change })).pipe(Effect.tap(keep))
    },
    whoAmI: Effect.flatMap(request, sessions.authenticate),
    sessions: Effect.map(Effect.flatMap(request, sessions.list), ({ current, sessions }) => ({
      current: current.id,
      holder: current,
      sessions
    })),
    endSession: (id: SessionId) => Effect.flatMap(request, (asked) => sessions.revoke(asked, id)),
    endOtherSessions: Effect.flatMap(request, sessions.revokeOthers),
    signOut: Effect.flatMap(request, sessions.signOut),
    signOutEverywhere: Effect.flatMap(request, sessions.signOutAll)
  }
}

const withCookies = (cookies: Cookies) =>
  Effect.gen(function* () {
    const services = yield* useCases
    const jar = yield* Ref.make(cookies)
    const at = (instance: Instance, address = newAddress(), userAgent?: string) =>
      context(jar, services, instance, address, userAgent)
    return { jar, at, ...at(defaultInstance) }
  })

/** A browser without cookies, at an address of its own. `at` is the same browser at another instance or address, or under another name. */
export const make = withCookies(noCookies)

/** Another browser, with the cookies that this one holds now. */
export const copyOf = (browser: Browser) => Effect.flatMap(browser.caller, withCookies)

export type Browser = Effect.Effect.Success<typeof make>
