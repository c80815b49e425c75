/**
 * The DNS records of the sender's domain, and what to add.
 */
import type { DnsRecord, SenderRecord } from "@latchkey/domain/mail/SenderRecords"
import { type Fragment, html } from "@latchkey/http/core/Page"
import { all, none } from "../../core/Fragments.ts"

const states: Readonly<Record<SenderRecord["state"], string>> = {
  ok: "found",
  problem: "needs attention",
  unknown: "not checked"
}

const tags: Readonly<Record<SenderRecord["state"], string>> = { ok: "good", problem: "warn", unknown: "plain" }

const toAdd = ({ name, type, value }: DnsRecord): Fragment =>
  html`<span class="detail">Add <code>${name}</code> ${type} <code>${value}</code></span>`

const row = (record: SenderRecord): Fragment =>
  html`<li><span><span class="strong">${record.kind}</span>
<span class="detail">${record.detail}</span>${all(record.toAdd.map(toAdd))}</span>
<span class="tag ${tags[record.state]}">${states[record.state]}</span></li>`

/** Makes the section. Empty if nothing was examined. */
export const view = (records: ReadonlyArray<SenderRecord>): Fragment =>
  records.length === 0
    ? none
    : html`<section class="card" aria-labelledby="sender"><h2 id="sender">Sender's domain</h2>
<p class="soft">Receivers look these DNS records up to decide whether an email is genuine. They are the same for all instances, and are checked again after a minute.</p>
<ul class="rows">${all(records.map(row))}</ul></section>`
