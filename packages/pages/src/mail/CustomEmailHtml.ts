/**
 * The texts of emails that operators write: which HTML they may use, and how values get into it.
 *
 * The HTML is parsed as browsers do (`parse5`), and written from the tree with the values in it, so that each is
 * escaped by where it is. Only elements and attributes that show text are allowed: nothing of an email runs, loads, or
 * sends anything, and a URL with a token leads nowhere else.
 */
import { CustomEmailFormat, type FormattedValue, type Mistake } from "@latchkey/domain/mail/CustomEmailFormat"
import * as PlaceholderSyntax from "@latchkey/domain/mail/PlaceholderSyntax"
import { Fragment } from "@latchkey/http/core/Page"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type DefaultTreeAdapterTypes as Tree, parseFragment, serialize } from "parse5"
import { textOn } from "../core/ContrastColor.ts"
import * as EmailFrame from "../core/EmailFrame.ts"
import { Catalogues, type CataloguesService } from "../language/Catalogues.ts"
import * as Style from "./CustomEmailStyle.ts"

type Values = ReadonlyMap<string, FormattedValue>

// What programs that read emails show alike. A script, a form, an image of another host or a font is not among it.
const cell = ["width", "height", "valign", "bgcolor", "colspan", "rowspan"]
const elements: Readonly<Record<string, ReadonlyArray<string>>> = {
  a: ["href"],
  img: ["src", "alt", "width", "height"],
  table: ["width", "border", "cellpadding", "cellspacing", "bgcolor", "role"],
  tr: ["valign", "bgcolor"],
  td: cell,
  th: cell,
  ...Object.fromEntries(
    "b bdi blockquote br center code dd div dl dt em h1 h2 h3 h4 hr i li ol p pre s small span strong sub sup tbody thead u ul"
      .split(" ")
      .map((name) => [name, []])
  )
}
const ofEveryElement = ["align", "class", "dir", "lang", "style", "title"]
const empty = new Set(["br", "hr", "img"])
const inline = new Set("a b bdi code em i s small span strong sub sup u".split(" "))

/** Deeper nesting could overflow the stack of the code that writes the tree. */
const maxDepth = 50
/** The parser needs quadratic time for some elements that are never closed. */
const maxTags = 2000

interface Place {
  readonly startLine: number
  readonly startCol: number
}

const mistake = (place: Place | null | undefined, reason: string): Mistake => ({
  line: place?.startLine ?? 1,
  column: place?.startCol ?? 1,
  reason
})

const occurrencesIn = PlaceholderSyntax.occurrences

/** Returns the placeholder that is the whole value, if it is one. */
const wholeOf = (value: string, values: Values): (FormattedValue & { readonly name: string }) | undefined => {
  const [only] = occurrencesIn(value)
  if (only?.name === undefined || only.start !== 0 || only.end !== value.length) return undefined
  const found = values.get(only.name)
  return found === undefined ? undefined : { ...found, name: only.name }
}

const isSafeUrl = (url: string): boolean => /^(https:\/\/|mailto:)/i.test(url) && URL.canParse(url)

const checkHref = (value: string, values: Values): string | undefined => {
  const whole = wholeOf(value, values)
  if (whole?.type === "link" || whole?.type === "url") return undefined
  return whole === undefined && occurrencesIn(value).length === 0 && isSafeUrl(value)
    ? undefined
    : "a link must lead to a URL that begins with https:// or mailto:, or to one placeholder as a whole, such as {{signInUrl}}"
}

const checkText = (value: string, values: Values): string | undefined => {
  for (const occurrence of occurrencesIn(value)) {
    const unknown = PlaceholderSyntax.mistakeOf(occurrence, values)
    if (unknown !== undefined) return unknown
    const type = values.get(occurrence.name ?? "")?.type ?? "text"
    if (["code", "color", "text-color", "image", "link", "url"].includes(type)) {
      return `{{${occurrence.name}}} is not allowed here`
    }
  }
  return undefined
}

const checkAttribute = (element: string, name: string, value: string, values: Values): string | undefined => {
  const isAllowed = ofEveryElement.includes(name) || elements[element]?.includes(name) === true
  if (!isAllowed) return `the attribute ${name} is not allowed on <${element}>`
  switch (name) {
    case "href":
      return checkHref(value, values)
    case "src":
      return wholeOf(value, values)?.type === "image"
        ? undefined
        : 'the only image that is allowed is the logo: src="{{logoUrl}}"'
    case "class":
      return value.split(/\s+/).every((name) => EmailFrame.classes.includes(name))
        ? undefined
        : `the classes are ${EmailFrame.classes.join(", ")}`
    case "bgcolor":
      return wholeOf(value, values)?.type === "color" ? undefined : checkText(value, values)
    case "style":
      return Style.check(value, values)
    default:
      return checkText(value, values)
  }
}

const checkElement = (node: Tree.Element, values: Values): ReadonlyArray<Mistake> => {
  const { attrs, sourceCodeLocation: place, tagName } = node
  if (!Object.hasOwn(elements, tagName)) return [mistake(place, `<${tagName}> is not allowed`)]
  // An element that the parser has added has no place.
  const isOpen = place?.startTag !== undefined && place.endTag === undefined && !empty.has(tagName)
  return [
    ...(isOpen ? [mistake(place, `<${tagName}> is not closed`)] : []),
    ...attrs.flatMap(({ name, value }) => {
      const reason = checkAttribute(tagName, name, value, values)
      return reason === undefined ? [] : [mistake(place?.attrs?.[name] ?? place, reason)]
    })
  ]
}

/** Checks a placeholder in a text node. `href`: of the link that it is in. */
const checkShown = (
  occurrence: PlaceholderSyntax.Occurrence,
  href: string | undefined,
  values: Values
): string | undefined => {
  const name = occurrence.name ?? ""
  const type = values.get(name)?.type
  const isNoText = type === "image" || type === "color" || type === "text-color"
  const isElsewhere = type === "link" && href !== undefined && wholeOf(href, values)?.name !== name
  return (
    PlaceholderSyntax.mistakeOf(occurrence, values) ??
    (isNoText ? `{{${name}}} is not allowed here` : undefined) ??
    (isElsewhere ? `{{${name}}} is in a link that leads elsewhere` : undefined)
  )
}

const checkTextNode = (node: Tree.TextNode, href: string | undefined, values: Values): ReadonlyArray<Mistake> => {
  const start = node.sourceCodeLocation ?? { startLine: 1, startCol: 1 }
  return PlaceholderSyntax.mistakesIn(node.value, (occurrence) => checkShown(occurrence, href, values)).map(
    ({ column, line, reason }) => ({
      line: start.startLine + line - 1,
      column: line === 1 ? start.startCol + column - 1 : column,
      reason
    })
  )
}

interface Found {
  readonly mistakes: Array<Mistake>
  readonly links: Set<string>
  /** The text as a reader sees it: programs turn URLs in it into links. */
  text: string
  endTags: number
}

const isElement = (node: Tree.Node): node is Tree.Element => "tagName" in node
const isText = (node: Tree.Node): node is Tree.TextNode => node.nodeName === "#text"

const visit = (nodes: ReadonlyArray<Tree.ChildNode>, values: Values, found: Found, depth = 0, href?: string): void => {
  for (const node of nodes) {
    if (isText(node)) {
      found.mistakes.push(...checkTextNode(node, href, values))
      found.text += node.value
    } else if (!isElement(node)) {
      found.mistakes.push(mistake(node.sourceCodeLocation, "comments and declarations are not allowed"))
    } else if (depth === maxDepth) {
      found.mistakes.push(mistake(node.sourceCodeLocation, "this is nested too deeply"))
    } else {
      found.mistakes.push(...checkElement(node, values))
      if (node.sourceCodeLocation?.endTag !== undefined) found.endTags++
      const target = node.attrs.find(({ name }) => name === "href")?.value
      const whole = wholeOf(target ?? "", values)
      if (whole?.type === "link") found.links.add(whole.name)
      const space = inline.has(node.tagName) ? "" : "\n"
      found.text += space
      visit(node.childNodes, values, found, depth + 1, target ?? href)
      found.text += space
    }
  }
}

/** Returns what is wrong with the tree as a whole. */
const checkWhole = (source: string, { endTags, links, text }: Found, values: Values): ReadonlyArray<Mistake> => {
  const page = /<(html|head|body)\b/i.exec(source)
  const required = [...values].flatMap(([name, { type }]) => (type === "link" ? [name] : []))
  const isAttached = (name: string) =>
    occurrencesIn(text).some((one) => one.name === name && PlaceholderSyntax.isAttached(text, one))
  const first = { startLine: 1, startCol: 1 }
  return [
    ...(page === null ? [] : [mistake(first, `write only what is inside <body>, without <${page[1]}>`)]),
    ...((source.match(/<\/[a-z]/gi) ?? []).length > endTags && page === null
      ? [mistake(first, "there is a closing tag without its opening tag")]
      : []),
    ...required
      .filter(isAttached)
      .map((name) => mistake(first, `{{${name}}} must have spaces around it where it is shown`)),
    ...required
      .filter((name) => !links.has(name))
      .map((name) => mistake(first, `a link to {{${name}}} is missing: <a href="{{${name}}}">…</a>`))
  ]
}

const fill = (nodes: Array<Tree.ChildNode>, values: Values): void => {
  for (const node of nodes) {
    if (isText(node)) node.value = PlaceholderSyntax.replace(node.value, values)
    else if (isElement(node)) {
      for (const attribute of node.attrs) attribute.value = replaceIn(attribute, values)
      // Without a logo there is no image, and without a support page no link to it.
      node.attrs = node.attrs.filter(({ name, value }) => value !== "" || name !== "href")
      fill(node.childNodes, values)
      node.childNodes = node.childNodes.filter((child) => !isImageWithoutSource(child))
    }
  }
}

/** Returns the value of an attribute with its placeholders replaced. URLs are whole: nothing of them is left out. */
const replaceIn = ({ name, value }: { readonly name: string; readonly value: string }, values: Values): string =>
  name === "href" || name === "src" ? (wholeOf(value, values)?.text ?? value) : PlaceholderSyntax.replace(value, values)

const isImageWithoutSource = (node: Tree.ChildNode): boolean =>
  isElement(node) && node.tagName === "img" && !node.attrs.some(({ name, value }) => name === "src" && value !== "")

const renderHtml: CustomEmailFormat["Type"]["renderHtml"] = (source, values, envelope) => {
  const beyond = Arr.fromIterable(source.matchAll(/</g))[maxTags]
  if (beyond !== undefined) {
    return Either.left([
      { ...PlaceholderSyntax.placeOf(source, beyond.index), reason: "there are more than 2,000 tags" }
    ])
  }
  const found: Found = { mistakes: [], links: new Set(), text: "", endTags: 0 }
  const wrapper = parseFragment("<div></div>").childNodes.filter(isElement)
  // In the element that it is sent in: elsewhere, browsers would leave other tags out, and join what they separate.
  const root = parseFragment(wrapper[0] ?? null, source, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, ...place }) =>
      found.mistakes.push(mistake(place, `this is not valid HTML: ${code.replaceAll("-", " ")}`))
  })
  visit(root.childNodes, values, found)
  const mistakes = [...found.mistakes, ...checkWhole(source, found, values)].slice(0, PlaceholderSyntax.maxMistakes)
  if (Arr.isNonEmptyReadonlyArray(mistakes)) return Either.left(mistakes)
  for (const element of wrapper) element.childNodes = root.childNodes
  fill(wrapper, values)
  const body = new Fragment(wrapper.map((element) => serialize(element)).join(""))
  return Either.right(EmailFrame.frame(envelope, body))
}

const makeFormat = (catalogues: CataloguesService): CustomEmailFormat["Type"]["format"] => {
  return (value, language) => {
    switch (value.type) {
      case "color":
        return value.value ?? EmailFrame.defaultColor
      case "text-color":
        return textOn(value.value ?? EmailFrame.defaultColor)
      case "device":
        return EmailFrame.deviceName(
          catalogues.best([language]),
          Option.getOrElse(value.value, () => "")
        ).text
      case "number":
        return new Intl.NumberFormat(language).format(value.value)
      case "time":
        return catalogues.best([language]).emails.time(value.value)
      default:
        return value.value ?? ""
    }
  }
}

/** What custom emails need of HTML, in the languages of `Catalogues`. `EmailTemplates.layer` includes it. */
export const layer: Layer.Layer<CustomEmailFormat> = Layer.effect(
  CustomEmailFormat,
  Effect.map(Catalogues, (catalogues) => ({
    format: makeFormat(catalogues),
    renderHtml,
    bodyOf: EmailFrame.bodyOf
  }))
)
