import { assert, describe, it } from "@effect/vitest"
import { ClientId, InstanceId, QueuedEmailId, SessionId, UserId } from "@latchkey/domain/core/Ids"
import { AuditId } from "@latchkey/domain/audit/AuditLog"
import * as Schema from "effect/Schema"

const uuid = "01890a5d-ac96-774b-bcce-b302099a8057"
const example = "0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708"

const kinds: ReadonlyArray<readonly [prefix: string, is: (text: unknown) => boolean]> = [
  ["user", Schema.is(UserId)],
  ["sess", Schema.is(SessionId)],
  ["client", Schema.is(ClientId)],
  ["email", Schema.is(QueuedEmailId)],
  ["audit", Schema.is(AuditId)],
  ["inst", Schema.is(InstanceId)]
]

describe("An id", () => {
  for (const [prefix, is] of kinds) {
    it(`is a UUIDv7 with the prefix ${prefix}_`, () => {
      assert.isTrue(is(`${prefix}_${uuid}`))
    })

    it(`refuses any other text with the prefix ${prefix}_`, () => {
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

    it(`refuses ids of another kind for ${prefix}_`, () => {
      for (const [other] of kinds.filter(([name]) => name !== prefix)) assert.isFalse(is(`${other}_${uuid}`))
    })
  }

  it("of an instance can also be `default`, or another readable one", () => {
    for (const text of ["default", "a", "shop", "shop-2", "a".repeat(32)]) {
      assert.isTrue(Schema.is(InstanceId)(text), text)
    }
    for (const text of [
      "Default",
      "default ",
      `default_${uuid}`,
      "2",
      "-a",
      "a_b",
      "a/b",
      "a.b",
      "é",
      "a".repeat(33),
      uuid.replace("0", "a"),
      "new"
    ]) {
      assert.isFalse(Schema.is(InstanceId)(text), text)
    }
    assert.isFalse(Schema.is(UserId)("default"))
  })

  it("is refused with a sentence that says what it looks like", () => {
    assert.throws(() => UserId.make("alice"), `such as user_${example}`)
    assert.throws(() => SessionId.make("1"), `such as sess_${example}`)
    assert.throws(() => QueuedEmailId.make("1"), `such as email_${example}`)
    assert.throws(() => InstanceId.make("My shop"), "must be 1 to 32 lower-case letters, digits and hyphens")
  })
})
