/**
 * The pages for people: signing in, making an account, links, one's own account. HTML without scripts, in the look of
 * the instance, for any server.
 *
 * @since 0.1.0
 */
import type * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type { Instances } from "@latchkey/domain/Instances"
import type { MagicLinks } from "@latchkey/domain/MagicLinks"
import type { Mailer } from "@latchkey/domain/Mailer"
import type { Passwords } from "@latchkey/domain/Passwords"
import type { PublicUrls } from "@latchkey/domain/PublicUrls"
import type { Sessions } from "@latchkey/domain/Sessions"
import type { SignIn } from "@latchkey/domain/SignIn"
import type { SignUp } from "@latchkey/domain/SignUp"
import * as AskedLinkCookie from "@latchkey/http/AskedLinkCookie"
import * as Endpoint from "@latchkey/http/Endpoint"
import type { HttpSettings } from "@latchkey/http/HttpSettings"
import { LinkPages, maskEmail } from "@latchkey/http/LinkPages"
import { NotFoundPage } from "@latchkey/http/NotFoundPage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as AccountRoutes from "./internal/AccountRoutes.ts"
import * as Asked from "./internal/Asked.ts"
import * as Complaint from "./internal/Complaint.ts"
import * as CredentialsRoutes from "./internal/CredentialsRoutes.ts"
import * as Destination from "./internal/Destination.ts"
import * as LinkPage from "./internal/LinkPage.ts"
import * as LinkRoutes from "./internal/LinkRoutes.ts"
import * as MessagePage from "./internal/MessagePage.ts"
import * as Redirect from "./internal/Redirect.ts"
import * as SignOutRoutes from "./internal/SignOutRoutes.ts"
import * as Site from "./internal/Site.ts"
import * as Paths from "./Paths.ts"
import * as Routes from "./Routes.ts"

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
  | Passwords
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
export const layerLinkPages: Layer.Layer<LinkPages, never, Mailer | PublicUrls> = Layer.effect(
  LinkPages,
  Effect.map(Site.makeLook, (look) => ({
    confirmation: (visit, { action, email, token }) =>
      look.respond(
        LinkPage.confirmation({
          instance: visit.instance,
          maskedEmail: maskEmail(email),
          token,
          action,
          formTargets: Destination.formTargets(look.urls, visit.instance, Asked.returnTo(look, visit))
        })
      ),
    refusal: (visit, problem) => look.respond(LinkPage.refusal(Asked.by(look, visit), problem)),
    arrival: (visit) =>
      AskedLinkCookie.clear(
        visit.settings,
        look.cookiePath
      )(Redirect.to(Destination.of(look.urls, visit.instance, Asked.returnTo(look, visit))))
  }))
)

/**
 * Gives the page that says that there is no such page the same look. Provide it to `Http.layerNotFound`.
 *
 * @since 0.1.0
 */
export const layerNotFoundPage: Layer.Layer<NotFoundPage, never, Mailer | PublicUrls> = Layer.effect(
  NotFoundPage,
  Effect.map(Site.makeLook, ({ prefix, respond }) => (visit, problem) => {
    const place = { instance: visit?.instance, prefix }
    return respond(
      problem.code === "not_found"
        ? MessagePage.notFound(place)
        : MessagePage.failed(place, Complaint.of(problem, visit?.instance), Paths.account)
    )
  })
)
