/** The routes of signing other devices in: looking a code up, and deciding about its device. */
import { ApproveDevice, type TypedUserCode } from "@latchkey/domain/device-sign-in/ApproveDevice"
import { DeviceSignInDisabled } from "@latchkey/domain/device-sign-in/DeviceSignInErrors"
import * as UserCode from "@latchkey/domain/device-sign-in/UserCode"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { type EndpointError, type RequestContext, toProblem } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import { type Problem, type ProblemCode, problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as FormError from "../core/FormError.ts"
import * as FormInput from "../core/FormInput.ts"
import * as Paths from "../core/Paths.ts"
import type { Route } from "../core/Routes.ts"
import type { PageEffect, Render, Site } from "../core/Site.ts"
import * as DevicePages from "./DevicePages.ts"

/** The problems that the page with the code shows. */
const shownOnPage: ReadonlyArray<ProblemCode> = ["invalid_request", "invalid_token", "signin_rate_limited"]

const outcomes: ReadonlyArray<DevicePages.Outcome> = ["approved", "denied"]

export const make = Effect.fnUntraced(function* (site: Site) {
  const devices = yield* ApproveDevice
  const sessions = yield* Sessions
  const { get, languageIn, postOfOwnPages, prefix, renderMessage, respond, urlVia } = site

  /** The path of the page with the code filled in, to come back to. */
  const pathWith = (typed: string) =>
    typed === "" ? Paths.device : `${Paths.device}?code=${encodeURIComponent(typed)}`

  const decode = (typed: string) =>
    Effect.mapError(UserCode.parse(typed), () =>
      problem("invalid_request", { errors: [{ field: "code", reason: "deviceCodeMalformed" }] })
    )

  const ask = Effect.fnUntraced(function* (context: RequestContext, typed: string, found?: Problem) {
    const { caller, instance } = context
    const session = yield* sessions.authenticate({ instance, caller })
    if (!instance.tokenConfig.deviceSignIn) return yield* new DeviceSignInDisabled()
    const language = languageIn(context, Option.some(session))
    const errorOf = (found: Problem) =>
      found.code === "invalid_token"
        ? FormError.make(language, found, { code: language.texts.fields.deviceCodeWrong })
        : FormError.of(language, found, instance)
    const error = found === undefined ? undefined : errorOf(found)
    return respond(DevicePages.ask({ language, instance, prefix, email: session.email, typed, error }))
  })

  const confirm = Effect.fnUntraced(function* (context: RequestContext, typed: string) {
    const { caller, instance } = context
    const userCode = yield* decode(typed)
    const { device, isConfirmed, session } = yield* devices.find({ instance, caller, userCode })
    const path = pathWith(UserCode.format(userCode))
    return respond(
      DevicePages.confirm({
        language: languageIn(context, Option.some(session)),
        instance,
        prefix,
        email: session.email,
        device,
        userCode,
        confirmUrl: isConfirmed ? undefined : urlVia(Paths.reauthenticate, path, context),
        now: yield* DateTime.now
      })
    )
  })

  /** Shows the page with the code for what is wrong with it, and sends users to the page that they need first. */
  const orElsewhere = <R>(
    context: RequestContext,
    typed: string,
    handled: Effect.Effect<Effect.Effect.Success<PageEffect>, EndpointError, R>
  ) =>
    Effect.catchAll(handled, (error) => {
      const found = toProblem(error)
      return shownOnPage.includes(found.code) ? ask(context, typed, found) : Effect.fail(error)
    }).pipe(
      Effect.catchTags({
        ReauthenticationRequired: () =>
          Effect.succeed(Page.redirect(urlVia(Paths.reauthenticate, pathWith(typed), context))),
        Unauthenticated: () => Effect.succeed(Page.redirect(urlVia(Paths.signIn, pathWith(typed), context)))
      })
    )

  const onGet = (context: RequestContext): PageEffect => {
    const { instance } = context
    const query = RequestReader.query(context.request)
    const done = outcomes.find((outcome) => outcome === FormInput.textOf(query, "done"))
    if (done !== undefined) {
      return Effect.map(site.languageOf(context), (language) =>
        respond(DevicePages.decided({ language, instance, prefix, outcome: done }))
      )
    }
    const typed = FormInput.textOf(query, "code")
    return orElsewhere(context, typed, query.has("code") ? confirm(context, typed) : ask(context, typed))
  }

  const onDecision =
    (outcome: DevicePages.Outcome, decide: (typed: TypedUserCode) => Effect.Effect<void, EndpointError>) =>
    (context: RequestContext, form: URLSearchParams): PageEffect => {
      const { caller, instance } = context
      const typed = FormInput.textOf(form, "code")
      const decided = Effect.flatMap(decode(typed), (userCode) => decide({ instance, caller, userCode }))
      return orElsewhere(context, typed, Effect.as(decided, Page.redirect(`${prefix}${Paths.device}?done=${outcome}`)))
    }

  const render: Render = (problem, failed) => renderMessage(Paths.device, problem, failed)
  return [
    { method: "GET", path: Paths.device, handler: get(onGet, render) },
    {
      method: "POST",
      path: Paths.deviceApprove,
      handler: postOfOwnPages(Paths.device, onDecision("approved", devices.approve), render)
    },
    {
      method: "POST",
      path: Paths.deviceDeny,
      handler: postOfOwnPages(Paths.device, onDecision("denied", devices.deny), render)
    }
  ] satisfies ReadonlyArray<Route>
})
