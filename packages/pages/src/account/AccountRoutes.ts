/**
 * One's own account: password and sessions.
 *
 * @since 0.1.0
 */
import { SessionId } from "@latchkey/domain/core/Ids"
import { type PasswordStatus, ChangePassword } from "@latchkey/domain/password/ChangePassword"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { pathOf, toProblem, type RequestContext } from "@latchkey/http/core/Endpoint"
import { type Problem, type ProblemCode, statusOf } from "@latchkey/http/core/Problem"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Paths from "../core/Paths.ts"
import type { Route } from "../core/Routes.ts"
import * as AccountPage from "./AccountPage.ts"
import * as FormError from "../core/FormError.ts"
import { withReturn } from "../password/CredentialsPage.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import * as Input from "../core/FormInput.ts"
import * as Redirect from "../core/Redirect.ts"
import * as Site from "../core/Site.ts"

const done = "done"

/** What the page says after something was done. Only these: a link to the page cannot make it say anything else. */
const notices: ReadonlyMap<string, string> = new Map([
  ["password", "Your password is set. Every other session has ended."],
  ["session", "That session has ended."],
  ["others", "You are signed out everywhere else."]
])

/** What the page can say, and ask once more. */
const correctable: ReadonlyArray<ProblemCode> = [
  "invalid_credentials",
  "invalid_request",
  "password_too_short",
  "reauthentication_required",
  "signin_rate_limited"
]

const enterCurrent = "Enter your current password."

const complaintOf = (problem: Problem, context: RequestContext, { hasPassword }: PasswordStatus): FormError.FormError => {
  const formError = FormError.of(problem, context.instance)
  const status = statusOf(problem.code)
  const text = "Please look at this once more:"
  if (problem.code === "invalid_credentials") {
    return { ...formError, status, text, fields: { currentPassword: "This is not your current password." } }
  }
  if (problem.code !== "reauthentication_required") return formError
  return hasPassword
    ? { ...formError, text, fields: { currentPassword: enterCurrent } }
    : { ...formError, text: "It is more than ten minutes since you signed in by link. Do it once more." }
}

const sessionPath = /\/([^/]+)\/end\/?$/i

/** @since 0.1.0 */
export const make = Effect.fnUntraced(function* (site: Site.Site) {
  const passwords = yield* ChangePassword
  const sessions = yield* Sessions
  const { afterSignOut, get, hasLinks, post, prefix, refuse, respond, urls } = site
  const account = `${prefix}${Paths.account}`
  const isDone = (what: string) => Redirect.to(`${account}?${done}=${what}`)
  const ownUrl = ({ instance, request }: RequestContext) => `${ReturnUrl.ownOrigin(urls, instance, request)}${account}`

  const show = Effect.fnUntraced(function* (context: RequestContext, said: { notice?: string | undefined; problem?: Problem }) {
    const { instance } = context
    const own = yield* sessions.list(context)
    const facts = yield* passwords.describe({ instance, session: own.current })
    return respond(
      AccountPage.page({
        instance,
        prefix,
        hasLinks: hasLinks(instance),
        facts,
        ...own,
        now: yield* DateTime.now,
        home: urls.home(instance),
        ownUrl: ownUrl(context),
        notice: said.notice,
        formError: said.problem === undefined ? undefined : complaintOf(said.problem, context, facts)
      })
    )
  })

  const onGet = (context: RequestContext) =>
    show(context, { notice: notices.get(ReturnUrl.parameterOf(context.request, done) ?? "") })

  /** A blank field is nothing missing for who has come by a link since the form was shown. */
  const isCurrentExpected = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    if (!form.has("currentPassword")) return false
    if (Input.textOf(form, "currentPassword") !== "") return true
    const session = yield* sessions.authenticate(context)
    const { needsCurrentPassword } = yield* passwords.describe({ instance: context.instance, session })
    return needsCurrentPassword
  })

  const set = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const current = Input.password(form, "currentPassword", enterCurrent)
    const given = yield* Input.all({
      currentPassword: (yield* isCurrentExpected(context, form))
        ? Either.map(current, Option.some)
        : Either.right(Option.none()),
      password: Input.password(form, "password")
    })
    const issued = yield* passwords.set({ ...context, ...given })
    return SessionCookies.setSession(context.settings, issued)(isDone("password"))
  })

  const onPassword = (context: RequestContext, form: URLSearchParams) =>
    Effect.catchAll(set(context, form), (error) => {
      const problem = toProblem(error)
      return correctable.includes(problem.code) ? show(context, { problem }) : Effect.fail(error)
    })

  const onEnd = Effect.fnUntraced(function* (context: RequestContext) {
    const id = Schema.decodeUnknownOption(SessionId)(sessionPath.exec(pathOf(context.request.url))?.[1])
    // One that is over already, and one that never was, are as good as ended.
    const { wasCurrent } = yield* Option.match(id, {
      onNone: () => Effect.succeed({ wasCurrent: false }),
      onSome: (id) =>
        Effect.catchTag(sessions.revoke(context, id), "SessionNotFound", () => Effect.succeed({ wasCurrent: false }))
    })
    return wasCurrent ? afterSignOut(context) : isDone("session")
  })

  const onEndOthers = (context: RequestContext) => Effect.as(sessions.revokeOthers(context), isDone("others"))

  const refused: Site.Render = (problem, disturbed) => refuse(Paths.account, problem, disturbed)

  /** Who is not signed in does that first, and comes back. */
  const orSignIn =
    <A extends ReadonlyArray<unknown>>(handler: (context: RequestContext, ...rest: A) => Site.Answer) =>
    (context: RequestContext, ...rest: A): Site.Answer =>
      Effect.catchTag(handler(context, ...rest), "Unauthenticated", () =>
        Effect.succeed(Redirect.to(withReturn(`${prefix}${Paths.signIn}`, ownUrl(context))))
      )

  const page = get(orSignIn(onGet), refused)
  const back = get(() => Effect.succeed(Redirect.to(account)), refused)
  const posted = (handler: (context: RequestContext, form: URLSearchParams) => Site.Answer) =>
    post(Paths.account, orSignIn(handler), refused)

  const routes: ReadonlyArray<Route> = [
    { method: "GET", path: Paths.account, handler: page },
    { method: "GET", path: Paths.accountPassword, handler: back },
    { method: "POST", path: Paths.accountPassword, handler: posted(onPassword) },
    { method: "POST", path: `${Paths.accountSessions}/:id/end`, handler: posted(onEnd) },
    { method: "POST", path: `${Paths.accountSessions}/end-others`, handler: posted(onEndOthers) }
  ]
  return routes
})
