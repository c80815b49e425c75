/**
 * The part of the account page where users change their name.
 */
import type { UserName } from "@latchkey/domain/account/UserData"
import { Fragment, html } from "@latchkey/http/core/Page"
import * as Option from "effect/Option"
import * as Field from "../core/Field.ts"
import { strong } from "../core/Fragments.ts"
import * as Paths from "../core/Paths.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"

/**
 * - `name`: the stored one.
 * - `isRequired`: whether the user cannot remove it.
 * - `typed`: what the user typed, if it was rejected for the reason `error`.
 */
export interface OwnName {
  readonly language: PageLanguage
  readonly prefix: string
  readonly name: Option.Option<UserName>
  readonly isRequired: boolean
  readonly typed?: string | undefined
  readonly error?: string | undefined
}

/** Makes the part. */
export const section = ({ error, isRequired, language, name, prefix, typed }: OwnName): Fragment => {
  const { texts } = language
  const { account } = texts
  const isWrong = error !== undefined
  const hasName = Option.isSome(name)
  return html`<h2>${account.name}</h2>
<p${new Fragment(hasName ? "" : ' class="soft"')}>${Option.match(name, { onNone: () => html`${account.noName}`, onSome: strong })}</p>
<details${new Fragment(isWrong ? " open" : "")}><summary class="button quiet small">${hasName ? account.changeName : account.addName}</summary>
<form method="post" action="${prefix}${Paths.accountName}" novalidate>
${Field.field(texts, {
  id: "name",
  label: account.name,
  type: "text",
  autocomplete: "name",
  value: typed ?? Option.getOrElse(name, () => ""),
  ...(hasName && !isRequired ? { hint: account.nameHint } : {}),
  error,
  isFocused: isWrong,
  isRequired
})}
<button>${account.saveName}</button>
</form></details>`
}
