/**
 * The frame of the pages for users: one card, with the name or logo and the color of the instance, and its links.
 */
import { type Branding, defaultBranding } from "@latchkey/domain/instance/Branding"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { Fragment, html, type Page } from "@latchkey/http/core/Page"
import type { PageLanguage } from "../language/PageLanguage.ts"
import { shiftOf, textOn } from "./ContrastColor.ts"
import * as tokens from "./DesignTokens.ts"
import { all, none } from "./Fragments.ts"

/**
 * - `language`: of the page.
 * - `instance`: missing in an outage, when it is not known.
 * - `footer`: below the card, above the links of the instance.
 * - `isNamed`: whether the heading contains the name of the instance. The name does not appear above it then.
 * - `isWide`: for pages that contain more than a form.
 * - `style`: of what only this page has.
 * - `status`, `formTargets`, `hasRequests`, `headers`: as in `Page`.
 */
export interface FramedPage extends Pick<Page, "formTargets" | "hasRequests" | "headers" | "status" | "title"> {
  readonly language: PageLanguage
  readonly instance: Instance | undefined
  readonly main: Fragment
  readonly footer?: Fragment
  readonly isNamed?: boolean
  readonly isWide?: boolean
  readonly style?: string
}

/** Makes the first letter of the name, as a logo, and the name beside it. */
const nameOf = ({ name }: Instance, isNamed: boolean): Fragment =>
  html`<p class="brand"><span aria-hidden="true">${[...name][0]?.toUpperCase() ?? ""}</span>${isNamed ? none : html`<bdi>${name}</bdi>`}</p>`

const brandOf = (instance: Instance, isNamed: boolean): Fragment => {
  const { branding, name } = instance
  return branding.logoUrl === null
    ? nameOf(instance, isNamed)
    : html`<p class="brand"><img src="${branding.logoUrl}" alt="${name}" width="160" height="40"></p>`
}

const linksOf = ({ texts: { core } }: PageLanguage, { branding }: Instance): Fragment => {
  const links = [
    { text: core.terms, url: branding.termsUrl },
    { text: core.privacy, url: branding.privacyUrl },
    { text: core.support, url: branding.supportUrl }
  ].flatMap(({ text, url }) => (url === null ? [] : [html`<a href="${url}">${text}</a>`]))
  return links.length === 0 ? none : html`\n<nav aria-label="${core.links}">${all(links)}</nav>`
}

const footerOf = (language: PageLanguage, footer: Fragment | undefined, instance: Instance | undefined): Fragment => {
  const about = footer === undefined ? none : html`<div>${footer}</div>`
  const links = instance === undefined ? none : linksOf(language, instance)
  return about.source + links.source === "" ? none : html`\n<footer>${about}${links}</footer>`
}

/** Returns the CSS variables that the branding changes. */
const styleOf = ({ accentColor, corners, font }: Branding): string => {
  const { card, control } = tokens.corners[corners]
  const changed = [
    ...(accentColor === null
      ? []
      : [`--accent:${accentColor};--on-accent:${textOn(accentColor)};--accent-shift:${shiftOf(accentColor)}`]),
    ...(corners === defaultBranding.corners ? [] : [`--radius:${control}px;--radius-card:${card}px`]),
    ...(font === defaultBranding.font ? [] : [`--font:${tokens.fonts[font].body}`])
  ]
  return changed.length === 0 ? "" : `:root{${changed.join(";")}}`
}

const imageOriginsOf = ({ logoUrl }: Branding): ReadonlyArray<string> =>
  logoUrl !== null && URL.canParse(logoUrl) ? [new URL(logoUrl).origin] : []

/** Makes the element in which the script says that a form was sent. */
export const workingOf = (text: string): Fragment => html`<p class="unseen" role="status" data-working="${text}"></p>`

/** Makes the page. */
export const frame = ({
  footer,
  instance,
  isNamed = false,
  isWide = false,
  language,
  main,
  style = "",
  title,
  ...page
}: FramedPage): Page => ({
  ...page,
  language: { tag: language.tag, direction: language.direction },
  ...(instance === undefined
    ? { title, style }
    : {
        title: `${title} – ${instance.name}`,
        style: `${styleOf(instance.branding)}${style}`,
        imageOrigins: imageOriginsOf(instance.branding)
      }),
  body: html`<main${new Fragment(isWide ? ' class="wide"' : "")}>
${instance === undefined ? none : brandOf(instance, isNamed)}
${main}
</main>${workingOf(language.texts.core.working)}${footerOf(language, footer, instance)}`
})
