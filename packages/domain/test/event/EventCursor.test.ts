import { assert, describe, it } from "@effect/vitest"
import * as EventCursor from "@latchkey/domain/event/EventCursor"
import * as Samples from "@latchkey/testkit/Samples"
import * as Option from "effect/Option"

describe("EventCursor", () => {
  it("is text for a URL, from which the place can be read", () => {
    const place = { instanceId: Samples.instance().id, position: 1_000_000, userId: Samples.userId(), version: 7 }
    const text = EventCursor.encode(place)
    assert.match(text, /^[\w-]+$/)
    assert.deepStrictEqual(EventCursor.decode(text), Option.some(place))
  })

  it("is no other text", () => {
    for (const text of ["", "cursor", "e30", "bnVsbA", "====", "\u{1f511}"]) {
      assert.deepStrictEqual(EventCursor.decode(text), Option.none(), text)
    }
  })
})
