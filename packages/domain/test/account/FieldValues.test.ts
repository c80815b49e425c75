import { assert, describe, it } from "@effect/vitest"
import * as FieldValues from "@latchkey/domain/account/FieldValues"
import { UserData, UserName } from "@latchkey/domain/account/UserData"
import { UserField, UserFields } from "@latchkey/domain/instance/UserField"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const common = { name: "value", label: "Value", required: false }
const of = (fields: object) => Schema.decodeUnknownSync(UserField)({ ...common, ...fields })
const dataOf = (userMetadata: object, name = Option.none<UserName>()): FieldValues.OwnData => ({
  name,
  userMetadata: UserData.make(JSON.stringify(userMetadata))
})
const reasonsOf = (field: UserField, before: object, after: object) =>
  FieldValues.rejected([field], dataOf(before), dataOf(after))
const reasonOf = (field: UserField, value: unknown) => reasonsOf(field, {}, { value })[0]?.reason

describe("A field of an instance", () => {
  it.each([
    ["a text", { type: "string" }, ["", "é".repeat(200)], ["x".repeat(201), "a\nb", 1, null, [], {}]],
    ["a text with a length", { type: "string", minLength: 2, maxLength: 3 }, ["ab", "👩👩👩"], ["a", "abcd"]],
    ["a choice", { type: "string", enum: ["S", "M"] }, ["S", "M"], ["L", "s", "", 1]],
    ["a whole number", { type: "integer", minimum: 1, maximum: 10 }, [1, 10], [0, 11, 1.5, "1"]],
    ["a number", { type: "number", minimum: -0.5 }, [-0.5, 1e300], [-0.6, "0", true]],
    ["a box", { type: "boolean" }, [true, false], ["on", 1, 0]],
    ["a required box", { type: "boolean", required: true }, [true], [false, "true"]]
  ])("that is %s accepts what it describes, and nothing else", (_, fields, accepted, refused) => {
    const field = of(fields)
    for (const value of accepted) assert.deepStrictEqual([value, reasonOf(field, value)], [value, undefined])
    for (const value of refused) {
      if (value === null) continue
      assert.deepStrictEqual([value, /^must be /.test(reasonOf(field, value) ?? "")], [value, true])
    }
  })

  it("names the member, and says what it accepts", () => {
    const field = of({ type: "integer", minimum: 1, maximum: 10 })
    assert.deepStrictEqual(reasonsOf(field, {}, { value: 11 }), [
      { field: "userMetadata.value", reason: "must be a whole number from 1 to 10" }
    ])
  })

  it("leaves a value alone that stays as it was, and members that no field names", () => {
    const field = of({ type: "integer" })
    assert.deepStrictEqual(reasonsOf(field, { value: "old" }, { value: "old", other: { any: [1] } }), [])
  })

  it("can be removed, unless it is required", () => {
    assert.deepStrictEqual(reasonsOf(of({ type: "string" }), { value: "a" }, {}), [])
    assert.deepStrictEqual(reasonsOf(of({ type: "string", required: true }), { value: "a" }, {}), [
      { field: "userMetadata.value", reason: "is required" }
    ])
  })

  it("is missing without a value, and with one that it does not accept", () => {
    const field = of({ type: "integer" })
    for (const data of [{}, { value: null }, { value: "1" }, { other: 1 }]) {
      assert.deepStrictEqual(FieldValues.missing([field], dataOf(data)), [field])
    }
    assert.deepStrictEqual(FieldValues.missing([field], dataOf({ value: 0 })), [])
  })

  it("is the name of the user if it is called so", () => {
    const field = of({ name: "name", type: "string", maxLength: 3, required: true })
    const [ann, annie] = [Option.some(UserName.make("Ann")), Option.some(UserName.make("Annie"))]
    assert.deepStrictEqual(FieldValues.missing([field], dataOf({ name: "Ann" })), [field])
    assert.deepStrictEqual(FieldValues.missing([field], dataOf({}, ann)), [])
    const rejected = (name: Option.Option<UserName>) => FieldValues.rejected([field], dataOf({}, ann), dataOf({}, name))
    assert.deepStrictEqual(
      [...rejected(annie), ...rejected(Option.none())].map(({ field }) => field),
      ["name", "name"]
    )
  })
})

describe("The fields of an instance", () => {
  const isValid = Schema.is(UserFields)
  const field = (fields: object) => ({ ...common, type: "string", ...fields })

  it("are described by a subset of JSON Schema", () => {
    assert.isTrue(isValid([field({ labels: { de: "Wert" } }), field({ name: "other", type: "boolean" })]))
  })

  it.each([
    ["two of one name", [field({}), field({})]],
    ["more than ten", Array.from({ length: 11 }, (_, index) => field({ name: `f${index}` }))],
    ["a name that begins with an underscore", [field({ name: "__proto__" })]],
    ["a name with a dot", [field({ name: "a.b" })]],
    ["an empty label", [field({ label: "" })]],
    ["a label with a line break", [field({ label: "a\nb" })]],
    ["a label that ends with a space", [field({ label: "a " })]],
    ["a value that begins with a space", [field({ enum: [" a"] })]],
    ["a text longer than every text", [field({ minLength: 201 })]],
    ["a text that is empty", [field({ maxLength: 0 })]],
    ["a name of the user longer than every name", [field({ name: "name", minLength: 201, maxLength: 300 })]],
    ["a range without a whole number", [field({ type: "integer", minimum: 1.2, maximum: 1.8 })]],
    ["values to choose from that have a length", [field({ enum: ["a"], maxLength: 2 })]],
    ["a language that is none", [field({ labels: { "de de": "Wert" } })]],
    ["an unknown type", [field({ type: "object" })]],
    ["no value to choose", [field({ enum: [] })]],
    ["a value twice", [field({ enum: ["a", "a"] })]],
    ["a length that nothing has", [field({ minLength: 2, maxLength: 1 })]],
    ["a range with nothing in it", [field({ type: "number", minimum: 2, maximum: 1 })]],
    ["a name of the user that is no text", [field({ name: "name", type: "integer" })]],
    ["a name of the user to choose", [field({ name: "name", enum: ["Ann"] })]]
  ])("cannot have %s", (_, fields) => {
    assert.isFalse(isValid(fields))
  })
})
