import type { Caller } from "@latchkey/domain/core/Caller"
import type { Email } from "@latchkey/domain/core/Email"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { MagicLinks } from "@latchkey/domain/magic-link/MagicLinks"
import * as SessionIssuer from "@latchkey/domain/session/SessionIssuer"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { SignUp } from "@latchkey/domain/password/SignUp"
import { UserRepository, type User } from "@latchkey/domain/account/UserRepository"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import { SessionSource } from "@latchkey/http/session/SessionSource"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import type { AuthTest, SignedIn } from "../AuthTest.ts"
import { AuthTestError } from "../AuthTestError.ts"
import * as TestInput from "./TestInput.ts"
import * as TestMailbox from "./TestMailbox.ts"

const toSignedIn = ({ clientToken: client, sessionToken: session, sessionId, userId }: SessionIssuer.IssuedSession): SignedIn => ({
  userId,
  sessionId,
  cookie: Option.getOrThrow(SessionCookies.toHeader({ clientToken: Option.some(client), sessionToken: Option.some(session) }))
})

/** A browser with the cookies of that header, at an address that nobody else has. */
const makeBrowsers = Effect.map(
  Ref.make(0),
  (count) => (cookie?: string) =>
    Effect.map(
      Ref.updateAndGet(count, (earlier) => earlier + 1),
      (number): Caller => ({ ipAddress: `2001:db8:0:${number.toString(16)}::/64`, ...SessionCookies.read(cookie) })
    )
)

const makeAccounts = (defaultPassword: string) =>
  Effect.gen(function* () {
    const browser = yield* makeBrowsers
    const instances = yield* InstanceRepository
    const issuer = yield* SessionIssuer.make
    const sessions = yield* SessionRepository
    const source = yield* SessionSource
    const signUp = yield* SignUp
    const users = yield* UserRepository
    // Of two that ask for one address at once the second finds the account of the first.
    const alone = (yield* Effect.makeSemaphore(1)).withPermits(1)

    // Read each time: a test may change it.
    const instance = Effect.map(Effect.orDie(instances.findById(defaultId)), Option.getOrThrow)
    const find = (email: Email) => Effect.orDie(users.findByEmail(defaultId, email))

    const join = Effect.fnUntraced(function* (email: Email, password: string) {
      const here = yield* instance
      const request = { instance: here, email, password: yield* TestInput.password(password), caller: yield* browser() }
      const explain = TestInput.explainSignUp(email, here.passwordPolicy.minLength)
      return toSignedIn(yield* Effect.mapError(signUp.withPassword(request), explain))
    })

    const enter = Effect.fnUntraced(function* (user: User) {
      const request = { instance: yield* instance, user, method: "password", caller: yield* browser() } as const
      return toSignedIn(yield* Effect.orDie(issuer.issue(request)))
    })

    return {
      browser,
      instance,
      signUp: Effect.fnUntraced(function* (account: { readonly email: string; readonly password?: string }) {
        return yield* alone(join(yield* TestInput.email(account.email), account.password ?? defaultPassword))
      }),
      signedInAs: Effect.fnUntraced(function* (input: string) {
        const email = yield* TestInput.email(input)
        const known = Option.match({ onNone: () => join(email, defaultPassword), onSome: enter })
        return (yield* alone(Effect.flatMap(find(email), known))).cookie
      }),
      sessionOf: (cookie: string) => Effect.orDie(source.find({ method: "GET", headers: { cookie } })),
      endSessions: Effect.fnUntraced(function* (input: string) {
        const user = yield* find(yield* TestInput.email(input))
        if (Option.isNone(user)) return yield* new AuthTestError({ message: `${input} has no account` })
        return yield* Effect.orDie(sessions.revokeAll(defaultId, user.value.id))
      })
    }
  })

export const make = (defaultPassword: string) =>
  Effect.gen(function* () {
    const { browser, instance, ...accounts } = yield* makeAccounts(defaultPassword)
    const links = yield* MagicLinks
    const mailbox = yield* TestMailbox.make

    return {
      ...accounts,
      ...mailbox,
      askForLink: Effect.fnUntraced(function* (input: string) {
        const email = yield* TestInput.email(input)
        yield* links.request({ instance: yield* instance, email, caller: yield* browser() })
      }),
      useLink: Effect.fnUntraced(function* (link: string, cookie?: string) {
        const token = yield* TestInput.token(link)
        return toSignedIn(yield* links.verify({ instance: yield* instance, token, caller: yield* browser(cookie) }))
      })
    } satisfies AuthTest["Type"]
  })
