import { doIUseEmail } from "@jsx-email/doiuse-email"
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import { SignInCode } from "@latchkey/domain/magic-link/SignInCode"
import { ofCatalogue } from "@latchkey/pages/EmailSamples"
import type { Catalogue } from "@latchkey/pages/language/Catalogue"
import { builtIn } from "@latchkey/pages/language/Catalogues"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { type DefaultTreeAdapterTypes as Tree, parse } from "parse5"
import { assert, describe, it } from "vitest"
import * as OperatorInvitationEmail from "../../src/dashboard/operator/OperatorInvitationEmail.ts"
import * as WebhookDisabledEmail from "../../src/dashboard/webhook/WebhookDisabledEmail.ts"
import * as MagicLinkEmail from "../../src/magic-link/MagicLinkEmail.ts"

/** Outlook for Windows lays out with Word, Gmail rewrites what it shows, and Apple Mail is a browser. */
const programs = ["outlook.windows", "gmail.*", "apple-mail.*"]

/**
 * What an email uses although one of the programs knows it in part or not at all, by the names of caniemail.com, and why
 * the email is right without it.
 */
const dispensable: Readonly<Record<string, string>> = {
  "@media": "Adds a dark mode, and more room on phones.",
  "<bdi> element": "In it are the characters that isolate, too, which every program knows.",
  "<body> element":
    "Gmail turns it into a `div` and keeps its style. The table in it has the color and the direction, too.",
  border: "Thinner than 8 pixels, and of cells.",
  "border-radius": "Without it, corners are square.",
  display: "Hides the preview of the text, and lets the link of the button have padding: Outlook has that of the cell.",
  "display:none": "Where the preview of the text is shown, it is the first paragraph.",
  "dir attribute": "Outlook shows the address of a link from left to right anyway.",
  "font-size": "In pixels, never in `rem`.",
  "font-weight": "600, which Outlook shows as bold.",
  "height attribute": "Of the logo, whose style has it, too.",
  "letter-spacing": "Spaces out the digits of a code. Never negative.",
  "line-height": "Outlook adds a little.",
  margin: "Never negative or `auto`, which Outlook does not know.",
  "max-width": "Outlook takes its width from a conditional comment. iPhones are narrower.",
  overflow: "Of the hidden preview of the text.",
  padding: "Of cells only, except on the button, whose cell has `mso-padding-alt`.",
  "text-decoration": "With one value. Where it is dropped, the text of the button is underlined.",
  "width attribute": "Of tables, not of images.",
  "word-break": "Breaks addresses of links, and nothing else: it does not matter where."
}

interface Sample {
  readonly name: string
  readonly html: string
}

const at = DateTime.unsafeMake("2026-11-22T15:04:05Z")
const withEverything = (catalogue: Catalogue): Sample => ({
  name: `magic_link with a code, a logo and a color in ${catalogue.language}`,
  html: MagicLinkEmail.render(catalogue, {
    language: catalogue.language,
    instanceName: "Acme",
    host: "login.acme.example",
    branding: {
      ...defaultBranding,
      logoUrl: "https://acme.example/logo.png",
      accentColor: "#ffcc00",
      corners: "pill",
      font: "serif"
    },
    verifyUrl: "https://login.acme.example/verify?token=sample",
    lifetimeMinutes: 15,
    code: { digits: SignInCode.make("042817"), lifetimeMinutes: 10 },
    userAgent: Option.none(),
    requestedAt: at,
    expiresAt: at
  }).html
})

const toOperators: Sample = {
  name: "the invitation of an operator",
  html: OperatorInvitationEmail.render("login.acme.example", {
    name: "Ada",
    invitedBy: "Grace",
    role: "admin",
    url: Redacted.make("https://login.acme.example/dashboard/access?token=sample"),
    expiresAt: at
  }).html
}

const toAdministrators: Sample = {
  name: "the end of a webhook",
  html: WebhookDisabledEmail.render("https://login.acme.example/dashboard/instances/default", {
    name: "Ada",
    instanceId: defaultId,
    origin: "https://app.acme.example",
    reason: "failing"
  }).html
}

const fromLatchkey = [toOperators, toAdministrators].map(({ name }) => name)

const samples: ReadonlyArray<Sample> = [
  toOperators,
  toAdministrators,
  ...builtIn.flatMap((catalogue) => [
    withEverything(catalogue),
    ...ofCatalogue(catalogue).map(({ html, kind }) => ({ name: `${kind} in ${catalogue.language}`, html }))
  ])
]

/** Returns what the programs lack, such as `display:flex`. */
const missingIn = (html: string): ReadonlySet<string> => {
  const found = doIUseEmail(html, { emailClients: programs })
  const errors = found.success ? [] : found.errors
  return new Set([...errors, ...found.warnings].map((line) => /`(.+?)` is (?:not|only)/.exec(line)?.[1] ?? line))
}

const faultsIn = (html: string) => [...missingIn(html)].filter((name) => !Object.hasOwn(dispensable, name))

const elementsIn = (node: Tree.Node): ReadonlyArray<Tree.Element> => [
  ...("tagName" in node ? [node] : []),
  ...("childNodes" in node ? node.childNodes.flatMap(elementsIn) : [])
]

const attributeOf = ({ attrs }: Tree.Element, name: string) => attrs.find((one) => one.name === name)?.value ?? ""

/** Returns the elements whose style lays out in a way that Word does not know. */
const strangeToWord = (html: string): ReadonlyArray<string> =>
  elementsIn(parse(html)).flatMap((element) => {
    const style = attributeOf(element, "style")
    const isOfButton = element.tagName === "a" && style.includes("mso-padding-alt:0")
    const isPadded = /(^|;)padding/.test(style) && !/padding:0(;|$)/.test(style)
    return [
      ...(isPadded && element.tagName !== "td" && !isOfButton ? [`padding on <${element.tagName}>`] : []),
      ...(/margin[^;]*(auto|-\d)/.test(style) ? [`margin on <${element.tagName}>`] : []),
      ...(/(^|;)(min-|max-)?width/.test(style) && !["img", "table"].includes(element.tagName)
        ? [`width on <${element.tagName}>`]
        : [])
    ]
  })

describe("Every email in every language", () => {
  it("uses nothing that Outlook for Windows, Gmail or Apple Mail lacks, except what it can do without", () => {
    for (const { html, name } of samples) assert.deepStrictEqual(faultsIn(html), [], name)
  })

  it("uses each of these exceptions somewhere", () => {
    const used = new Set(samples.flatMap(({ html }) => [...missingIn(html)]))
    assert.sameMembers([...used], Object.keys(dispensable))
  })

  it("has padding and widths where Outlook for Windows knows them", () => {
    for (const { html, name } of samples) assert.deepStrictEqual(strangeToWord(html), [], name)
  })

  it("is smaller than 20 kB", () => {
    for (const { html, name } of samples) assert.isBelow(Buffer.byteLength(html), 20_000, name)
  })

  it("has a button whose cell has the color and the padding, because Outlook gives links none", () => {
    for (const { html, name } of samples) {
      assert.match(
        html,
        /<td align="center" bgcolor="(#\w{6})" style="[^"]*background-color:\1;mso-padding-alt:12px 24px"><a href="https:[^>]+>[^<]/,
        name
      )
    }
  })

  it("begins with what inboxes show beside the subject: its first paragraph, without a link or a code", () => {
    for (const { html, name } of samples) {
      const [, preview = ""] = /<body[^>]*>\s*<div style="display:none[^>]*>([^<]+)<\/div>/.exec(html) ?? []
      assert.isAbove(preview.replaceAll(/[\u034f\u200c\u00a0]/g, "").length, 20, name)
      assert.notMatch(preview, /:\/\/|042817/, name)
    }
  })

  it("begins with the name of the instance, or with its logo and the name for programs that load no images", () => {
    for (const { html, name } of samples) {
      const sender = fromLatchkey.includes(name) ? "Latchkey" : "Acme"
      assert.match(
        html,
        new RegExp(`<p style="margin:0 0 24px[^>]*>(<img [^>]*alt="${sender}"[^>]*>|${sender})</p>`),
        name
      )
    }
  })

  it("says how it looks in dark mode, and keeps its own colors where a program drops that", () => {
    for (const { html, name } of samples) {
      assert.include(html, '<meta name="color-scheme" content="light dark">', name)
      assert.include(html, "@media (prefers-color-scheme:dark)", name)
      const card = elementsIn(parse(html)).find((element) => attributeOf(element, "class") === "card")
      assert.match(card === undefined ? "" : attributeOf(card, "style"), /background-color:#\w{6};color:#\w{6}/, name)
    }
  })
})

describe("The check of emails", () => {
  it.each([
    ['<p style="display:flex">x</p>', "display:flex"],
    ['<p style="position:absolute">x</p>', "position"],
    ['<td style="background-image:url(https://acme.example/x.png)">x</td>', "background-image"],
    ['<p style="color:rgb(0 0 0 / 50%);text-shadow:0 1px #000">x</p>', "text-shadow"],
    ["<form><input></form>", "<form> element"],
    ["<video></video>", "<video> element"]
  ])("finds %s", (planted, name) => {
    assert.include(faultsIn(toOperators.html.replace("</h1>", `</h1>${planted}`)), name)
  })

  it("finds padding on a paragraph, which Outlook ignores", () => {
    const planted = toOperators.html.replace('<h1 style="', '<h1 style="padding:8px;')
    assert.deepStrictEqual(strangeToWord(planted), ["padding on <h1>"])
  })
})
