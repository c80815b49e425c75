/**
 * Environment variables as `Config` of effect, with error messages for operators: each names the variable, what was
 * expected and an example, and none contains a value.
 */
import * as SettingRules from "@latchkey/http/core/SettingRules"
import * as Arr from "effect/Array"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as ConfigProvider from "effect/ConfigProvider"
import * as PathPatch from "effect/ConfigProviderPathPatch"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as HashSet from "effect/HashSet"
import * as Option from "effect/Option"
import { ConfigErrors } from "./ConfigErrors.ts"
import * as Misspelled from "./Misspelled.ts"
import type { SettingCodec } from "./SettingCodecs.ts"

/** Environment variables, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Makes the error of a variable. `problem` completes the sentence "NAME …". */
export const error = (
  name: string,
  problem: string,
  { example, expected }: SettingCodec<unknown>
): ConfigError.ConfigError =>
  ConfigError.InvalidData([name], SettingRules.message(problem, expected, `${name}=${example}`))

const text = (name: string) => Config.option(Config.string(name))

/** A variable that may be left out. */
export const optional = <A>(name: string, codec: SettingCodec<A>): Config.Config<Option.Option<A>> =>
  Config.mapOrFail(
    text(name),
    Option.match({
      onNone: () => Either.right(Option.none<A>()),
      onSome: (value) =>
        Either.map(
          Either.fromOption(codec.parse(value), () => error(name, "is not valid", codec)),
          Option.some
        )
    })
  )

/** A variable that may be left out, with the value to use then. */
export const withDefault = <A>(name: string, codec: SettingCodec<A>, fallback: A): Config.Config<A> =>
  Config.map(
    optional(name, codec),
    Option.getOrElse(() => fallback)
  )

/** A variable that must be set. */
export const required = <A>(name: string, codec: SettingCodec<A>): Config.Config<A> =>
  Config.mapOrFail(
    optional(name, codec),
    Either.fromOption(() => error(name, "is missing", codec))
  )

/** Whether a variable is set, valid or not. */
export const isSet = (name: string): Config.Config<boolean> => Config.map(text(name), Option.isSome)

/** Fails with `error` if a setting contradicts another one. */
export const checkedWith = <A, B>(
  setting: Config.Config<A>,
  other: Config.Config<B>,
  isValid: (value: A, other: B) => boolean,
  error: ConfigError.ConfigError
): Config.Config<A> =>
  Config.mapOrFail(Config.all([setting, other]), ([value, other]) =>
    isValid(value, other) ? Either.right(value) : Either.left(error)
  )

/** A variable, its setting, and the codec for messages. */
interface Named<A> {
  readonly name: string
  readonly setting: Config.Config<A>
  readonly codec: SettingCodec<unknown>
}

/** Fails if a setting breaks the rule that it has beside another one. */
export const checkedBeside = <A, B>(
  { codec, name, setting }: Named<A>,
  other: Omit<Named<B>, "codec">,
  { isValid, problem }: SettingRules.PairRule<A, B>
): Config.Config<A> => checkedWith(setting, other.setting, isValid, error(name, problem(other.name), codec))

// Variables are read by name, and an empty one counts as not set.
const providerOf = (environment: Environment) =>
  ConfigProvider.fromFlat(
    ConfigProvider.makeFlat({
      load: (path, primitive) => {
        const value = environment[path.join()]?.trim() ?? ""
        return value === ""
          ? Effect.fail(ConfigError.MissingData([...path], "is missing"))
          : Effect.map(primitive.parse(value), Arr.of)
      },
      enumerateChildren: () => Effect.succeed(HashSet.empty()),
      patch: PathPatch.empty
    })
  )

const toList = (error: ConfigError.ConfigError): ReadonlyArray<SettingRules.SettingError> =>
  error._op === "And" || error._op === "Or"
    ? [...toList(error.left), ...toList(error.right)]
    : [{ name: error.path.join(), message: error.message }]

/** Returns the name of every variable that `config` reads. */
export const namesOf = (config: Config.Config<unknown>): ReadonlySet<string> => {
  const names = new Set<string>()
  const get = (_: object, name: string | symbol) => void names.add(String(name))
  Effect.runSync(Effect.ignore(providerOf(new Proxy({}, { get })).load(config)))
  return names
}

/** Reads the variables of `config`. Fails with all errors together, and names variables that look misspelled. */
export const load = <A>(config: Config.Config<A>, environment: Environment): Effect.Effect<A, ConfigErrors> =>
  Effect.mapError(providerOf(environment).load(config), (error) => {
    const misspelled = Misspelled.find(environment, namesOf(config)).map((found) => ({
      name: found.name,
      message: Misspelled.describe(found)
    }))
    // A setting that others are checked with reports its own error several times.
    return new ConfigErrors({
      errors: [...Arr.dedupeWith(toList(error), (a, b) => a.name === b.name), ...misspelled]
    })
  })
