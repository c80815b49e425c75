/**
 * The ways in, a one-time link or the admin key, and the way out.
 *
 * @since 0.1.0
 */
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as Token from "@latchkey/domain/core/Token"
import * as AdminKey from "@latchkey/http/operator/AdminKey"
import { queryOf, type RequestContext } from "@latchkey/http/core/Endpoint"
import * as FormBody from "@latchkey/http/core/FormBody"
import { html } from "@latchkey/http/core/Html"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import * as OperatorCookie from "./OperatorCookie.ts"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { none, when } from "../core/Fragments.ts"
import * as Redirect from "../core/Redirect.ts"
import type { Route } from "../core/Routes.ts"
import type { Access } from "./Access.ts"
import { afterSignIn } from "./DashboardPaths.ts"
import { notice } from "./Markup.ts"
import type { Views } from "./View.ts"

/** @since 0.1.0 */
export const make = Effect.fnUntraced(function* ({ links, plain }: Views, { anyone }: Access) {
  const adminKey = yield* AdminKey.make
  const limiter = yield* RateLimiter
  const operators = yield* OperatorSessions
  const settings = yield* HttpSettings

  const presented = ({ request }: RequestContext) => OperatorCookie.read(request.headers["cookie"])

  /** A new session in the place of the one that the browser came with. */
  const signedIn = Effect.fnUntraced(function* (context: RequestContext, secret: Token.Token, to: string) {
    // Whoever is let in by now stays in: an invitation works once, and the earlier session ends by itself.
    yield* Effect.catchAll(operators.signOut(presented(context)), () =>
      Effect.logWarning("The earlier session of the dashboard could not be ended")
    )
    return OperatorCookie.set(settings, links.home, secret)(Redirect.to(to))
  })

  const invalidLink = () =>
    plain({
      title: "This link is no longer good",
      status: 401,
      body: html`<p>It was used before, or it is more than an hour old.</p>
<p>Whoever runs Latchkey can make a new one: <code>latchkey admin invite</code> prints it, and so does each <code>npm start</code>.</p>
<p><a href="${links.signIn()}">Other ways in</a></p>`
    })

  const showEntrance = (context: RequestContext) => {
    const tokens = queryOf(context.request).getAll("token")
    const [token = ""] = tokens
    if (tokens.length !== 1 || Option.isNone(Token.parse(token))) return Effect.succeed(invalidLink())
    const body = html`<p>This link opens the dashboard in this browser, once. You stay signed in until the browser is closed, at most for eight hours.</p>
<form method="post" action="${links.enter}"><input type="hidden" name="token" value="${token}">
<button autofocus>Open the dashboard</button></form>`
    return Effect.succeed(plain({ title: "Open the dashboard", body }))
  }

  const enter = Effect.fnUntraced(function* (context: RequestContext) {
    const token = yield* FormBody.field(yield* FormBody.read(context.request), "token")
    const spending = { budget: "signInPerIp", subject: `operator:${context.caller.ipAddress}` } as const
    const admission = yield* limiter.consume(context.instance, "sign_in", [spending])
    const secret = yield* Effect.asSome(operators.signInWithInvitation(token)).pipe(
      Effect.catchTag("InvalidToken", () => Effect.succeedNone)
    )
    if (Option.isNone(secret)) return invalidLink()
    // The invitation is used: that its try still counts is no reason to let nobody in.
    yield* Effect.ignore(limiter.refund(context.instance, admission, spending))
    return yield* signedIn(context, secret.value, links.home)
  })

  const keyForm = (to: string, isWrong: boolean) => html`<form method="post" action="${links.signIn()}">
<input type="hidden" name="to" value="${to}">
<input type="text" name="username" value="operator" autocomplete="username" hidden>
<div class="field"><label for="key">Admin key</label>
<span class="hint" id="key-hint">The setting <code>ADMIN_API_KEY</code> of the service. <code>npm start</code> prints it.</span>
<input id="key" name="key" type="password" autocomplete="current-password" autofocus spellcheck="false" aria-describedby="key-hint${isWrong ? " key-error" : ""}"${isWrong ? html` aria-invalid="true"` : none}>
${when(isWrong, () => html`<span class="error" id="key-error" role="alert">This is not the admin key.</span>`)}</div>
<button>Sign in</button></form>`

  const signInPage = (options: { readonly to: string; readonly isWrong?: boolean; readonly hasLeft?: boolean }) =>
    plain({
      title: "Sign in to the dashboard",
      status: options.isWrong === true ? 401 : 200,
      body: html`${when(options.hasLeft === true, () => notice("good", "You are signed out."))}
${
  adminKey.isConfigured
    ? keyForm(options.to, options.isWrong === true)
    : html`<p>The service has no admin key, so only a one-time link leads in.</p>`
}
<p class="soft">${adminKey.isConfigured ? "If you do not have the key at hand: whoever" : "Whoever"} runs Latchkey can make a one-time link. <code>latchkey admin invite</code> prints it, and so does each <code>npm start</code>.</p>`
    })

  const showSignIn = (context: RequestContext) => {
    const query = queryOf(context.request)
    return Effect.succeed(signInPage({ to: query.get("to") ?? "", hasLeft: query.has("signed-out") }))
  }

  const signIn = Effect.fnUntraced(function* (context: RequestContext) {
    const form = yield* FormBody.read(context.request)
    const to = form.get("to") ?? ""
    const isRight = yield* adminKey.check(context, Redacted.make(form.get("key") ?? "")).pipe(
      Effect.as(true),
      Effect.catchTag("Problem", () => Effect.succeed(false))
    )
    if (!isRight) return signInPage({ to, isWrong: true })
    return yield* signedIn(context, yield* operators.signInWithAdminKey, afterSignIn(to, { ...settings, home: links.home }))
  })

  const signOut = (context: RequestContext) =>
    Effect.as(
      operators.signOut(presented(context)),
      OperatorCookie.clear(settings, links.home)(Redirect.to(links.signedOut))
    )

  return [
    // The platform's log of requests has the whole URL in it, and so the token.
    {
      method: "GET",
      path: "/dashboard/enter",
      handler: HttpMiddleware.withLoggerDisabled(anyone(showEntrance))
    },
    { method: "POST", path: "/dashboard/enter", handler: anyone(enter) },
    { method: "GET", path: "/dashboard/sign-in", handler: anyone(showSignIn) },
    { method: "POST", path: "/dashboard/sign-in", handler: anyone(signIn) },
    { method: "POST", path: "/dashboard/sign-out", handler: anyone(signOut) }
  ] satisfies ReadonlyArray<Route>
})
