/**
 * What the emails have in common: a card with the name or the logo of the instance, and its parts.
 *
 * Programs that show emails differ more than browsers. Outlook for Windows lays out with Word: only tables have a
 * width, only cells have padding, and nothing has round corners. Gmail may drop the stylesheet, and inverts colors in
 * dark mode. So each element has its style, each text its color, and the stylesheet only adds what an email can do
 * without: our own dark mode, and less space on phones. `emailPrograms.test.ts` checks every email.
 *
 * Emails load nothing but the logo.
 */
import type { Corners } from "@latchkey/domain/instance/Branding"
import type { Envelope } from "@latchkey/domain/mail/CustomEmailFormat"
import type { Sender } from "@latchkey/domain/mail/CustomizableEmail"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import { Fragment, html } from "@latchkey/http/core/Page"
import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { type Catalogue, directionOf } from "../language/Catalogue.ts"
import * as Sentence from "../language/Sentence.ts"
import { textOn } from "./ContrastColor.ts"
import { color, corners, fonts, space, text } from "./DesignTokens.ts"
import { deviceOf } from "./DeviceName.ts"
import { none } from "./Fragments.ts"

/**
 * Returns the name of the device with that `User-Agent`. It is in the direction of the language, and those of browser
 * and system are not.
 */
export const deviceName = (
  { emails, language }: Pick<Catalogue, "emails" | "language">,
  userAgent: string
): Sentence.Rich => {
  const value = (text: string) => Sentence.value(directionOf(language), text)
  const device = deviceOf(userAgent)
  if (device === undefined) return Sentence.plain(emails.unknownDevice)
  const { browser, system } = device
  return Sentence.write(emails.device, {
    browser: value(browser),
    system: system === undefined ? undefined : value(system)
  })
}

/** What the texts of an email in one language can mention. */
export const valuesFor = ({ emails, language }: Catalogue) => {
  const direction = directionOf(language)
  const value = (text: string) => Sentence.value(direction, text)
  return {
    instance: ({ instanceName }: Sender) => value(instanceName),
    place: ({ host, instanceName }: Sender) =>
      Sentence.value(direction, `${instanceName} (${host})`, html`<strong>${instanceName}</strong> (${host})`),
    support: (url: string) => value(url.replace(/^mailto:/, "")),
    time: (at: DateTime.Utc) => Sentence.plain(emails.time(at)),
    occasion: (at: DateTime.Utc, userAgent: Option.Option<string>) => ({
      time: Sentence.plain(emails.time(at)),
      device: Option.getOrUndefined(Option.map(userAgent, (text) => deviceName({ emails, language }, text)))
    })
  }
}

const { dark, light } = color

/** Latchkey's own accent color. */
export const defaultColor: string = light.accent

/**
 * The classes that the text of an email can have, which are colors of the dark mode: text that matters less, what is
 * set apart by its background, and a line above.
 */
export const classes: ReadonlyArray<string> = ["soft", "set-apart", "line"]

const quiet = `font-size:${text.s}px;line-height:1.5;color:${light.soft}`

/** Makes a paragraph that matters less. */
export const quietParagraph = (content: Fragment): Fragment => html`<p class="soft" style="${quiet}">${content}</p>`

/** Makes a link that shows its own URL. */
export const link = (url: string): Fragment =>
  html`<a href="${url}" dir="ltr" class="soft" style="color:${light.soft};word-break:break-all">${url}</a>`

/**
 * Makes a link that looks like a button. The cell has its color and, for Outlook on Windows, which pads no links, its
 * padding. Elsewhere the link has them, so that all of the button can be clicked.
 */
const button = ({ branding }: Sender, url: string, label: Fragment): Fragment => {
  const background = branding.accentColor ?? defaultColor
  const radius = `border-radius:${corners[branding.corners].control}px`
  const padding = `${space[3]}px ${space[5]}px`
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:${String(space[5])}px 0"><tbody><tr><td align="center" bgcolor="${background}" style="${radius};background-color:${background};mso-padding-alt:${padding}"><a href="${url}" style="display:inline-block;padding:${padding};${radius};background-color:${background};color:${textOn(background)};font-size:${String(text.m)}px;font-weight:600;line-height:24px;text-decoration:none;mso-padding-alt:0">${label}</a></td></tr></tbody></table>`
}

/** Makes the main button of an email, and under it the same link to copy. */
export const action = ({ emails }: Catalogue, sender: Sender, url: string, label: Fragment): Fragment =>
  html`${button(sender, url, label)}
${quietParagraph(html`${emails.copyLink}<br>${link(url)}`)}`

/** Makes a code to type. It is a separate paragraph, in which devices recognize it. */
export const code = ({ branding }: Sender, digits: string): Fragment =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:${String(space[4])}px 0"><tbody><tr><td class="set-apart" align="center" bgcolor="${light.hover}" style="padding:${String(space[4])}px;border-radius:${String(corners[branding.corners].control)}px;background-color:${light.hover}"><p dir="ltr" style="margin:0;font-family:Menlo,Consolas,monospace;font-size:32px;font-weight:600;line-height:40px;letter-spacing:6px">${digits}</p></td></tr></tbody></table>
`

/** Makes the end of an email, which says why it came. */
export const footer = (content: Fragment): Fragment =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:${String(space[5])}px 0 0"><tbody><tr><td class="line soft" style="padding:${String(space[4])}px 0 0;border-top:1px solid ${light.edge};${quiet}">${content}</td></tr></tbody></table>`

const darkStyle = `
.ground{background-color:${dark.ground}!important}
.card{background-color:${dark.paper}!important;border-color:${dark.edge}!important;color:${dark.ink}!important}
.soft{color:${dark.soft}!important}
.line{border-color:${dark.edge}!important}
.set-apart{background-color:${dark.hover}!important}
.logo{padding:8px 12px!important;background-color:#fff!important}`

const style = ({ font }: Sender["branding"]) =>
  new Fragment(`<style>
:root{color-scheme:light dark}
@media (max-width:480px){
.ground{padding:0!important}
.card{padding:${space[5]}px 20px!important;border-width:0!important;border-radius:0!important}
}
@media (prefers-color-scheme:dark){${darkStyle}
}
</style>
<!--[if mso]><style>td,h1,p,a{font-family:${fonts[font].word}!important}</style><![endif]-->`)

/** What inboxes show beside the subject. The spaces after it keep the text of the email out of there. */
const preview = (preheader: string): Fragment =>
  preheader === ""
    ? none
    : html`<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preheader}${"\u034f\u200c\u00a0".repeat(60)}</div>
`

/** The logo is on white in dark mode too: a dark one would not be seen on dark. */
const brand = ({ branding, instanceName }: Sender): Fragment => {
  return branding.logoUrl === null
    ? html`<p style="margin:0 0 ${String(space[5])}px;font-size:${String(text.l)}px;font-weight:600;line-height:1.3">${instanceName}</p>`
    : html`<p style="margin:0 0 ${String(space[5])}px"><img class="logo" src="${branding.logoUrl}" alt="${instanceName}" height="40" style="height:40px;max-width:240px;border-radius:8px;font-size:${String(text.l)}px;font-weight:600"></p>`
}

/** Gmail and Outlook drop `<bdi>`, and know the characters that isolate as it does (Unicode, UAX 9). */
const isolate = ({ source }: Fragment): Fragment =>
  new Fragment(source.replace(/<bdi\b[^>]*>/g, "$&\u2068").replaceAll("</bdi>", "\u2069</bdi>"))

const start = `<div class="text">\n`
const end = "\n</div>\n</td>"

/**
 * Returns the part of an email that operators write, readable for people: attributes have double quotes, and no
 * character is invisible.
 */
export const bodyOf = (html: string): string =>
  html
    .slice(html.indexOf(start) + start.length, html.lastIndexOf(end))
    .replaceAll("&#39;", "'")
    .replaceAll(/(<bdi\b[^>]*>)\u2068|\u2069(<\/bdi>)/g, "$1$2")

/** Returns the HTML of an email with more before and after it. */
export const between = (before: Fragment, html: string, after: Fragment): string =>
  html.replace(/<body[^>]*>/, (tag) => tag + before.source).replace("</body>", () => `${after.source}</body>`)

const cardStyle = ({ corners: chosen, font }: { readonly corners: Corners; readonly font: keyof typeof fonts }) =>
  `padding:${space[6]}px;border:1px solid ${light.edge};border-radius:${corners[chosen].card}px;background-color:${light.paper};color:${light.ink};font-family:${fonts[font].body};font-size:${text.m}px;line-height:1.5`

/** Makes the HTML of an email: what operators can write, in the frame that all emails have. */
export const frame = (envelope: Envelope, body: Fragment): string => {
  const { branding, language, preheader, subject } = envelope
  const direction = directionOf(language)
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title>
${style(branding)}
</head>
<body class="ground" style="margin:0;padding:0;background-color:${light.ground}">
${preview(preheader)}<table role="presentation" lang="${language}" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.ground}"><tbody><tr><td class="ground" align="center" style="padding:${String(space[6])}px ${String(space[4])}px;background-color:${light.ground}">
<!--[if mso]><table role="presentation" width="520" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px"><tbody><tr><td class="card" align="${direction === "rtl" ? "right" : "left"}" bgcolor="${light.paper}" style="${cardStyle(branding)}">
${brand(envelope)}
${new Fragment(start)}${isolate(body)}${new Fragment(end)}</tr></tbody></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></tbody></table>
</body>
</html>
`.source
}

/**
 * Makes an email. `subject` is its heading, too; `intro` its first paragraph, and what inboxes show beside the subject.
 * The text begins with the intro, as `body` does not.
 */
export const email = (
  { language }: Pick<Catalogue, "language">,
  sender: Sender,
  content: {
    readonly subject: Sentence.Rich
    readonly intro: Sentence.Rich
    readonly text: string
    readonly body: Fragment
  }
): EmailContent => {
  const { body, intro, subject, text: rest } = content
  const { branding, host, instanceName } = sender
  const envelope = { branding, host, instanceName, language, subject: subject.text, preheader: intro.text }
  return {
    subject: subject.text,
    text: `${intro.text}\n\n${rest}`,
    html: frame(
      envelope,
      html`<h1 style="margin:0 0 ${String(space[3])}px;font-size:${String(text.xl)}px;font-weight:600;line-height:1.3">${subject.html}</h1>
<p style="margin:0">${intro.html}</p>
${body}`
    )
  }
}
