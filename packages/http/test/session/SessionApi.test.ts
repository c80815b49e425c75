import { assert, describe, it } from "@effect/vitest"
import * as SessionApi from "@latchkey/http/session/SessionApi"
import * as Arbitrary from "effect/Arbitrary"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"

describe("SessionApi.encodeActiveSession", () => {
  it("encodes every session as the schema does", () => {
    const encode = Schema.encodeSync(SessionApi.ActiveSessionResponse)
    const sessions = Arbitrary.make(SessionApi.ActiveSessionResponse)
    FastCheck.assert(
      FastCheck.property(sessions, (session) => {
        assert.deepStrictEqual(SessionApi.encodeActiveSession(session), encode(session))
      })
    )
  })
})
