/**
 * The pages for people: signing in, making an account, links, one's own account. HTML without scripts, in the look of
 * the instance, for any server.
 *
 * @since 0.1.0
 */
import type * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import type { MagicLinks } from "@latchkey/domain/magic-link/MagicLinks"
import type { Mailer } from "@latchkey/domain/mail/Mailer"
import type { ChangePassword } from "@latchkey/domain/password/ChangePassword"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import type { Sessions } from "@latchkey/domain/session/Sessions"
import type { SignIn } from "@latchkey/domain/password/SignInWithPassword"
import type { SignUp } from "@latchkey/domain/password/SignUp"
import * as RequestedLinkCookie from "./magic-link/RequestedLinkCookie.ts"
import * as Endpoint from "@latchkey/http/core/Endpoint"
import type { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { MagicLinkPages, maskEmail } from "@latchkey/http/magic-link/MagicLinkPages"
import { NotFoundPage } from "@latchkey/http/core/NotFoundPage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as AccountRoutes from "./account/AccountRoutes.ts"
import * as Asked from "./magic-link/RequestedLink.ts"
import * as FormError from "./core/FormError.ts"
import * as CredentialsRoutes from "./password/CredentialsRoutes.ts"
import * as ReturnUrl from "./core/ReturnUrl.ts"
import * as LinkPage from "./magic-link/MagicLinkPage.ts"
import * as LinkRoutes from "./magic-link/MagicLinkRoutes.ts"
import * as MessagePage from "./core/MessagePage.ts"
import * as Redirect from "./core/Redirect.ts"
import * as SignOutRoutes from "./session/SignOutRoutes.ts"
import * as Site from "./core/Site.ts"
import * as Paths from "./core/Paths.ts"
import * as Routes from "./core/Routes.ts"

const routes = Effect.gen(function* () {
  const site = yield* Site.make
  return [
    ...(yield* CredentialsRoutes.make(site)),
    ...(yield* LinkRoutes.make(site)),
    ...(yield* AccountRoutes.make(site)),
    ...(yield* SignOutRoutes.make(site))
  ]
})

/**
 * The pages, below the prefix of `PublicUrls`: `/sign-in`, `/sign-up`, `/check-your-mail`, `/account`, `/signed-out`, and
 * what their forms are posted to. For an app on `HttpLayerRouter`, beside `Http.layerRoutes`.
 *
 * @since 0.1.0
 */
export const layerRoutes: Layer.Layer<
  never,
  never,
  | HttpLayerRouter.HttpRouter
  | HttpSettings
  | Instances
  | MagicLinks
  | Mailer
  | ChangePassword
  | PublicUrls
  | Sessions
  | SignIn
  | SignUp
> = Routes.layer(routes).pipe(Layer.provide(Endpoint.layer))

/**
 * Gives the pages behind links the same look, and the way back to where the browser came from. Provide it to
 * `Http.layerRoutes`.
 *
 * @since 0.1.0
 */
export const layerLinkPages: Layer.Layer<MagicLinkPages, never, Mailer | PublicUrls> = Layer.effect(
  MagicLinkPages,
  Effect.map(Site.makeLook, (look) => ({
    confirmation: (context, { action, email, token }) =>
      look.respond(
        LinkPage.confirmation({
          instance: context.instance,
          maskedEmail: maskEmail(email),
          token,
          action,
          formTargets: ReturnUrl.formTargets(look.urls, context.instance, Asked.returnTo(look, context))
        })
      ),
    refusal: (context, problem) => look.respond(LinkPage.refusal(Asked.by(look, context), problem)),
    arrival: (context) =>
      RequestedLinkCookie.clear(
        context.settings,
        look.cookiePath
      )(Redirect.to(ReturnUrl.of(look.urls, context.instance, Asked.returnTo(look, context))))
  }))
)

/**
 * Gives the page that says that there is no such page the same look. Provide it to `Http.layerNotFound`.
 *
 * @since 0.1.0
 */
export const layerNotFoundPage: Layer.Layer<NotFoundPage, never, Mailer | PublicUrls> = Layer.effect(
  NotFoundPage,
  Effect.map(Site.makeLook, ({ prefix, respond }) => (context, problem) => {
    const place = { instance: context?.instance, prefix }
    return respond(
      problem.code === "not_found"
        ? MessagePage.notFound(place)
        : MessagePage.failed(place, FormError.of(problem, context?.instance), Paths.account)
    )
  })
)
