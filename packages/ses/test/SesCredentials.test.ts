import { assert, describe, it } from "@effect/vitest"
import * as SesCredentials from "@latchkey/ses/SesCredentials"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** Returns plain values: chai treats a Some and a None as equal. */
const parse = (text: string) =>
  Option.match(SesCredentials.parse(Redacted.make(text)), {
    onNone: () => "nothing",
    onSome: ({ accessKeyId, secretAccessKey }) => [accessKeyId, Redacted.value(secretAccessKey)]
  })

describe("SesCredentials", () => {
  it("splits at the first colon", () => {
    assert.deepStrictEqual(parse("AKID:s3cr/et+="), ["AKID", "s3cr/et+="])
    assert.deepStrictEqual(parse("AKID:with:colon"), ["AKID", "with:colon"])
  })

  it("returns None if a part is missing or contains white space", () => {
    for (const text of [
      "",
      ":",
      "AKID",
      "AKID:",
      ":secret",
      "AK ID:secret",
      "AKID:sec ret",
      "AKID:secret\n",
      " AKID:s"
    ]) {
      assert.strictEqual(parse(text), "nothing", JSON.stringify(text))
    }
  })

  it("does not print the secret part", () => {
    const credentials = SesCredentials.parse(Redacted.make("AKID:s3cret"))
    assert.isTrue(Option.isSome(credentials))
    assert.notInclude(JSON.stringify(credentials), "s3cret")
    assert.notInclude(String(credentials), "s3cret")
  })
})
