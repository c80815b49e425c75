import { assert, beforeAll, describe, it } from "vitest"
import { compile } from "./compiler.ts"
import { type Extra, layers, program } from "./program.ts"

/** What is forgotten, and the service that the compiler then has to name. */
const forgotten: ReadonlyArray<readonly [missing: string, named: string]> = [
  ...Object.keys(layers).map((name) => [name, name] as const),
  ["SessionSource", "SessionSource"] satisfies readonly [Extra, string],
  ["the protection of a route", "CurrentSession"] satisfies readonly [Extra, string],
  ["the use cases", "UseCases"] satisfies readonly [Extra, string]
]

const fileOf = (missing: string): string => `without-${missing.replaceAll(" ", "-")}.ts`

describe("An app whose layers", () => {
  let messages: ReadonlyMap<string, string>

  beforeAll(async () => {
    const programs = forgotten.map(([missing]) => [fileOf(missing), program(missing)] as const)
    messages = await compile(new Map([["whole.ts", program()], ...programs]))
  }, 150_000)

  it("are complete compiles", () => {
    assert.isUndefined(messages.get("whole.ts"))
  })

  it.each(forgotten)("lack %s does not compile, and the message names %s alone", (missing, named) => {
    const message = messages.get(fileOf(missing)) ?? "it compiles"
    const lacking = /^ +Type '(.+)' is not assignable to type 'never'/m.exec(message)?.[1]
    assert.strictEqual(lacking, named, message)
  })
})
