/** Checks an app from the side of the service: for `latchkey doctor --app`. */
import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as SettingRules from "@latchkey/http/core/SettingRules"
import * as PostgresInstanceRepository from "@latchkey/postgres/PostgresInstanceRepository"
import { PostgresSchema } from "@latchkey/postgres/PostgresSchema"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Check from "../core/Check.ts"
import { CommandError } from "../core/CommandError.ts"
import type { DatabaseSettings, Settings } from "../core/Settings.ts"
import * as ServerDatabase from "../database/ServerDatabase.ts"
import { unusable } from "../passkey/RpIdCheck.ts"
import * as AppAccess from "./AppAccess.ts"
import * as AppProbe from "./AppProbe.ts"

/** The settings that the checks need. */
export type CheckSettings = AppAccess.AccessSettings & Pick<Settings, "dashboard">

/** Returns the origin of an app. Fails if it is none that browsers have. */
export const parseOrigin = (text: string): Effect.Effect<string, CommandError> =>
  SettingRules.origin.parse(text).pipe(
    Option.filter((origin) => /^https?:/.test(origin)),
    Effect.mapError(
      () => new CommandError({ message: "--app needs the origin of the app, such as https://app.example.com" })
    )
  )

/** Reads all instances. */
export const readInstances = (database: DatabaseSettings): Effect.Effect<ReadonlyArray<Instance>, CommandError> =>
  Effect.flatMap(InstanceRepository, ({ list }) => list).pipe(
    Effect.mapError(unusable),
    Effect.provide(PostgresInstanceRepository.layer),
    Effect.provide(
      Layer.merge(Layer.succeed(PostgresSchema, database.schema), ServerDatabase.layer({ ...database, poolSize: 1 }))
    )
  )

const probed = "/v1/auth/session/optional"

/** Checks which `Host` arrives, as far as replies of Latchkey show it. */
const judgeHost = (
  settings: CheckSettings,
  instances: ReadonlyArray<Instance>,
  app: AppAccess.App,
  { headers }: AppProbe.Answer
): Effect.Effect<Check.Finding> => {
  const { instance, origin } = app
  const through = `${origin}/v1 leads to Latchkey`
  const replaced = Check.failed(
    `${through}, but with another Host, so that the request belongs to another instance: make the proxy forward Host unchanged`
  )
  if (AppAccess.showsInstance(settings, instances, app)) {
    const isRight = headers.get("access-control-allow-origin") === origin
    return Effect.succeed(isRight ? Check.ok(`${through}, with its Host`) : replaced)
  }
  if (instance.id !== defaultId || origin !== settings.baseUrl || !settings.dashboard) {
    return Effect.succeed(Check.ok(`${through}. Whether with its Host cannot be checked from here`))
  }
  // The dashboard is at the host of the base URL only.
  return Effect.map(Effect.either(AppProbe.get(origin, "/dashboard/sign-in")), (dashboard) =>
    Either.isRight(dashboard) && dashboard.right.status === 404
      ? Check.warning(`${through}, but /dashboard is not found: make the proxy forward Host unchanged`)
      : Check.ok(`${through}, with its Host`)
  )
}

/** Checks where the paths of Latchkey lead at the origin of the app. */
const examinePaths = (settings: CheckSettings, instances: ReadonlyArray<Instance>, app: AppAccess.App) =>
  Effect.gen(function* () {
    const { instance, origin } = app
    const answer = yield* AppProbe.get(origin, probed)
    const isOwn = AppAccess.isOwn(settings, app)
    if (AppProbe.isLatchkey(answer)) {
      return isOwn
        ? yield* judgeHost(settings, instances, app, answer)
        : Check.warning(
            `${origin}/v1 leads to Latchkey, and no instance has that host: add it to the hosts of instance "${instance.id}", so that its requests and links belong to it`
          )
    }
    const service = AppAccess.serviceOf(settings, instance)
    return isOwn
      ? Check.failed(
          `${origin} is an origin of the instance, and something other than Latchkey answers at ${probed} (HTTP ${answer.status}): let the proxy pass the paths of Latchkey on`
        )
      : Check.ok(`the app passes nothing on to Latchkey: its pages call ${service}`)
  }).pipe(Effect.catchAll((reason) => Effect.succeed(Check.ok(`not checked: nothing answers${reason}`))))

/** Asks the app itself. */
const examineAnswer = (origin: string) =>
  Effect.flatMap(
    Effect.either(AppProbe.get(origin, "/")),
    Either.match({
      onLeft: (reason) =>
        Effect.all([
          Check.run("app", Effect.succeed(Check.warning(`nothing answers at ${origin} from here${reason}`))),
          Check.run("app clock", Effect.succeed(Check.ok("not checked: nothing answers")))
        ]),
      onRight: (answer) =>
        Effect.all([
          Check.run("app", Effect.succeed(AppProbe.judgeAnswer(origin, answer))),
          Check.run("app clock", Effect.succeed(AppProbe.judgeClock(answer)))
        ])
    })
  )

/** Runs the checks. Makes at most three requests to the origin of the app, of three seconds each. */
export const run = (
  settings: CheckSettings,
  instances: ReadonlyArray<Instance>,
  origin: string
): Effect.Effect<ReadonlyArray<Check.Check>> =>
  Option.match(AppAccess.findInstance(settings, instances, origin), {
    onNone: () =>
      Effect.all([
        Check.run("instance", Effect.succeed(Check.failed("there is no instance yet: start latchkey serve once")))
      ]),
    onSome: (app) =>
      Effect.gen(function* () {
        const answers = yield* examineAnswer(origin)
        return [
          yield* Check.run("instance", Effect.succeed(app.finding)),
          yield* Check.run("origin", Effect.succeed(AppAccess.judgeOrigin(settings, app))),
          yield* Check.run("cookies", Effect.succeed(AppAccess.judgeCookies(settings, app))),
          ...answers,
          yield* Check.run("paths", examinePaths(settings, instances, app))
        ]
      })
  })
