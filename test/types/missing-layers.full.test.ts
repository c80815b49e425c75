import { assert, beforeAll, describe, it } from "vitest"
import { shownIn } from "@latchkey/test-support/mistakes"
import { compile } from "./compiler.ts"
import { type Extra, layers, program } from "./program.ts"

/** What an app omits, and the service that the compiler must name. */
const omitted: ReadonlyArray<readonly [missing: string, named: string]> = [
  ...Object.keys(layers).map((name) => [name, name] as const),
  ["SessionSource", "SessionSource"] satisfies readonly [Extra, string],
  ["the session middleware", "CurrentSession"] satisfies readonly [Extra, string],
  ["the use cases", "UseCases"] satisfies readonly [Extra, string]
]

/** The ports of the layers that an app provides as a whole. */
const portsOf = (wanted: RegExp) =>
  Object.entries(layers).flatMap(([port, layer]) => (wanted.test(layer) ? [port] : []))

/** What an app omits as a whole, and the layers of which the last line of the message must name one. */
const wholes: ReadonlyArray<readonly [missing: string, ports: ReadonlyArray<string>, named: string]> = [
  ["EmailTemplates", portsOf(/^PlainEmailTemplates\./), '"EmailTemplates.layer"'],
  ["Crypto", ["IdGenerator", "PasswordBlocklist", "PasswordHasher", "TokenGenerator"], '"Crypto.layer"'],
  ["a store", portsOf(/^Memory(?!Mailer)/), '"Postgres.layer or Memory.layer"']
]

const clashing = `import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as Http from "@latchkey/http/Http"
import { LatchkeyApi } from "@latchkey/http/LatchkeyApi"

const health = HttpApiGroup.make("health").add(HttpApiEndpoint.get("check", "/check"))
Http.layerRoutesOf(HttpApi.make("app").addHttpApi(LatchkeyApi).add(health))
`

/** A hook whose statement can fail with an `SqlError`, which the app does not map. */
const hook = `import * as SqlClient from "@effect/sql/SqlClient"
import * as AccountHooks from "@latchkey/domain/account/AccountHooks"
import * as Effect from "effect/Effect"

export const Hooks = AccountHooks.layer(
  Effect.map(SqlClient.SqlClient, (sql) => ({
    onCreated: ({ id }) => sql\`INSERT INTO profiles (user_id) VALUES (\${id})\`
  }))
)
`

/** The app's own API together with Latchkey's pages, as docs/embedding.md says. */
const pages = `import * as HttpApi from "@effect/platform/HttpApi"
import * as Http from "@latchkey/http/Http"
import { LatchkeyApi } from "@latchkey/http/LatchkeyApi"
import * as Pages from "@latchkey/pages/Pages"
import * as Layer from "effect/Layer"

class AppApi extends HttpApi.make("app").addHttpApi(LatchkeyApi) {}

export const Routes = Layer.merge(
  Http.layerRoutesOf(AppApi).pipe(Layer.provide([Pages.layerMagicLinkPages, Pages.layerIdentityProviderPages])),
  Pages.layerRoutes
)
`

const fileOf = (missing: string): string => `without-${missing.replaceAll(" ", "-")}.ts`

describe("An app with Latchkey's layers", () => {
  let messages: ReadonlyMap<string, string>

  beforeAll(async () => {
    const programs = omitted.map(([missing]) => [fileOf(missing), program(missing)] as const)
    const incomplete = wholes.map(([missing, ports]) => [fileOf(missing), program(...ports)] as const)
    messages = await compile(
      new Map([
        ["whole.ts", program()],
        ["clashing.ts", clashing],
        ["hook.ts", hook],
        ["pages.ts", pages],
        ...programs,
        ...incomplete
      ])
    )
  }, 150_000)

  it("compiles if they are complete", () => {
    assert.isUndefined(messages.get("whole.ts"))
  })

  it.each(omitted)("does not compile without %s, and the message names only %s", (missing, named) => {
    const message = messages.get(fileOf(missing)) ?? "no message"
    const missingType = /^ +Type '(.+?)(?: & ProvidedBy<".+">)?' is not assignable to type 'never'/m.exec(message)?.[1]
    assert.strictEqual(missingType, named, message)
  })

  it.each(wholes)("does not compile without %s, and the message ends with the layer", (missing, _, named) => {
    const message = messages.get(fileOf(missing)) ?? "no message"
    assert.include(message.trimEnd().split("\n").at(-1), `ProvidedBy<${named}>`, message)
  })

  it("does not compile with a hook that fails with an SqlError, and the message ends with that error", () => {
    const message = messages.get("hook.ts") ?? "no message"
    assert.match(message.trimEnd().split("\n").at(-1) ?? "", /SqlError/, message)
  })

  it("has one API together with Latchkey's pages", () => {
    assert.isUndefined(messages.get("pages.ts"))
  })

  it("gets the messages that docs/embedding.md shows", () => {
    for (const shown of [
      shownIn("A layer is missing", "compiler", messages.get("without-EmailTemplates.ts") ?? ""),
      shownIn("Two groups have one name", "compiler", messages.get("clashing.ts") ?? "")
    ]) {
      assert.strictEqual(shown.seen, shown.documented)
    }
  })
})
