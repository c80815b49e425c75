/** `latchkey users import`: creates users from a file. */
import * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import type { ConcurrentChanges, PersistenceError } from "@latchkey/domain/core/Errors"
import * as FailureReason from "@latchkey/domain/core/FailureReason"
import * as AuthenticationMethods from "@latchkey/domain/instance/AuthenticationMethods"
import * as MagicLink from "@latchkey/domain/magic-link/Room"
import * as EventRecorder from "@latchkey/domain/event/EventRecorder"
import * as UserImport from "@latchkey/domain/operator/UserImport"
import type { HasherOverloaded } from "@latchkey/domain/password/PasswordErrors"
import * as Password from "@latchkey/domain/password/Room"
import * as SignInRate from "@latchkey/domain/password/SignInRate"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { amount } from "../account/amount.ts"
import * as ImportBatches from "../account/ImportBatches.ts"
import * as ImportErrors from "../account/ImportErrors.ts"
import * as ImportProgress from "../account/ImportProgress.ts"
import type { SourceName } from "../account/ImportSources.ts"
import * as NamedInstance from "../account/NamedInstance.ts"
import * as UserFile from "../account/UserFile.ts"
import { CommandError } from "../core/CommandError.ts"
import type { ConfigErrors } from "../core/ConfigErrors.ts"
import * as Settings from "../core/Settings.ts"
import type { Environment } from "../core/Variable.ts"
import * as Database from "../database/Database.ts"
import * as Logging from "../telemetry/Logging.ts"

/** `errors`: the file for what is wrong with lines. */
export interface Options {
  readonly instance: string
  readonly from: SourceName
  readonly dryRun: boolean
  readonly withoutFactors: boolean
  readonly errors: string | undefined
  readonly json: boolean
}

interface State extends ImportProgress.Counts {
  readonly lastLine: number
}

// Which users need a password: passkeys and second factors cannot be imported.
const methods = AuthenticationMethods.layer(Password.methods, MagicLink.methods)

const services = (settings: Settings.ImportSettings) =>
  UserImport.layer.pipe(
    Layer.provide(EventRecorder.layer),
    Layer.provide([NodeIdGenerator.layer, methods]),
    Layer.provideMerge(
      Argon2PasswordHasher.layerWith({ concurrency: Option.getOrUndefined(settings.hashConcurrency) }).pipe(
        Layer.mapError(({ message }) => new CommandError({ message: `Cannot hash passwords: ${message}.` }))
      )
    ),
    Layer.provideMerge(Postgres.layer),
    Layer.provide(Database.layerServer(settings.database, false))
  )

const arrayMessage =
  "is a JSON list, not one JSON object per line. Convert it first, for example with: jq -c '.[]' users.json > users.ndjson"

const batchesOf = (file: string, { stream }: UserFile.Input, from: SourceName) => {
  const iterator = ImportBatches.batches(stream, from, UserImport.maxBatch)
  const next = Effect.tryPromise({
    try: () => iterator.next(),
    catch: (error) =>
      Option.some(
        error instanceof ImportBatches.JsonArray
          ? new CommandError({ message: `${file} ${arrayMessage}` })
          : UserFile.notReadable(file, error)
      )
  })
  return Stream.repeatEffectOption(
    Effect.flatMap(next, ({ done, value }) => (done === true ? Effect.fail(Option.none()) : Effect.succeed(value)))
  )
}

/** A database that restarts is back after a few seconds. */
const retries = Schedule.intersect(Schedule.exponential("500 millis"), Schedule.recurs(5))

const stopped = (lastLine: number) => (error: ConcurrentChanges | HasherOverloaded | PersistenceError) =>
  new CommandError({
    message:
      `The import stopped after line ${lastLine}: ` +
      `${error._tag === "HasherOverloaded" ? "too many passwords are being hashed" : FailureReason.ofError(error)}. ` +
      "What is before it is imported. Run the same command again to continue."
  })

const errorsOf = (
  entries: ReadonlyArray<ImportBatches.Entry>,
  results: ReadonlyArray<UserImport.ImportResult>
): ReadonlyArray<ImportBatches.LineError> => {
  const outcomes = results.values()
  return entries.flatMap(({ line, user }) => {
    if (Either.isLeft(user)) return user.left.map(({ field, reason }) => ({ line, field, reason }))
    const outcome = outcomes.next().value
    return outcome?._tag === "Failed" ? [{ line, field: outcome.field, reason: outcome.reason }] : []
  })
}

const added = (state: State, batch: ImportBatches.Batch, results: ReadonlyArray<UserImport.ImportResult>): State => {
  const count = (tag: UserImport.ImportResult["_tag"]) => results.filter(({ _tag }) => _tag === tag).length
  return {
    created: state.created + count("Created"),
    skipped: state.skipped + count("Skipped"),
    failed: state.failed + count("Failed") + batch.entries.length - results.length,
    lastLine: batch.lastLine
  }
}

/** Describes users who were created without the second factor or the passkeys that they had. */
const factorsOf = (
  entries: ReadonlyArray<ImportBatches.Entry>,
  results: ReadonlyArray<UserImport.ImportResult>
): ReadonlyArray<string> => {
  const outcomes = results.values()
  return entries.flatMap(({ line, user }) => {
    if (Either.isLeft(user)) return []
    const outcome = outcomes.next().value
    const { passkeys = 0, secondFactor = false } = user.right.factors ?? {}
    if (outcome?._tag !== "Created" || !(secondFactor || passkeys > 0)) return []
    const lost = [...(secondFactor ? ["a second factor"] : []), ...(passkeys > 0 ? [amount(passkeys, "passkey")] : [])]
    return [`latchkey: line ${line}: ${outcome.userId} had ${lost.join(" and ")} there, and has none here`]
  })
}

const nameFactors = (lines: ReadonlyArray<string>) =>
  Effect.forEach(lines, (line) => Console.error(line), { discard: true })

const interrupted = (state: Ref.Ref<State>) =>
  Effect.flatMap(Ref.get(state), ({ lastLine }) =>
    Console.error(`latchkey: interrupted after line ${lastLine}. Run the same command again to continue.`)
  )

const importFile = (file: string, errorsFile: string, options: Options) =>
  Effect.gen(function* () {
    const { importBatch } = yield* UserImport.UserImport
    yield* NamedInstance.find(options.instance)
    const input = yield* UserFile.read(file)
    const errors = yield* ImportErrors.open(errorsFile, file)
    const progress = yield* ImportProgress.make(process.stderr, input.size)
    const state = yield* Ref.make<State>({ created: 0, skipped: 0, failed: 0, lastLine: 0 })
    const by = { actor: "command_line" } as const

    const importNext = (batch: ImportBatches.Batch) =>
      Effect.gen(function* () {
        const before = yield* Ref.get(state)
        // Each time: an instance that is deleted meanwhile must get no more users.
        const instance = yield* NamedInstance.find(options.instance)
        const users = batch.entries.flatMap(({ user }) => (Either.isRight(user) ? [user.right] : []))
        const results = yield* importBatch({
          instance,
          by,
          users,
          dryRun: options.dryRun,
          withoutFactors: options.withoutFactors
        }).pipe(Effect.retry(retries), Effect.mapError(stopped(before.lastLine)))
        yield* errors.add(errorsOf(batch.entries, results))
        yield* nameFactors(factorsOf(batch.entries, results))
        const after = added(before, batch, results)
        yield* Ref.set(state, after)
        yield* progress.update(after, batch.end)
      })

    // The next batch is read while the database stores this one.
    yield* batchesOf(file, input, options.from).pipe(
      Stream.buffer({ capacity: 1 }),
      Stream.runForEach(importNext),
      Effect.onInterrupt(() => interrupted(state))
    )
    return yield* Ref.get(state)
  }).pipe(Effect.scoped)

/** Returns the rate of sign-ins after the import; none if the file is imported, and only that could not be measured. */
const rateOf = (instance: string) =>
  Effect.gen(function* () {
    const { id } = yield* NamedInstance.find(instance)
    return yield* SignInRate.of(id)
  }).pipe(Effect.option)

const summary = ({ created, failed, skipped }: State, { dryRun }: Options): string =>
  `${dryRun ? "Would create" : "Imported"} ${amount(created, "user")}. ` +
  `Skipped ${amount(skipped, "user")} who already ${skipped === 1 ? "exists" : "exist"}. Errors in ${amount(failed, "line")}.`

type Rate = Option.Option<SignInRate.SignInRate>

const sentenceOf = (rate: Rate): ReadonlyArray<string> =>
  rate.pipe(
    Option.filter(({ others }) => others.length > 0),
    Option.map((found) => `Sign-ins: ${SignInRate.describe(found)}.`),
    Option.toArray
  )

const speedOf = (rate: Rate) =>
  Option.getOrNull(Option.map(rate, ({ now, own }) => ({ now: Math.round(now * 10) / 10, own: Math.round(own) })))

/** Imports the users of `file`, or of standard input for `-`, into the database. Needs no running service. */
export const importUsers = (
  environment: Environment,
  file: string,
  options: Options
): Effect.Effect<void, CommandError | ConfigErrors> =>
  Effect.gen(function* () {
    const settings = yield* Settings.loadImport(environment)
    const errorsFile = options.errors ?? `${file === UserFile.standardInput ? "users" : file}.errors.ndjson`
    const [state, rate] = yield* Effect.zip(
      importFile(file, errorsFile, options),
      options.dryRun ? Effect.succeedNone : rateOf(options.instance)
    ).pipe(Effect.provide(services(settings)))
    const { created, failed, skipped } = state
    const errors = failed === 0 ? null : errorsFile
    yield* Console.log(
      options.json
        ? JSON.stringify({ created, skipped, failed, errors, passwordsPerSecond: speedOf(rate) }, undefined, 2)
        : [summary(state, options), ...sentenceOf(rate)].join("\n")
    )
    if (failed > 0)
      return yield* new CommandError({
        message: `${amount(failed, "line")} ${options.dryRun ? "would not" : "could not"} be imported: see ${errorsFile}`
      })
  }).pipe(Effect.provide(Logging.layerCommand))
