import type { Page } from "@latchkey/http/core/Page"
import type { Problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Option from "effect/Option"
import * as FormError from "../core/FormError.ts"
import * as FormInput from "../core/FormInput.ts"
import * as LastWayCookie from "../core/LastWayCookie.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { FailedRequest, Site } from "../core/Site.ts"
import type { SignInForm } from "../core/WayIn.ts"
import * as SignInPages from "./SignInPages.ts"

export type View = (form: SignInForm) => Page

/**
 * Makes the function that renders a form with what the user typed and what went wrong. In an outage the allowed origins
 * are unknown: the return URL is kept unchecked until the form is sent, and the form may lead to any origin.
 */
export const renderForm =
  ({ prefix, respond, urls, waysIn }: Pick<Site, "prefix" | "respond" | "urls" | "waysIn">, view: View) =>
  (problem: Problem | undefined, failed: FailedRequest) => {
    const { context, form, language, request } = failed
    const instance = context?.instance
    const values = form.has(ReturnUrl.parameter) ? form : RequestReader.query(request)
    const returnUrl =
      instance === undefined
        ? RequestReader.single(values, ReturnUrl.parameter)
        : ReturnUrl.read(urls, instance, values)
    const parts = waysIn.flatMap(({ isOffered, signIn = [] }) => (isOffered(instance) ? signIn : []))
    const { cookies = {} } = context ?? {}
    const lastWay = parts.length > 1 ? Option.getOrUndefined(LastWayCookie.read(cookies, request.headers)) : undefined
    return respond(
      view({
        language,
        instance,
        prefix,
        parts,
        email: FormInput.textOf(form, "email"),
        isEditing: form.has(SignInPages.editName),
        returnUrl: Option.getOrElse(returnUrl, () => ""),
        lastWay,
        formTargets: instance === undefined ? ["https:", "http:"] : ReturnUrl.formTargets(urls, instance, returnUrl),
        error: problem === undefined ? undefined : FormError.of(language, problem, instance)
      })
    )
  }
