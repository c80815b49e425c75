import { Fragment } from "@latchkey/http/core/Page"
import * as WebhookSender from "@latchkey/domain/webhook/WebhookSender"
import * as MemorySecretKeys from "@latchkey/memory/MemorySecretKeys"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  type DashboardLanguage,
  DashboardLanguages,
  languages,
  make
} from "../../src/dashboard/core/DashboardLanguage.ts"
import { makeDashboard } from "../support/dashboard.ts"

/** Around a value in a text, which stays as it is. */
const [opens, closes] = ["\uE000", "\uE001"]
const parts = /(<[^>]*>|&[^;]+;|\uE000[^\uE001]*\uE001)/

/** Writes a text in full-width letters. Tags, entities and values stay. */
const mark = (text: string): string =>
  text
    .split(parts)
    .map((part, index) =>
      index % 2 === 1
        ? part.replaceAll(opens, "").replaceAll(closes, "")
        : part.replace(/[A-Za-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
    )
    .join("")

const asValue = (value: unknown): unknown => {
  if (typeof value === "string") return `${opens}${value}${closes}`
  return value instanceof Fragment ? new Fragment(`${opens}${value.source}${closes}`) : value
}

/** Marks every text of an object. */
const marked = <Texts>(texts: Texts): Texts => {
  if (typeof texts === "string") return mark(texts) as Texts
  if (texts instanceof Fragment) return new Fragment(mark(texts.source)) as Texts
  if (typeof texts === "function") {
    const made = (...values: ReadonlyArray<unknown>): unknown => marked(texts(...values.map(asValue)))
    return made as Texts
  }
  if (typeof texts !== "object" || texts === null || Array.isArray(texts)) return texts
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, marked(text)])) as Texts
}

const [english] = languages
const { texts } = english
// Times and numbers are Japanese: these have no Latin letters.
const plain = make("ja", marked(texts))
const pseudo: DashboardLanguage = {
  ...plain,
  pages: { ...plain.pages, texts: marked(english.pages.texts) },
  problem: (problem) => mark(english.problem(problem))
}

/** An adapter that reaches nothing. */
const noReceiver = WebhookSender.layer(
  Effect.succeed({
    isConfigured: true,
    isAllowed: () => true,
    send: () => Effect.fail(new WebhookSender.WebhookUnreachable({ reason: "timeout", detail: "https://example.com" }))
  })
)

const { dispose, enter, get, submit } = makeDashboard(
  Layer.mergeAll(Layer.succeed(DashboardLanguages, [pseudo]), noReceiver, MemorySecretKeys.layer)
)

const one = "/dashboard/instances/default"
let user = ""
let created = ""
let grace = ""
let webhook = ""

beforeAll(async () => {
  await enter()
  const made = await submit(`${one}/users/new`, { email: "ada@example.com", password: "correct horse battery" })
  user = (made.headers.get("location") ?? "").replace(/\?.*/, "")
  await submit(`${one}/settings/tokens`, { "tokenConfig.personalTokens": "on" })
  created = (await submit("/dashboard/instances/new", { name: "Acme", plan: "free" })).headers.get("location") ?? ""
  await submit(`${one}/add-sign-in-provider/oidc`, {
    name: "Example",
    id: "acme",
    issuer: "https://id.example.com",
    clientId: "latchkey"
  })
  const added = await submit(`${one}/webhooks`, { url: "https://example.com/hook" })
  webhook = `${one}/webhooks/${/webhook_[0-9a-f-]{36}/.exec(await added.text())?.[0]}`
  const invited = await submit("/dashboard/operators", { email: "grace@example.com", name: "Grace", role: "support" })
  grace = invited.headers.get("location") ?? /\/dashboard\/operators\/[\w-]+/.exec(await invited.text())?.[0] ?? ""
})
afterAll(() => dispose())

const settings = [
  "general",
  "appearance",
  "auth-methods",
  "sign-up",
  "password-policy",
  "lifetimes",
  "limits",
  "emails",
  "tokens"
]
const actions = ["delete", "disable", "make-link", "send-link", "sign-out", "remove-passkeys", "reset-factor"]
const kinds = ["google", "microsoft", "apple", "github", "oidc"]

const pages: Readonly<Record<string, () => Promise<Response>>> = {
  instances: () => get("/dashboard"),
  "a new instance": () => get("/dashboard/instances/new"),
  overview: () => get(one),
  "overview of a month": () => get(`${one}?period=30d`),
  "deletion of an instance": () => get(`${created}/delete`),
  "rejected deletion of an instance": () => submit(`${created}/delete`, { id: "x" }),
  ...Object.fromEntries(
    [...settings, "accounts", "plan"].map((name) => [`settings: ${name}`, () => get(`${one}/settings/${name}?saved=1`)])
  ),
  "locked settings": () => get(`${created}/settings/password-policy`),
  "a tested password": () => submit(`${one}/settings/password-trial`, { password: "short" }),
  "sign-in providers": () => get(`${one}/sign-in-providers?done=deleted`),
  ...Object.fromEntries(
    kinds.map((kind) => [`a new provider: ${kind}`, () => get(`${one}/add-sign-in-provider/${kind}`)])
  ),
  "a sign-in provider": () => get(`${one}/sign-in-providers/acme?done=added`),
  "deletion of a sign-in provider": () => get(`${one}/sign-in-providers/acme/delete`),
  webhooks: () => get(`${one}/webhooks?done=deleted`),
  "a webhook": () => get(`${webhook}?done=saved`),
  "a tested webhook": () => submit(`${webhook}/test`, {}),
  "a webhook that is turned off": async () => {
    await submit(`${webhook}/disable`, {})
    return get(webhook)
  },
  "the secret of a webhook": () => get(`${webhook}/secret`),
  "a new secret of a webhook": () => submit(`${webhook}/secret`, { previousValidForSeconds: "86400" }),
  "deletion of a webhook": () => get(`${webhook}/delete`),
  users: () => get(`${one}/users`),
  "no users": () => get(`${one}/users?q=nobody`),
  "a new user": () => get(`${one}/users/new`),
  "a user": () => get(`${user}?done=create`),
  "editing a user": () => get(`${user}/edit`),
  ...Object.fromEntries(actions.map((action) => [`a user: ${action}`, () => get(`${user}/${action}`)])),
  invitations: () => get(`${one}/invitations`),
  emails: () => get(`${one}/emails`),
  "suppressed addresses": () => get(`${one}/suppressed?done=lifted`),
  "texts of emails": () => get(`${one}/email-texts`),
  "the text of an email": () => get(`${one}/email-texts/magic_link/en`),
  administrators: () => get("/dashboard/operators?done=delete"),
  "an administrator": () => get(grace),
  "deletion of an administrator": () => get(`${grace}/delete`),
  "API keys": () => get("/dashboard/api-keys"),
  "rejected API keys": () => submit("/dashboard/api-keys", { name: "x", role: "viewer", expires: "2020-01-01" }),
  access: () => get("/dashboard/access"),
  "audit log": () => get("/dashboard/audit"),
  account: () => get("/dashboard/account"),
  language: () => get("/dashboard/language"),
  "sign-in": () => get("/dashboard/sign-in?signed-out=1"),
  "rejected sign-in": () => submit("/dashboard/sign-in", { key: "wrong" }),
  "used link": () => get("/dashboard/enter?token=used"),
  "not found": () => get("/dashboard/instances/unknown")
}

/** Values, not texts: codes, times, what was typed, names of settings, and what is said in English with `lang`. */
const values = /<(code|time|pre|textarea)\b[\s\S]*?<\/\1>|<(button|span)[^>]* lang="[\s\S]*?<\/\2>|<[^>]*>/g

/** Names and addresses. Without a web server in front the IP address is unknown. */
const data =
  /Acme|Example|Grace|Google|Microsoft|Apple|GitHub|OpenID Connect|Latchkey|UTC|free|pro|body|HTML|ADMIN_API_KEY|admin key|unknown|localhost\S*|https?:\S+|\S+@example\.com|[a-z]+_[0-9a-f-]{36}|&[^;]+;/g

/** Returns the texts that readers see or hear. */
const textsOf = (page: string): ReadonlyArray<string> => {
  // What an entry of the audit log has is a value.
  const details = /<ul class="changes">[\s\S]*?<\/ul>|<span class="soft" title="[^>]*>[^<]*/g
  const body = page.slice(page.indexOf("<body")).replaceAll("<wbr>", "").replace(details, "\n")
  const attributes = [...body.matchAll(/ (?:aria-label|data-label|data-copied|data-working|title)="([^"]+)"/g)]
  return [...attributes.map(([, text = ""]) => text), ...body.replace(values, "\n").split("\n")].filter((text) =>
    /[A-Za-z]{3}/.test(text.replace(data, ""))
  )
}

describe("A page of the dashboard in another language", () => {
  test.each(Object.keys(pages))("has no English text left: %s", async (name) => {
    const text = (await (await pages[name]?.())?.text()) ?? ""
    expect(text).toContain("<h1>")
    expect(textsOf(text)).toEqual([])
  })
})
