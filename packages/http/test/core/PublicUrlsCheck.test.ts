import { assert, describe, it } from "@effect/vitest"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { isOfOperators, operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as Endpoint from "@latchkey/http/core/Endpoint"
import { RefreshTokens } from "@latchkey/domain/refresh-token/RefreshTokens"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as OperatorSettings from "@latchkey/http/operator/OperatorSettings"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

const baseUrl = "https://auth.example.com"
const made = BaseUrl.make({ baseUrl, prefix: "/auth" })

/** Returns the message of the defect, or `"ok"`. */
const start = (urls: PublicUrls["Type"], endpoint: typeof Endpoint.layer = Endpoint.layer) =>
  endpoint.pipe(
    Layer.provide(Layer.mock(InstanceDirectory, {})),
    Layer.provide(Layer.mock(RefreshTokens, {})),
    Layer.provide(Layer.succeed(PublicUrls, urls)),
    Layer.provide(HttpSettings.layer({ baseUrl, prefix: "/auth" })),
    Layer.build,
    Effect.exit,
    Effect.map((exit) => (Exit.isSuccess(exit) ? "ok" : String(Cause.squash(exit.cause)))),
    Effect.scoped
  )

/** As the dashboard provides it. */
const ofOperators = Layer.provide(Layer.fresh(Endpoint.layer), OperatorSettings.layer)

describe("PublicUrls of an app", () => {
  it.effect("starts with the URLs of the settings, and with links to pages of the app", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* start(made), "ok")
      const toPage = (path: string) =>
        start({ ...made, magicLink: (_, token) => `${baseUrl}${path}?token=${Redacted.value(token)}` })
      assert.strictEqual(yield* toPage("/welcome"), "ok")
      assert.strictEqual(
        yield* start({ ...made, magicLink: () => "https://app.example.com/v1/auth/magic-link/verify" }),
        "ok"
      )
    })
  )

  it.effect("starts with URLs made from the hosts of instances", () =>
    Effect.map(
      start({
        ...made,
        origin: ({ hosts }) => `https://${hosts[0]}`,
        magicLink: ({ hosts }, token) => `https://${hosts[0]}/auth${BaseUrl.verifyPath}?token=${Redacted.value(token)}`
      }),
      (message) => assert.strictEqual(message, "ok")
    )
  )

  it.effect("does not start with URLs of the dashboard made from hosts: its instance has none", () =>
    Effect.map(
      start({ ...made, origin: ({ hosts, id }) => (isOfOperators(id) ? `https://${hosts[0]}` : baseUrl) }, ofOperators),
      (message) =>
        assert.include(message, `PublicUrls.origin of the instance "${operatorInstanceId}" is https://undefined`)
    )
  )

  it.effect("does not start with another origin than baseUrl, and names both", () =>
    Effect.map(start(BaseUrl.make({ baseUrl: "https://www.example.com", prefix: "/auth" })), (message) => {
      assert.include(message, 'PublicUrls.origin of the instance "default" is https://www.example.com')
      assert.include(message, "baseUrl of HttpSettings is https://auth.example.com")
    })
  )

  it.effect("does not start with another prefix than that of the routes, and names both", () =>
    Effect.map(start(BaseUrl.make({ baseUrl, prefix: "/login" })), (message) => {
      assert.include(message, "PublicUrls.magicLink leads to /login/v1/auth/magic-link/verify")
      assert.include(message, "Latchkey is at /auth/v1/auth/magic-link/verify")
    })
  )

  it.effect("does not start with a magic link that is no absolute URL", () =>
    Effect.map(start({ ...made, magicLink: () => "/verify" }), (message) =>
      assert.include(message, "PublicUrls.magicLink does not return an absolute URL")
    )
  )
})
