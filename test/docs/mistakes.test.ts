import { assert, describe, it } from "@effect/vitest"
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServer from "@effect/platform/HttpServer"
import * as AccountHooks from "@latchkey/domain/account/AccountHooks"
import { Email } from "@latchkey/domain/core/Email"
import * as Domain from "@latchkey/domain/Domain"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { RefreshTokens } from "@latchkey/domain/refresh-token/RefreshTokens"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { RequestMagicLink } from "@latchkey/domain/magic-link/RequestMagicLink"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as Endpoint from "@latchkey/http/core/Endpoint"
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
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
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

const partsOf = (symptom: string) => {
  const at = symptom.lastIndexOf(", ")
  return { mistake: symptom.slice(0, at), place: symptom.slice(at + 2) as Place }
}

/** Returns what building a layer fails with. */
const failureOf = <A, E>(layer: Layer.Layer<A, E>) =>
  Effect.map(Effect.flip(Effect.sandbox(Effect.scoped(Layer.build(layer)))), (cause) => String(Cause.squash(cause)))

const makeLogger = () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => void lines.push(String(message)))
  return { lines, layer: Logger.replace(Logger.defaultLogger, logger) }
}

/** Returns what an effect logs. */
const logOf = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) =>
  Effect.suspend(() => {
    const { layer, lines } = makeLogger()
    return Effect.map(Effect.provide(Effect.scoped(effect), layer), () => lines.join("\n"))
  })

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

const clashingGroups = () => {
  const health = HttpApiGroup.make("health").add(HttpApiEndpoint.get("check", "/check"))
  class Clashing extends HttpApi.make("clashing").addHttpApi(LatchkeyApi).add(health) {}
  // The compiler refuses it: this is an app that is not compiled.
  return Http.layerRoutesOf(Clashing as never)
}

const listeningServer = Layer.succeed(
  HttpServer.HttpServer,
  HttpServer.make({ address: { _tag: "UnixAddress", path: "/none" }, serve: () => Effect.void })
)

const directory = Layer.merge(Layer.mock(InstanceDirectory, {}), Layer.mock(RefreshTokens, {}))

const policyOnFree = Effect.flatMap(InstanceRepository, ({ insertIfAbsent }) => {
  const passwordPolicy = { ...defaultInstance.sessionConfig.passwordPolicy, minLength: 12 }
  const sessionConfig = { ...defaultInstance.sessionConfig, passwordPolicy }
  return insertIfAbsent(new Instance({ ...defaultInstance, plan: "free", sessionConfig }))
})

const withoutProvider = async () => {
  const service = await start({ mailer: "unconfigured" })
  const { text } = await service.browser().post("/v1/auth/sign-in/magic-link", { email: "ada@example.com" })
  await service.stop()
  return text
}

const behindProxy = async () => {
  const { layer, lines } = makeLogger()
  const service = await start({ settings: { trustedProxies: [] }, logger: layer })
  await service.browser({ "x-forwarded-for": "203.0.113.7" }).get("/v1/auth/session")
  await service.stop()
  return lines.join("\n")
}

const nothing = { credentials: Option.none(), endpoint: Option.none() }

/** Makes each mistake, and returns what an app sees. */
const made: Readonly<Record<string, Effect.Effect<string, unknown>>> = {
  "A layer is missing, start": failureOf(withoutMailer as Layer.Layer<Domain.UseCases>),
  "No worker sends the emails, log": logOf(
    Effect.zipRight(requestLink, TestClock.adjust("10 seconds")).pipe(
      Effect.provide(Layer.provide(withoutMailer, MemoryMailer.layer))
    )
  ),
  "Hooks or rules for passwords are in the wrong place, log": logOf(
    Effect.zipRight(Layer.build(AccountHooks.layer(Effect.succeed({}))), TestClock.adjust("10 seconds"))
  ),
  "The proxy is not trusted, log": Effect.promise(behindProxy),
  "A trusted proxy is not a range, start": failureOf(settings({ trustedProxies: ["10.0.0.1"] })),
  "Emails have no sender, start": failureOf(
    SesMailer.layer({ from: "", region: Option.some("eu-central-1"), ...nothing })
  ),
  "Emails have no sender, response": Effect.promise(withoutProvider),
  "Emails have no sender, log": logOf(
    Layer.build(
      ConfiguredMailer.layer({
        emailFrom: Option.none(),
        emailProviderApiKey: Option.none(),
        emailSmtpUrl: Option.none()
      })
    )
  ),
  "The base URL is wrong, start": failureOf(settings({ baseUrl: "http://localhost:3000/" })),
  "Two groups have one name, start": failureOf(Layer.suspend(clashingGroups) as Layer.Layer<never>),
  "The plan has no password policy, start": failureOf(Layer.provide(Layer.effectDiscard(policyOnFree), Memory.layer)),
  "The server listens too early, log": logOf(
    Layer.build(
      Endpoint.layer.pipe(Layer.provide([BaseUrl.layer, directory]), Layer.provide([settings(), listeningServer]))
    )
  )
}

describe("The table of mistakes in docs/embedding.md", () => {
  it("is made of what the tests see", () => {
    const documented = symptoms.map(({ mistake, place }) => `${mistake}, ${place}`)
    assert.sameMembers(documented, [...Object.keys(made), ...Object.keys(elsewhere)])
  })

  it.effect.each(Object.entries(made))("shows what an app sees: %s", ([symptom, seen]) =>
    Effect.gen(function* () {
      const { mistake, place } = partsOf(symptom)
      const shown = shownIn(mistake, place, yield* seen)
      assert.strictEqual(shown.seen, shown.documented)
    })
  )

  it.each(Object.entries(elsewhere))("is compared with what an app sees: %s, in %s", (symptom, path) => {
    const { mistake, place } = partsOf(symptom)
    assert.include(read(path), `shownIn("${mistake}", "${place}"`)
  })
})
