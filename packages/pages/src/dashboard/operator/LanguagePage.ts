/**
 * The language of the dashboard: a button for each one. It is kept with the operator, and in the browser. Choosing one
 * needs no session: the cookie grants nothing.
 */
import { type BuiltIn, tags } from "@latchkey/domain/language/BuiltIn"
import { Language } from "@latchkey/domain/language/Language"
import { ChangeLanguage } from "@latchkey/domain/personal-data/ChangeLanguage"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { html, redirect } from "@latchkey/http/core/Page"
import { problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as FormInput from "../../core/FormInput.ts"
import { all, when } from "../../core/Fragments.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { flag } from "../core/Elements.ts"
import { icon } from "../core/Icons.ts"
import type { OperatorAccess } from "./OperatorAccess.ts"
import * as OperatorCookie from "./OperatorCookie.ts"

/** Returns the name of a language in itself. */
const nameOf = (tag: BuiltIn): string => {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(Language.make(tag)) ?? tag
  return `${name.charAt(0).toLocaleUpperCase(tag)}${name.slice(1)}`
}

const names = tags.map((tag) => [tag, nameOf(tag)] as const)

export const make = Effect.fnUntraced(function* ({ language, page, paths }: DashboardFrame, access: OperatorAccess) {
  const languages = yield* ChangeLanguage
  const settings = yield* HttpSettings
  const { core } = language.texts

  const choice = ([tag, name]: readonly [BuiltIn, string]) =>
    html`<li><button class="quiet" name="language" value="${tag}" lang="${tag}"${flag("aria-current=true", tag === language.tag)}>${name}${when(tag === language.tag, () => icon("check"))}</button></li>`

  const show = () =>
    page({
      title: core.sections.Language,
      description: core.language.intro,
      section: "Language",
      body: html`<section class="card narrow"><form method="post" action="${paths.language}"><ul class="tiles">${all(names.map(choice))}</ul></form></section>`
    })

  const onChoose = Effect.fnUntraced(function* ({ caller, instance, request }: RequestContext) {
    const asked = FormInput.textOf(yield* RequestReader.form(request), "language")
    const tag = tags.find((known) => known === asked)
    if (tag === undefined) {
      return yield* problem("invalid_request", { errors: [{ field: "language", reason: "is none of the dashboard" }] })
    }
    // Someone without a name has no account to keep it in.
    yield* Effect.catchTag(
      languages.change({ instance, caller, language: Option.some(Language.make(tag)) }),
      "Unauthenticated",
      () => Effect.void
    )
    return OperatorCookie.setLanguage(settings, paths.home, tag)(redirect(paths.language))
  })

  const path = "/dashboard/language" as const
  return [
    { method: "GET", path, handler: access.operator("instances.read", () => Effect.succeed(show())) },
    { method: "POST", path, handler: access.anyone(onChoose) }
  ] satisfies ReadonlyArray<Route>
})
