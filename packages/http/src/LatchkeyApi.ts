/**
 * The whole contract. The OpenAPI document, the typed client and the handlers are all derived from it.
 *
 * @since 0.1.0
 */
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { HealthApi } from "./core/HealthApi.ts"
import * as OpenApiProblems from "./core/internal/OpenApiProblems.ts"
import { InstanceApi } from "./instance/InstanceApi.ts"
import { MagicLinkApi } from "./magic-link/MagicLinkApi.ts"
import { PasswordApi } from "./password/PasswordApi.ts"
import { SessionApi } from "./session/SessionApi.ts"

/**
 * The groups `password`, `magicLink`, `session`, `instance` and `health`. `Http` has the handlers. An app can add the
 * whole contract to its own API with `.addHttpApi(LatchkeyApi)`.
 *
 * @since 0.1.0
 */
export class LatchkeyApi extends HttpApi.make("latchkey")
  .add(PasswordApi)
  .add(MagicLinkApi)
  .add(SessionApi)
  .add(InstanceApi)
  .add(HealthApi)
  // In an app's own API the groups inherit this annotation, and it is called for their tags, too.
  .annotate(OpenApi.Transform, (part) => (OpenApiProblems.isDocument(part) ? OpenApiProblems.correct(part) : part))
  .annotate(OpenApi.Title, "Latchkey")
  .annotate(OpenApi.Version, "1")
  .annotate(OpenApi.Description, "Sign-in with email and password, or with a magic link by email.") {}
