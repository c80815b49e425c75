/** What happens to every request of an operator: as to one of a user, but of the reserved instance. */
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceNotFound } from "@latchkey/domain/instance/InstanceErrors"
import { OperatorInstance } from "@latchkey/domain/instance/OperatorInstance"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import type { RefreshTokens } from "@latchkey/domain/refresh-token/RefreshTokens"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Endpoint from "../core/Endpoint.ts"
import { HttpSettings } from "../core/HttpSettings.ts"
import * as OperatorSettings from "./OperatorSettings.ts"

/** The reserved instance is at the host of the base URL, and no other one is. */
const layerDirectory = Layer.effect(
  InstanceDirectory,
  Effect.gen(function* () {
    const directory = yield* InstanceDirectory
    const instance = yield* OperatorInstance
    const { baseUrl } = yield* HttpSettings
    const { hostname } = new URL(baseUrl)
    return InstanceDirectory.of({
      ...directory,
      findByHost: (host) => (host === hostname ? Effect.succeed(instance) : new InstanceNotFound())
    })
  })
)

/** The service as a layer. */
export const layer: Layer.Layer<
  Endpoint.Endpoint,
  never,
  HttpSettings | InstanceDirectory | OperatorInstance | PublicUrls | RefreshTokens
> = Layer.fresh(Endpoint.layer).pipe(Layer.provide(layerDirectory), Layer.provide(OperatorSettings.layer))
