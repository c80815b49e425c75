import { it } from "@effect/vitest"
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServer from "@effect/platform/HttpServer"
import { Email } from "@latchkey/domain/core/Email"
import * as Domain from "@latchkey/domain/Domain"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { RequestMagicLink } from "@latchkey/domain/magic-link/RequestMagicLink"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as Http from "@latchkey/http/Http"
import { LatchkeyApi } from "@latchkey/http/LatchkeyApi"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as PlainEmailTemplates from "@latchkey/memory/PlainEmailTemplates"
import * as SesMailer from "@latchkey/ses/SesMailer"
import { read } from "@latchkey/test-support/files"
import { quickCrypto, start } from "@latchkey/test-support/HttpService"
import { type Place, shownIn, symptoms } from "@latchkey/test-support/mistakes"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { assert, describe, test } from "vitest"
import * as ConfiguredMailer from "../../packages/server/src/mail/ConfiguredMailer.ts"

/** The symptoms that other tests compare with the table, where such an app exists. */
const elsewhere: Readonly<Record<string, string>> = {
  "A layer is missing, compiler": "test/types/missing-layers.full.test.ts",
  "An older `effect`, install": "test/packed/effect-versions.full.test.ts",
  "The tables are in another schema, start": "packages/postgres/test/PostgresSchema.test.ts",
  "The tables are missing, start": "packages/postgres/test/Migrations.test.ts",
  "Two groups have one name, compiler": "test/types/missing-layers.full.test.ts",
  "Two versions of `effect`, log": "test/packed/effect-versions.full.test.ts"
}

const made = new Set<string>()

/** Compares what an app sees with the table. */
const assertShown = (mistake: string, place: Place, seen: string) => {
  made.add(`${mistake}, ${place}`)
  const shown = shownIn(mistake, place, seen)
  assert.strictEqual(shown.seen, shown.documented)
}

/** Returns what building a layer fails with. */
const failureOf = <A, E>(layer: Layer.Layer<A, E>) =>
  Effect.map(Effect.flip(Effect.sandbox(Effect.scoped(Layer.build(layer)))), (cause) => String(Cause.squash(cause)))

const makeLogger = () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => void lines.push(Array.isArray(message) ? message.join(". ") : `${message}`))
  return { lines, layer: Logger.replace(Logger.defaultLogger, logger) }
}

const settings = (options: Partial<HttpSettings.HttpOptions> = {}) =>
  HttpSettings.layer({ baseUrl: "http://localhost:3000", ...options })

const withoutMailer = Domain.layer.pipe(
  Layer.provide(BaseUrl.layer),
  Layer.provide([settings(), Memory.layer, PlainEmailTemplates.layer, quickCrypto])
)

const requestLink = Effect.gen(function* () {
  const { request } = yield* RequestMagicLink
  const instance = new Instance({ ...defaultInstance, authConfig: { ...defaultInstance.authConfig, magic_link: true } })
  const caller = { ipAddress: "203.0.113.7", clientToken: Option.none(), sessionToken: Option.none() }
  yield* request({ instance, caller, email: Email.make("ada@example.com") })
})

describe("A mistake in the table of docs/embedding.md is seen as the table says", () => {
  it.effect("a layer is missing", () =>
    Effect.gen(function* () {
      // The compiler refuses it: this is an app that is not compiled.
      const app = withoutMailer as Layer.Layer<Domain.UseCases>
      assertShown("A layer is missing", "start", yield* failureOf(app))
    })
  )

  it.effect("no worker sends the emails", () =>
    Effect.gen(function* () {
      const { layer, lines } = makeLogger()
      yield* Effect.zipRight(requestLink, TestClock.adjust("10 seconds")).pipe(
        Effect.provide(Layer.provide(withoutMailer, MemoryMailer.layer)),
        Effect.provide(layer)
      )
      assertShown("No worker sends the emails", "log", lines.join("\n"))
    })
  )

  test("the proxy is not trusted", async () => {
    const { layer, lines } = makeLogger()
    const service = await start({ settings: { trustedProxies: [] }, logger: layer })
    await service.browser({ "x-forwarded-for": "203.0.113.7" }).get("/v1/auth/session")
    await service.stop()
    assertShown("The proxy is not trusted", "log", lines.join("\n"))
  })

  it.effect("a trusted proxy is not a range, and the base URL is wrong", () =>
    Effect.gen(function* () {
      const proxies = settings({ trustedProxies: ["10.0.0.1"] })
      assertShown("A trusted proxy is not a range", "start", yield* failureOf(proxies))
      const baseUrl = settings({ baseUrl: "http://localhost:3000/" })
      assertShown("The base URL is wrong", "start", yield* failureOf(baseUrl))
    })
  )

  it.effect("emails have no sender", () =>
    Effect.gen(function* () {
      const options = { credentials: Option.none(), region: Option.some("eu-central-1"), endpoint: Option.none() }
      assertShown("Emails have no sender", "start", yield* failureOf(SesMailer.layer({ from: "", ...options })))

      const { layer, lines } = makeLogger()
      const service = ConfiguredMailer.layer({ emailFrom: Option.none(), emailProviderApiKey: Option.none() })
      yield* Effect.scoped(Effect.provide(Layer.build(service), layer))
      assertShown("Emails have no sender", "log", lines.join("\n"))
    })
  )

  test("emails have no provider", async () => {
    const service = await start({ mailer: "unconfigured" })
    const response = await service.browser().post("/v1/auth/sign-in/magic-link", { email: "ada@example.com" })
    await service.stop()
    assertShown("Emails have no sender", "response", JSON.stringify(response.json()))
  })

  test("two groups have one name", () => {
    const health = HttpApiGroup.make("health").add(HttpApiEndpoint.get("check", "/check"))
    class Clashing extends HttpApi.make("clashing").addHttpApi(LatchkeyApi).add(health) {}
    let thrown: unknown
    try {
      Http.layerRoutesOf(Clashing as never)
    } catch (error) {
      thrown = error
    }
    assertShown("Two groups have one name", "start", String(thrown))
  })

  it.effect("the plan has no password policy", () =>
    Effect.gen(function* () {
      const sessionConfig = { ...defaultInstance.sessionConfig, passwordPolicy: { ...defaultInstance.sessionConfig.passwordPolicy, minLength: 12 } }
      const instance = new Instance({ ...defaultInstance, plan: "free", sessionConfig })
      const app = Layer.effectDiscard(Effect.flatMap(InstanceRepository, (all) => all.insertIfAbsent(instance)))
      assertShown("The plan has no password policy", "start", yield* failureOf(Layer.provide(app, Memory.layer)))
    })
  )

  it.effect("the server listens too early", () =>
    Effect.gen(function* () {
      const { layer, lines } = makeLogger()
      const server = Layer.succeed(
        HttpServer.HttpServer,
        HttpServer.make({ address: { _tag: "UnixAddress", path: "/none" }, serve: () => Effect.void })
      )
      const app = BaseUrl.layer.pipe(Layer.provide([settings(), server]))
      yield* Effect.scoped(Effect.provide(Layer.build(app), layer))
      assertShown("The server listens too early", "log", lines.join("\n"))
    })
  )

  test("and every symptom in the table is made", () => {
    const all = symptoms.map(({ mistake, place }) => `${mistake}, ${place}`)
    assert.sameMembers(all, [...made, ...Object.keys(elsewhere)])
    for (const [symptom, path] of Object.entries(elsewhere)) {
      const [mistake, place] = symptom.split(", ")
      assert.include(read(path), `shownIn("${mistake}", "${place}"`, path)
    }
  })
})
