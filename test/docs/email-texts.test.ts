import * as Domain from "@latchkey/domain/Domain"
import { EmailTextAdministration, type PlaceholderInfo } from "@latchkey/domain/operator/EmailTextAdministration"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as InsecurePasswordBlocklist from "@latchkey/memory/InsecurePasswordBlocklist"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as EmailTemplates from "@latchkey/pages/EmailTemplates"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { it } from "vitest"
import { checkShown } from "./shownBlock.ts"

const path = "docs/email-texts.md"

const layer = Domain.layer.pipe(
  Layer.provide([
    Memory.layer,
    EmailTemplates.layer,
    MemoryMailer.layer,
    InsecurePasswordBlocklist.layer,
    InsecurePasswordHasher.layer
  ]),
  Layer.provide([MemoryIdGenerator.layer, MemoryTokenGenerator.layer, BaseUrl.layer]),
  Layer.provide(HttpSettings.layer({ baseUrl: "https://auth.example.com" }))
)

const { kinds } = await Effect.runPromise(Effect.provide(EmailTextAdministration, layer))

const isInAll = ({ name }: PlaceholderInfo) =>
  kinds.every(({ placeholders }) => placeholders.some((one) => one.name === name))
const typeOf = ({ type }: PlaceholderInfo) => (type === "text-color" ? "color" : type)

const common = (kinds[0]?.placeholders ?? [])
  .filter(isInAll)
  .map((one) => `| \`{{${one.name}}}\` | ${typeOf(one)} | ${one.description} |`)

const ofKinds = kinds.map(({ description, kind, placeholders }) => {
  const own = placeholders.filter((one) => !isInAll(one)).map((one) => `\`{{${one.name}}}\` (${typeOf(one)})`)
  return `| \`${kind}\` | ${description} | ${own.join(", ")} |`
})

const tables = {
  common: ["| placeholder | type | value |", "| --- | --- | --- |", ...common],
  kinds: ["| email | when it is sent | placeholders |", "| --- | --- | --- |", ...ofKinds]
}

it("the page on email texts lists every email with its placeholders", () => {
  for (const [name, lines] of Object.entries(tables)) {
    const block = new RegExp(`<!-- placeholders: ${name} -->\\n\\n(\\|[^\\n]*\\n)*`)
    const shown = `<!-- placeholders: ${name} -->\n\n${lines.join("\n")}\n`
    checkShown(path, block, shown)
  }
})
