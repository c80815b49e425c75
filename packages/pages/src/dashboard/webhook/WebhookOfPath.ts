/** The webhook that the path of a page names. */
import * as HttpRouter from "@effect/platform/HttpRouter"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { WebhookAdministration } from "@latchkey/domain/webhook/WebhookAdministration"
import * as Effect from "effect/Effect"
import * as RouteParameters from "../../core/RouteParameters.ts"

/** Makes the effect that finds it, with its instance. Fails if there is none. */
export const make = Effect.map(Effect.all([InstanceDirectory, WebhookAdministration]), ([instances, { find }]) =>
  Effect.gen(function* () {
    const instance = yield* RouteParameters.instance(instances)
    const { webhook: id = "" } = yield* HttpRouter.params
    return { instance, id, webhook: yield* find({ instance, id }) }
  })
)
