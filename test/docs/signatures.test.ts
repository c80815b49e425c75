import { assert, describe, it } from "vitest"
import { layout } from "./reference/layout.ts"
import { project } from "./reference/modules.ts"
import { signatureOf } from "./reference/signatures.ts"

/** The signature of the last thing that a source declares. */
const signature = (source: string): string | undefined => {
  const file = project().createSourceFile("Sample.ts", source)
  const last = file.getVariableDeclarations().at(-1) ?? file.getStatements().at(-1)
  return last === undefined ? undefined : signatureOf(last)
}

describe("The signature", () => {
  it.each([
    ["a constant is its type", "export const layer: Layer<A> = make(() => 1)", "const layer: Layer<A>"],
    ["plain data has its value", "export const limit: Limit = { times: 3 }", "const limit: Limit = { times: 3 }"],
    ["a number is itself", "export const minute = 60_000", "const minute = 60_000"],
    [
      "a function has no body",
      "export const plus = <A>(a: A, by: number = now): Sum<A> => ({ a, by })",
      "const plus = <A>(a: A, by: number = now): Sum<A>"
    ],
    [
      "a function that returns one has both heads",
      "export const set = (name: string) => (reply: Reply): Reply => reply",
      "const set = (name: string) => (reply: Reply): Reply"
    ],
    [
      "a parameter that is taken apart is named after its type",
      "export const make = ({ a, b }: Options = {}): A => a",
      "const make = (options: Options = {}): A"
    ],
    [
      "a schema has no messages",
      'export const Age = Schema.Int.pipe(Schema.between(0, 200, { message: () => "no" }), Schema.annotations({ a: 1 })).annotations({ message: () => "no" })',
      "const Age = Schema.Int.pipe(Schema.between(0, 200))"
    ],
    [
      "a schema with nothing but messages is bare",
      'export const Name = Schema.String.pipe(Schema.annotations({ message: () => "no" }))',
      "const Name = Schema.String"
    ],
    [
      "a class has its members without bodies, and not those that it overrides",
      "export class A extends B<C> {\n  /** Twice. */\n  get two(): number {\n    return 2\n  }\n  override get message() {\n    return ''\n  }\n}",
      "class A extends B<C> {\n  /** Twice. */\n  get two(): number\n}"
    ],
    [
      "a contract shows its name, not every endpoint",
      'export class Api extends HttpApiGroup.make("auth").add(signUp).annotate(Title, of(1)) {}',
      'class Api extends HttpApiGroup.make("auth")…'
    ],
    [
      "an interface is as it is written",
      "export interface A {\n  readonly b: C\n}",
      "interface A {\n  readonly b: C\n}"
    ]
  ])("of %s", (_, source, expected) => {
    assert.strictEqual(signature(source), expected)
  })

  it.each([
    ["a function without a return type", "export const plus = (a: number) => a + 1"],
    ["an effect without a type", "export const make = Effect.gen(function* () { yield* one })"]
  ])("of %s is missing", (_, source) => {
    assert.isUndefined(signature(source))
  })
})

describe("The layout", () => {
  it("breaks what is too long at its commas, and quotes and patterns are no brackets", () => {
    const field = (name: string) => `${name}: Schema.String.pipe(Schema.pattern(/[(/]{1,2}/), Schema.brand("(,"))`
    const fields = ["alpha", "beta", "gamma"].map(field)
    assert.strictEqual(
      layout(`Schema.Struct({ ${fields.join(", ")} })`),
      `Schema.Struct({\n  ${fields.join(",\n  ")}\n})`
    )
  })
})
