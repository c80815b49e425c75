/**
 * What the handling of requests gets to see of the program.
 *
 * @since 0.1.0
 */
import * as Etag from "@effect/platform/Etag"
import * as FileSystem from "@effect/platform/FileSystem"
import * as HttpPlatform from "@effect/platform/HttpPlatform"
import * as HttpServer from "@effect/platform/HttpServer"
import * as Path from "@effect/platform/Path"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { AttemptStatistics } from "@latchkey/domain/audit/AttemptStatistics"
import { CleanupJob } from "@latchkey/domain/CleanupJob"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import { MagicLinkDispatcher } from "@latchkey/domain/magic-link/MagicLinkDispatcher"
import { MagicLinks } from "@latchkey/domain/magic-link/MagicLinks"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import { ChangePassword } from "@latchkey/domain/password/ChangePassword"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { SignIn } from "@latchkey/domain/password/SignInWithPassword"
import { SignUp } from "@latchkey/domain/password/SignUp"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { Readiness } from "@latchkey/http/core/Readiness"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const useCases = [
  UserAdministration,
  AttemptStatistics,
  CleanupJob,
  Instances,
  MagicLinkDispatcher,
  MagicLinks,
  OperatorSessions,
  ChangePassword,
  RateLimiter,
  Sessions,
  SignIn,
  SignUp
] as const
const settings = [HttpSettings, PublicUrls, Readiness] as const
const platform = [
  HttpServer.HttpServer,
  HttpPlatform.HttpPlatform,
  Etag.Generator,
  FileSystem.FileSystem,
  Path.Path
] as const
const services = [...useCases, ...settings, ...platform] as const

/** Everything that the handlers use, and nothing else. @since 0.1.0 */
export type RequestServices = Context.Tag.Identifier<(typeof services)[number]>

const pick = (all: Context.Context<RequestServices>) => Context.pick(...services)(all)

/**
 * Serves with these services and no others. A request copies what is around it at a dozen steps: with all that the
 * program is made of, a session check takes a tenth longer.
 *
 * @since 0.1.0
 */
export const only = <E>(serving: Layer.Layer<never, E, RequestServices>): Layer.Layer<never, E, RequestServices> =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      // What the rest of the program has built already is not built once more.
      const built = yield* Layer.CurrentMemoMap
      return yield* Effect.mapInputContext(Layer.buildWithMemoMap(serving, built, yield* Effect.scope), pick)
    })
  )
