import { assert, describe, it } from "@effect/vitest"
import * as SessionApi from "@latchkey/http/session/SessionApi"
import * as Arbitrary from "effect/Arbitrary"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"

describe("SessionApi.encodeActiveSession", () => {
  it("encodes every session as the schema does", () => {
    const encode = Schema.encodeSync(SessionApi.ActiveSessionResponse)
    // Data of users has no member `__proto__`, which the encoder would lose.
    const isStored = (data: object = {}) => !Object.hasOwn(data, "__proto__")
    const sessions = Arbitrary.make(SessionApi.ActiveSessionResponse).filter(
      ({ metadata, userMetadata }) => isStored(metadata) && isStored(userMetadata)
    )
    FastCheck.assert(
      FastCheck.property(sessions, (session) => {
        assert.deepStrictEqual(SessionApi.encodeActiveSession(session), encode(session))
      })
    )
  })
})
