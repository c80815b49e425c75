/**
 * What the pages for people have in common: one card, with the name of the instance or its logo.
 *
 * @since 0.1.0
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import { Fragment, html } from "@latchkey/http/core/Html"
import { none } from "./Fragments.ts"
import type { Page } from "./Layout.ts"

/**
 * - `instance`: missing in an outage, when it is not known.
 * - `footer`: what stands below the card.
 * - `isWide`: whether it has more than a form.
 *
 * @since 0.1.0
 */
export interface Framed {
  readonly instance: Instance | undefined
  readonly title: string
  readonly main: Fragment
  readonly footer?: Fragment
  readonly isWide?: boolean
  readonly status?: number | undefined
  readonly formTargets?: ReadonlyArray<string>
  readonly headers?: Readonly<Record<string, string>>
}

const brandOf = ({ branding, name }: Instance): Fragment =>
  branding.logoUrl === null
    ? html`<p class="brand">${name}</p>`
    : html`<p class="brand"><img src="${branding.logoUrl}" alt="${name}" width="160" height="40"></p>`

/** The page, ready for the layout. @since 0.1.0 */
export const frame = ({ footer, instance, isWide = false, main, title, ...sent }: Framed): Page => ({
  ...sent,
  ...(instance === undefined ? {} : { branding: instance.branding }),
  title: instance === undefined ? title : `${title} – ${instance.name}`,
  body: html`<main${new Fragment(isWide ? ' class="wide"' : "")}>
${instance === undefined ? none : brandOf(instance)}
${main}
</main>${footer === undefined ? none : html`\n<footer>${footer}</footer>`}`
})
