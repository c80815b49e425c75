/**
 * The DNS records of the sender's domain, and what to add.
 */
import type { DnsRecord, SenderRecord } from "@latchkey/domain/mail/SenderRecords"
import { type Fragment, html } from "@latchkey/http/core/Page"
import { all, none } from "../../core/Fragments.ts"
import type { DashboardTexts } from "../DashboardTexts.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import { inEnglish } from "../core/Elements.ts"

type Texts = DashboardTexts["mail"]["records"]

const tags: Readonly<Record<SenderRecord["state"], string>> = { ok: "good", problem: "warn", unknown: "plain" }

const toAdd =
  (texts: Texts) =>
  ({ name, type, value }: DnsRecord): Fragment =>
    html`<span class="detail">${texts.add(html`<code>${name}</code>`, type, html`<code>${value}</code>`)}</span>`

const row =
  (language: DashboardLanguage) =>
  (record: SenderRecord): Fragment =>
    html`<li><span><span class="strong">${record.kind}</span>
<span class="detail">${inEnglish(language, record.detail)}</span>${all(record.toAdd.map(toAdd(language.texts.mail.records)))}</span>
<span class="tag ${tags[record.state]}">${language.texts.mail.records.states[record.state]}</span></li>`

/** Makes the section. Empty if nothing was examined. */
export const view = (language: DashboardLanguage, records: ReadonlyArray<SenderRecord>): Fragment =>
  records.length === 0
    ? none
    : html`<section class="card" aria-labelledby="sender"><h2 id="sender">${language.texts.mail.records.title}</h2>
<p class="soft">${language.texts.mail.records.intro}</p>
<ul class="rows">${all(records.map(row(language)))}</ul></section>`
