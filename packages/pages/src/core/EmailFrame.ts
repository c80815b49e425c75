/**
 * What the emails have in common. They load nothing but the logo of the instance, and are readable in light and dark.
 */
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import { Fragment, html } from "@latchkey/http/core/Page"
import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { type Catalogue, directionOf } from "../language/Catalogue.ts"
import * as Sentence from "../language/Sentence.ts"
import { textOn } from "./ContrastColor.ts"
import { color } from "./DesignTokens.ts"
import { deviceOf } from "./DeviceName.ts"

/** What every email knows of its instance. */
export interface Sender {
  readonly instanceName: string
  readonly logoUrl?: string | null | undefined
  readonly host: string
}

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

/** Makes a link that shows its own URL. */
export const link = (url: string): Fragment => html`<a href="${url}" dir="ltr" style="word-break:break-all">${url}</a>`

/** Makes the logo of the instance, if it has one. Its name is shown in programs that load no images. */
export const logo = ({ instanceName, logoUrl }: Pick<Sender, "instanceName" | "logoUrl">): Fragment =>
  typeof logoUrl === "string"
    ? html`<p><img src="${logoUrl}" alt="${instanceName}" height="40" style="height:40px;max-width:240px"></p>
`
    : html``

/** Latchkey's own accent color. */
export const defaultColor = color.light.accent

const start = `<div style="max-width:480px;margin:0 auto">\n`
const end = "\n</div>\n</body>"

/**
 * Makes a link that looks like a button. The cell has its color and, for Outlook on Windows, which pads no links, its
 * padding.
 */
export const button = (url: string, label: Fragment, background: string = defaultColor): Fragment =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:28px 0"><tbody><tr><td style="border-radius:8px;background-color:${background};mso-padding-alt:12px 24px"><a href="${url}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${background};color:${textOn(background)};text-decoration:none;font-weight:600;mso-padding-alt:0">${label}</a></td></tr></tbody></table>`

/** Returns the body of an email that `email` has made, readable for people: attributes have double quotes. */
export const bodyOf = (html: string): string =>
  html.slice(html.indexOf(start) + start.length, html.lastIndexOf(end)).replaceAll("&#39;", "'")

/** Makes an email of its subject and its paragraphs. */
export const email = (
  { language }: Pick<Catalogue, "language">,
  subject: string,
  { body, text }: { readonly text: string; readonly body: Fragment }
): EmailContent => ({
  subject,
  text,
  html: html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif">
${new Fragment(start)}${body}${new Fragment(end)}
</html>
`.source
})
