import { assert, describe, it } from "@effect/vitest"
import * as UserData from "@latchkey/domain/account/UserData"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

const nested = (depth: number): UserData.JsonObject => (depth === 1 ? {} : { a: nested(depth - 1) })
const listed = (depth: number): UserData.Json => (depth === 0 ? 1 : [listed(depth - 1)])

/** Returns the reason why an input is refused, or what it decodes to. */
const outcome = <A>(schema: Schema.Schema<A, unknown>, input: unknown) =>
  Either.match(Schema.decodeUnknownEither(schema)(input), {
    onLeft: (error) => ParseResult.ArrayFormatter.formatErrorSync(error).map(({ message }) => message),
    onRight: (value): unknown => value
  })

const tooDeep = "must be nested at most 16 deep"
const text = "must not contain NUL or half a surrogate pair"

const refused: ReadonlyArray<readonly [string, unknown, string]> = [
  ["null", null, "must be an object"],
  ["a list", [], "must be an object"],
  ["a text", "{}", "must be an object"],
  ["NUL in a value", { a: "\0" }, text],
  ["NUL in a name", { "a\0": 1 }, text],
  ["a high surrogate alone", { a: ["x\ud800"] }, text],
  ["a low surrogate alone", { "\udc00": 1 }, text],
  ["__proto__", JSON.parse('{"__proto__":{"admin":true}}'), "must not have a member __proto__"],
  ["__proto__ in a list", JSON.parse('{"a":[{"__proto__":1}]}'), "must not have a member __proto__"],
  ["17 objects in each other", nested(17), tooDeep],
  ["16 lists in an object", { a: listed(16) }, tooDeep],
  ["a number that JSON cannot write", JSON.parse('{"a":1e400}'), "must not contain a number that is too large"]
]

describe("An object of data", () => {
  for (const [name, input, reason] of refused) {
    it(`with ${name} is refused, as data and as a patch`, () => {
      assert.deepEqual(outcome(UserData.UserDataInput, input), [reason])
      assert.deepEqual(outcome(UserData.DataPatchInput, input), [reason])
    })
  }

  it("may be 16 deep, and have every other text and any name", () => {
    const value = { ...nested(16), a: listed(15), constructor: "𝄞", toString: "\u0001", "": null, hasOwnProperty: 1 }
    assert.strictEqual(outcome(UserData.DataPatchInput, value), value)
  })

  it("is written without the members that are null, as a patch of no data", () => {
    assert.strictEqual(
      outcome(UserData.UserDataInput, { b: 1, a: { x: null, y: [null, { z: null }] }, c: null }),
      '{"b":1,"a":{"y":[null,{"z":null}]}}'
    )
  })

  it("has at most 8,192 bytes in UTF-8", () => {
    const ofBytes = (bytes: number) => ({ a: "x".repeat(bytes - '{"a":""}'.length) })
    assert.strictEqual(Buffer.byteLength(String(outcome(UserData.UserDataInput, ofBytes(8192)))), 8192)
    assert.deepEqual(outcome(UserData.UserDataInput, ofBytes(8193)), ["must be at most 8192 bytes as JSON"])
    for (const [character, bytes] of [
      ["ä", 2],
      ["€", 3],
      ["𝄞", 4],
      ["\u0001", 6]
    ] as const) {
      const value = (count: number) => ({ a: character.repeat(count) })
      const most = Math.floor((8192 - 8) / bytes)
      assert.isString(outcome(UserData.UserDataInput, value(most)))
      assert.isArray(outcome(UserData.UserDataInput, value(most + 1)))
    }
  })
})

describe("A patch", () => {
  const patched = (before: unknown, change: UserData.DataPatch) =>
    Either.map(UserData.patch("metadata", UserData.UserData.make(JSON.stringify(before)), change), (data) =>
      UserData.read(data)
    )

  // RFC 7396, appendix A, as far as the target and the patch are objects.
  const examples: ReadonlyArray<readonly [unknown, UserData.DataPatch, UserData.JsonObject]> = [
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b" }, { a: null }, {}],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }]
  ]
  for (const [before, change, after] of examples) {
    it(`${JSON.stringify(change)} of ${JSON.stringify(before)} returns ${JSON.stringify(after)}`, () => {
      assert.deepEqual(patched(before, change), Either.right(after))
    })
  }

  it("changes no member of every object, such as toString", () => {
    assert.deepEqual(
      patched({}, { toString: { a: 1 }, constructor: { prototype: { b: 1 } } }),
      Either.right({
        toString: { a: 1 },
        constructor: { prototype: { b: 1 } }
      } as never)
    )
    assert.isUndefined(({} as { readonly b?: 1 }).b)
  })

  it("is refused with UserDataRejected, which names the field, if the object would be too long", () => {
    const half = { a: "x".repeat(5000) }
    const tooLarge = UserData.patch("userMetadata", UserData.UserData.make(JSON.stringify(half)), {
      b: "x".repeat(5000)
    })
    assert.deepEqual(
      Either.mapLeft(tooLarge, ({ code, errors }) => ({ code, errors })),
      Either.left({
        code: "invalid_request",
        errors: [{ field: "userMetadata", reason: "must be at most 8192 bytes as JSON" }]
      }) as never
    )
    assert.isTrue(Either.isRight(UserData.patch("metadata", UserData.UserData.make(JSON.stringify(half)), { a: "y" })))
  })
})

describe("A name", () => {
  it("is without the spaces around it, and in NFC", () => {
    assert.strictEqual(outcome(UserData.UserNameInput as never, "  Zoe\u0308 \u00a0"), "Zoë")
    assert.strictEqual(outcome(UserData.UserNameInput as never, "𝕏".repeat(200)), "𝕏".repeat(200))
  })

  for (const name of ["", "  ", "a\0", "a\nb", "a\ud800", "a\u2028b", "a\u202eb", "x".repeat(201), "𝕏".repeat(201)]) {
    it(`such as ${JSON.stringify(name).slice(0, 12)} is refused`, () => {
      assert.deepEqual(outcome(UserData.UserNameInput as never, name), [
        "must be 1 to 200 characters without control characters"
      ])
    })
  }
})
