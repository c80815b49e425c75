import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { AuditId, ClientId, InstanceId, SessionId, UserId, MagicLinkRequestId } from "@latchkey/domain/core/Ids"

const uuid = "01890a5d-ac96-774b-bcce-b302099a8057"

const kinds: ReadonlyArray<readonly [prefix: string, is: (text: unknown) => boolean]> = [
  ["user", Schema.is(UserId)],
  ["sess", Schema.is(SessionId)],
  ["client", Schema.is(ClientId)],
  ["request", Schema.is(MagicLinkRequestId)],
  ["audit", Schema.is(AuditId)],
  ["inst", Schema.is(InstanceId)]
]

describe("An id", () => {
  for (const [prefix, is] of kinds) {
    it(`is a UUIDv7 behind ${prefix}_`, () => {
      assert.isTrue(is(`${prefix}_${uuid}`))
    })

    it(`${prefix}_ is nothing else`, () => {
      for (const text of [
        "",
        uuid,
        `${prefix}_`,
        `${prefix}${uuid}`,
        `${prefix}_${uuid}0`,
        `${prefix}_${uuid}\n`,
        ` ${prefix}_${uuid}`,
        `${prefix}_${uuid.toUpperCase()}`,
        `${prefix}_${uuid.replace("-774b-", "-474b-")}`,
        `${prefix}_${uuid.replace("-bcce-", "-ccce-")}`,
        `${prefix}_${uuid.replaceAll("-", "")}`
      ]) {
        assert.isFalse(is(text), text)
      }
    })

    it(`${prefix}_ is not taken for another kind`, () => {
      for (const [other] of kinds.filter(([name]) => name !== prefix)) assert.isFalse(is(`${other}_${uuid}`))
    })
  }

  it("of an instance may also be default", () => {
    assert.isTrue(Schema.is(InstanceId)("default"))
    for (const text of ["Default", "default ", "defaults", `default_${uuid}`]) {
      assert.isFalse(Schema.is(InstanceId)(text))
    }
    assert.isFalse(Schema.is(UserId)("default"))
  })
})
