import { assert, describe, it } from "@effect/vitest"
import { assertSome } from "@effect/vitest/utils"
import * as Option from "effect/Option"
import * as Phc from "../src/internal/Phc.ts"

const salt = "AAAAAAAAAAAAAAAAAAAAAA"
const tag = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

describe("Phc", () => {
  it("parses the parameters and lengths of an Argon2id hash", () => {
    assertSome(Phc.parse(`$argon2id$v=19$m=65536,t=3,p=4$${salt}$${tag}`), {
      parameters: { memorySize: 65_536, passes: 3, parallelism: 4 },
      saltLength: 16,
      tagLength: 32
    })
  })

  it.each([
    ["nothing", ""],
    ["another function", `$2b$12$${tag}`],
    ["another variant", `$argon2i$v=19$m=65536,t=3,p=4$${salt}$${tag}`],
    ["another version", `$argon2id$v=16$m=65536,t=3,p=4$${salt}$${tag}`],
    ["a hash cut off before its end", `$argon2id$v=19$m=65536,t=3,p=4$${salt}`],
    ["a parameter of zero", `$argon2id$v=19$m=65536,t=0,p=4$${salt}$${tag}`],
    ["a parameter that is not a number", `$argon2id$v=19$m=65536,t=x,p=4$${salt}$${tag}`],
    ["an unknown parameter", `$argon2id$v=19$m=65536,t=3,p=4,data=AAAA$${salt}$${tag}`],
    ["a prefix", ` $argon2id$v=19$m=65536,t=3,p=4$${salt}$${tag}`],
    ["a suffix", `$argon2id$v=19$m=65536,t=3,p=4$${salt}$${tag}\n`],
    ["a salt of 4096 characters", `$argon2id$v=19$m=65536,t=3,p=4$${"A".repeat(4096)}$${tag}`]
  ])("does not parse %s", (_, text) => {
    assert.isTrue(Option.isNone(Phc.parse(text)))
  })
})
