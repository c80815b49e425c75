/** For an app that defines its instances in code: nothing is read or stored, and nothing can be changed. */
import * as Arr from "effect/Array"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { type AuthenticationMethod, OwnMethods } from "./AuthenticationMethods.ts"
import { InstanceId } from "../core/Ids.ts"
import { hasEnabled, IdentityProviders } from "./IdentityProvider.ts"
import { defaultId, defaultInstance, Instance } from "./Instance.ts"
import * as InstancePatch from "./InstancePatch.ts"
import { InstancesInCode } from "./InstanceErrors.ts"
import { InstanceRepository } from "./InstanceRepository.ts"
import { isOfOperators } from "./OperatorInstance.ts"

/**
 * An instance without an id: a name, and everything that differs from `defaultInstance`. Its password policy always
 * applies, so there is no plan. The secrets of its identity providers need no encryption.
 */
export interface ConstantSettings extends Omit<InstancePatch.NewInstance, "plan"> {
  readonly identityProviders?: IdentityProviders
}

/** An instance with its id, such as `default` or `shop`. All but `default` need `hosts`. */
export interface IdentifiedSettings extends ConstantSettings {
  readonly id: string
}

/** Instances that are defined in code are wrong. `message` names each, and what to change. */
export class InvalidInstances extends Data.TaggedError("InvalidInstances")<{
  readonly problems: ReadonlyArray<string>
}> {
  override get message(): string {
    return ["The instances defined in code are not valid:", ...this.problems].join("\n  ")
  }
}

const decodeSettings = ParseResult.decodeUnknownEither(
  Schema.Struct({
    id: InstanceId,
    ...InstancePatch.NewInstance.omit("plan").fields,
    identityProviders: Schema.optionalWith(IdentityProviders, { exact: true, default: () => [] })
  }),
  { errors: "all", onExcessProperty: "error" }
)

/** Returns each wrong field of an instance, such as `name: must be 1 to 100 characters`. */
const issuesOf = (id: string, error: ParseResult.ParseIssue): ReadonlyArray<string> =>
  ParseResult.ArrayFormatter.formatIssueSync(error).map(
    ({ message, path }) => `Instance "${id}", ${path.map(String).join(".")}: ${message}`
  )

// The rooms of these methods come later.
const isSignInPossible = (instance: Instance, own: ReadonlyArray<AuthenticationMethod>): boolean =>
  instance.authConfig.password ||
  instance.authConfig.magic_link ||
  hasEnabled(instance.identityProviders) ||
  own.some(({ isPossible }) => isPossible?.(instance) === true)

// On `pro`, so that the instance's own policy applies, whatever the plan of a whole `Instance` that is passed.
const makeInstance =
  (own: ReadonlyArray<AuthenticationMethod>) =>
  ({ plan: _, ...settings }: IdentifiedSettings & { readonly plan?: unknown }) =>
    decodeSettings(settings).pipe(
      Either.mapLeft((error) => issuesOf(settings.id, error)),
      Either.map(({ id, identityProviders, ...patch }) =>
        InstancePatch.apply(new Instance({ ...defaultInstance, id, identityProviders }), patch)
      ),
      Either.filterOrLeft(
        ({ id }) => !isOfOperators(id),
        ({ id }) => [`The id "${id}" is reserved for the dashboard`]
      ),
      Either.filterOrLeft(
        (instance) => isSignInPossible(instance, own),
        ({ id }) => [`Instance "${id}" has every sign-in method turned off`]
      ),
      Either.filterOrLeft(
        (instance) => instance.isVerificationPossible,
        ({ id }) => [`Instance "${id}" requires a verified email address, but magic links are turned off`]
      )
    )

const makeRepository = (instances: ReadonlyArray<Instance>, ofOtherHosts: Option.Option<Instance>) => {
  const findById = (id: InstanceId) => Arr.findFirst(instances, (instance) => instance.id === id)
  return InstanceRepository.of({
    insert: () => new InstancesInCode(),
    insertIfAbsent: () => Effect.void,
    findById: (id) => Effect.succeed(findById(id)),
    findByHost: (host) =>
      Effect.succeed(
        Option.orElse(
          Arr.findFirst(instances, ({ hosts }) => hosts.includes(host)),
          () => ofOtherHosts
        )
      ),
    list: Effect.succeed(instances),
    modify: (id) => (Option.isSome(findById(id)) ? new InstancesInCode() : Effect.succeedNone),
    delete: (id) => (Option.isSome(findById(id)) ? new InstancesInCode() : Effect.succeedNone),
    listDeleted: Effect.succeed([])
  })
}

/**
 * Serves one instance at every host, by default with the id `default`. Its settings are those of `defaultInstance`,
 * except for what is given. Merge it after a store's layer to replace that store's repository. Adding an instance,
 * and changing or deleting this one, fail with `InstancesInCode`. Building the layer fails with `InvalidInstances` if
 * a setting is wrong.
 */
export const layer = (
  settings: ConstantSettings & Partial<IdentifiedSettings>
): Layer.Layer<InstanceRepository, InvalidInstances> =>
  Layer.effect(
    InstanceRepository,
    Effect.flatMap(OwnMethods, (own) =>
      Either.mapBoth(makeInstance(own)({ id: defaultId, ...settings }), {
        onLeft: (problems) => new InvalidInstances({ problems }),
        onRight: (instance) => makeRepository([instance], Option.some(instance))
      })
    )
  )

const repeated = (values: ReadonlyArray<string>) =>
  Arr.dedupe(values.filter((value, at) => values.indexOf(value) !== at))

const conflicts = (instances: ReadonlyArray<Instance>): ReadonlyArray<string> => [
  ...(instances.length === 0 ? ["There are none, so no request reaches one"] : []),
  ...repeated(instances.map(({ id }) => id)).map((id) => `Several instances have the id "${id}"`),
  ...repeated(instances.flatMap(({ hosts }) => Arr.dedupe(hosts))).map(
    (host) => `Several instances have the host "${host}"`
  ),
  ...instances
    .filter(({ hosts, id }) => id !== defaultId && hosts.length === 0)
    .map(({ id }) => `Instance "${id}" has no hosts, so no request reaches it`)
]

/**
 * Serves several instances, each at its `hosts`. Requests to other hosts belong to the instance `default`; without one
 * they fail with `InstanceNotFound`. Otherwise as `layer`. Building the layer fails with `InvalidInstances`, too, if
 * two instances have the same id or host, or if one has no hosts and is not `default`.
 */
export const layerAll = (
  settings: ReadonlyArray<IdentifiedSettings>
): Layer.Layer<InstanceRepository, InvalidInstances> =>
  Layer.effect(
    InstanceRepository,
    Effect.flatMap(OwnMethods, (own) => {
      const [wrong, instances] = Arr.separate(settings.map(makeInstance(own)))
      const problems = [...wrong.flat(), ...conflicts(instances)]
      const sorted = Arr.sortWith(instances, ({ id }) => id, Order.string)
      return problems.length === 0
        ? Effect.succeed(makeRepository(sorted, Option.none()))
        : new InvalidInstances({ problems })
    })
  )
