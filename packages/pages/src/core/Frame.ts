/**
 * The frame of the pages for users: one card, with the name or logo and the color of the instance.
 */
import type { Branding } from "@latchkey/domain/instance/Branding"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { Fragment, html, type Page } from "@latchkey/http/core/Page"
import { textOn } from "./ContrastColor.ts"
import { none } from "./Fragments.ts"

/**
 * - `instance`: missing in an outage, when it is not known.
 * - `footer`: below the card.
 * - `isWide`: for pages that contain more than a form.
 * - `status`, `formTargets`, `headers`: as in `Page`.
 */
export interface FramedPage extends Pick<Page, "formTargets" | "headers" | "status" | "title"> {
  readonly instance: Instance | undefined
  readonly main: Fragment
  readonly footer?: Fragment
  readonly isWide?: boolean
}

const brandOf = ({ branding, name }: Instance): Fragment =>
  branding.logoUrl === null
    ? html`<p class="brand">${name}</p>`
    : html`<p class="brand"><img src="${branding.logoUrl}" alt="${name}" width="160" height="40"></p>`

const styleOf = ({ accentColor }: Branding): string =>
  accentColor === null ? "" : `:root{--accent:${accentColor};--on-accent:${textOn(accentColor)}}`

const imageOriginsOf = ({ logoUrl }: Branding): ReadonlyArray<string> =>
  logoUrl !== null && URL.canParse(logoUrl) ? [new URL(logoUrl).origin] : []

/** Makes the page. */
export const frame = ({ footer, instance, isWide = false, main, title, ...page }: FramedPage): Page => ({
  ...page,
  ...(instance === undefined
    ? { title }
    : {
        title: `${title} – ${instance.name}`,
        style: styleOf(instance.branding),
        imageOrigins: imageOriginsOf(instance.branding)
      }),
  body: html`<main${new Fragment(isWide ? ' class="wide"' : "")}>
${instance === undefined ? none : brandOf(instance)}
${main}
</main>${footer === undefined ? none : html`\n<footer>${footer}</footer>`}`
})
