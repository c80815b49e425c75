/** The events of docs/webhooks.md are events of the schema. */
import { Event, eventTypes } from "@latchkey/domain/event/Event"
import { read } from "@latchkey/test-support/files"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"

const page = read("docs/webhooks.md")
const message = JSON.parse(/```http\nPOST [\s\S]*?\n\n(\{[\s\S]*?\n\})\n```/.exec(page)?.[1] ?? "null")
const rows = [...page.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \| `([a-z_]+)` \| (.*) \|$/gm)]
const decode = Schema.decodeUnknownSync(Event, { onExcessProperty: "error" })

const examples = rows.flatMap(([, type = "", actor, cell = ""]) =>
  [...cell.matchAll(/`(\{[^`]*\})`/g)].map(([, data = ""]) => ({ type, actor, data }))
)

describe("docs/webhooks.md", () => {
  it("shows a message as it is sent, with every field of the user", () => {
    assert.deepStrictEqual(Schema.encodeSync(Event)(decode(message)), message)
  })

  it("has an example of each type", () => {
    assert.deepStrictEqual(
      rows.map(([, type]) => type),
      [...eventTypes]
    )
    assert.sameMembers([...new Set(examples.map(({ type }) => type))], [...eventTypes])
  })

  it.each(examples)("has an example of $type that the schema accepts: $data", ({ actor, data, type }) => {
    const user = type === "user.deleted" ? null : message.data.user
    assert.strictEqual(decode({ ...message, type, actor, data: { user, ...JSON.parse(data) } }).type, type)
  })
})
