/**
 * The whole contract. The OpenAPI document, the typed client and the handlers all come from here.
 *
 * @since 0.1.0
 */
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { AccountApi } from "./session/SessionApi.ts"
import { AdminApi } from "./instance/InstanceApi.ts"
import { AuthApi } from "./password/PasswordApi.ts"
import { HealthApi } from "./core/HealthApi.ts"
import { MagicLinkApi } from "./magic-link/MagicLinkApi.ts"
import * as ProblemResponses from "./core/internal/ProblemResponses.ts"

/**
 * The groups `auth`, `account`, `magicLink`, `admin` and `health`. `Http` has the handlers; an app can add the whole of it to an
 * API of its own by `.addHttpApi(LatchkeyApi)`.
 *
 * @since 0.1.0
 */
export class LatchkeyApi extends HttpApi.make("latchkey")
  .add(AuthApi)
  .add(AccountApi)
  .add(MagicLinkApi)
  .add(AdminApi)
  .add(HealthApi)
  // In an app's own API the groups inherit this, and it is asked about their tags, too.
  .annotate(OpenApi.Transform, (part) => (ProblemResponses.isDocument(part) ? ProblemResponses.correct(part) : part))
  .annotate(OpenApi.Title, "Latchkey")
  .annotate(OpenApi.Version, "1")
  .annotate(OpenApi.Description, "Signs people in: email and password, or a one-time link by email.") {}
