/**
 * The pages for users: sign-in, sign-up, sign-in links and the account. HTML that works without scripts, in the look of
 * the instance, for any server.
 */
import type * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import type { UseCases } from "@latchkey/domain/Domain"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import type { RequestMagicLink } from "@latchkey/domain/magic-link/RequestMagicLink"
import type { RequestPasswordReset } from "@latchkey/domain/password-reset/RequestPasswordReset"
import type { SignInWithPasskey } from "@latchkey/domain/passkey/SignInWithPasskey"
import type { Sessions } from "@latchkey/domain/session/Sessions"
import * as Endpoint from "@latchkey/http/core/Endpoint"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { NotFoundPage } from "@latchkey/http/core/NotFoundPage"
import { isCookiesBlocked } from "@latchkey/http/core/Submission"
import { IdentityProviderPages } from "@latchkey/http/identity-provider/IdentityProviderPages"
import { MagicLinkPages } from "@latchkey/http/magic-link/MagicLinkPages"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as FormError from "./core/FormError.ts"
import * as MessagePage from "./core/MessagePage.ts"
import * as Paths from "./core/Paths.ts"
import * as ReturnUrl from "./core/ReturnUrl.ts"
import * as Routes from "./core/Routes.ts"
import * as Site from "./core/Site.ts"
import * as VisitPages from "./identity-provider/VisitPages.ts"
import * as Views from "./magic-link/MagicLinkPages.ts"
import * as RequestedLink from "./magic-link/RequestedLink.ts"
import * as PageScript from "./core/PageScript.ts"
import * as Rooms from "./rooms.ts"

const routes = Effect.gen(function* () {
  const made = yield* Site.make
  const site: Site.Site = { ...made, waysIn: yield* Rooms.waysIn(made) }
  return [
    ...(yield* Rooms.routes(site)),
    PageScript.route("", yield* HttpSettings)
  ] satisfies ReadonlyArray<Routes.Route>
})

/**
 * The pages of every room, below the prefix of `HttpSettings`: their paths are in `core/Paths.ts`. For an app on
 * `HttpLayerRouter`, beside `Http.layerRoutes`.
 */
export const layerRoutes: Layer.Layer<never, never, HttpLayerRouter.HttpRouter | HttpSettings | PublicUrls | UseCases> =
  Routes.layer(routes).pipe(Layer.provide(Endpoint.layer))

/**
 * Gives the pages behind magic links the same look, and sends browsers to their return URL. Provide it to
 * `Http.layerRoutes`.
 */
export const layerMagicLinkPages: Layer.Layer<
  MagicLinkPages,
  never,
  HttpSettings | PublicUrls | RequestMagicLink | RequestPasswordReset | Sessions | SignInWithPasskey
> = Layer.effect(
  MagicLinkPages,
  Effect.map(Site.makeLayout, (layout) => {
    const { languageOf, prefix, readerOfFailed, respond, urls } = layout
    return MagicLinkPages.of({
      confirmation: (link, context) => {
        const returnUrl = RequestedLink.returnUrl(layout, context)
        const formTargets = ReturnUrl.formTargets(urls, context.instance, returnUrl)
        return Effect.map(languageOf(context), (language) =>
          respond(Views.confirmation(language, context.instance, link, formTargets))
        )
      },
      app: (link, context) =>
        Effect.map(languageOf(context), (language) => respond(Views.app(language, context.instance, link))),
      rejected: (problem, context, request) =>
        Effect.map(readerOfFailed(problem, context, request), ({ language, session }) => {
          const options = { language, instance: context?.instance, prefix }
          if (isCookiesBlocked(problem)) return respond(MessagePage.cookiesBlocked(options, `${prefix}${Paths.signIn}`))
          const view = (requester: Views.LinkRequester) => Views.rejected(requester, problem)
          return RequestedLink.rejected(layout, problem, { context, language, session }, view)
        }),
      signedIn: (issued, context) => Effect.succeed(RequestedLink.signedIn(layout, issued, context))
    })
  })
)

/**
 * Gives the pages that browsers see when they come back from an identity provider the same look. Provide it to
 * `Http.layerRoutes`.
 */
export const layerIdentityProviderPages: Layer.Layer<
  IdentityProviderPages,
  never,
  HttpSettings | PublicUrls | UseCases
> = Layer.effect(
  IdentityProviderPages,
  Effect.gen(function* () {
    const layout = yield* Site.makeLayout
    return VisitPages.make({ ...layout, waysIn: yield* Rooms.waysIn(layout) })
  })
)

/** Gives the page for unknown paths the same look. Provide it to `Http.layerNotFound`. */
export const layerNotFoundPage: Layer.Layer<
  NotFoundPage,
  never,
  HttpSettings | PublicUrls | RequestMagicLink | RequestPasswordReset | Sessions | SignInWithPasskey
> = Layer.effect(
  NotFoundPage,
  Effect.map(
    Site.makeLayout,
    ({ prefix, readerOfFailed, respond }) =>
      (problem, context, request) =>
        Effect.map(readerOfFailed(problem, context, request), ({ language }) => {
          const options = { language, instance: context?.instance, prefix }
          if (problem.code === "not_found") {
            return respond(context === undefined ? MessagePage.unknownHost(language) : MessagePage.notFound(options))
          }
          const error = FormError.of(language, problem, context?.instance)
          return respond(MessagePage.failed(options, error, Paths.account))
        })
  )
)
