/**
 * Changes to an instance, as a JSON merge patch (RFC 7396): absent fields stay, `redirectUrl: null` removes the value,
 * and lists are replaced as a whole.
 */
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import type { InstanceId } from "../core/Ids.ts"
import { LanguageInput } from "../language/Language.ts"
import { defaults, Instance, SettingGroups } from "./Instance.ts"

const exact = { exact: true } as const

type PatchOf<S> =
  S extends Schema.Struct<infer Fields>
    ? Schema.Struct<{
        readonly [Name in keyof Fields]: Schema.optionalWith<
          PatchOf<Fields[Name]> extends Schema.Schema.All ? PatchOf<Fields[Name]> : never,
          typeof exact
        >
      }>
    : S

const isStruct = (schema: Schema.Schema.All): schema is Schema.Struct<Record<string, Schema.Schema.All>> =>
  "fields" in schema

/** Makes every field of a struct optional, down to those of structs inside. */
const patchOf = <S extends Schema.Schema.All>(schema: S): PatchOf<S> =>
  (isStruct(schema)
    ? Schema.Struct(Record.map(schema.fields, (field) => Schema.optionalWith(patchOf(field), exact)))
    : schema) as PatchOf<S>

const { hosts, name, origins, plan, redirectUrl } = Instance.fields

const SettingsPatch = patchOf(
  Schema.Struct({ plan, hosts, origins, redirectUrl, defaultLanguage: LanguageInput, ...SettingGroups.fields })
)

/** A patch. Every field is optional, down to single limits and policy rules. */
export const InstancePatch = Schema.Struct({ name: Schema.optionalWith(name, exact), ...SettingsPatch.fields })
export type InstancePatch = typeof InstancePatch.Type

/** The settings of a new instance: a name, and everything that differs from the defaults. */
export const NewInstance = Schema.Struct({ name, ...SettingsPatch.fields })
export type NewInstance = typeof NewInstance.Type

const merge = (value: unknown, patch: unknown): unknown =>
  Predicate.isRecord(value) && Predicate.isRecord(patch)
    ? { ...value, ...Record.map(patch, (part, name) => merge(value[name], part)) }
    : patch

/**
 * Merges a patch into an instance. Throws a `ParseError` if the result is invalid, which a decoded patch never makes
 * it. Does not check the plan, and whether users can sign in and verify their address: see
 * `Instance.isAllowedByPlan`, `AuthenticationMethods.isSignInPossible` and `Instance.isVerificationPossible`.
 */
export const apply = (instance: Instance, patch: InstancePatch): Instance =>
  new Instance(merge({ ...instance }, patch) as Instance)

/**
 * Makes an instance with these settings, and `defaults` for all others. Stores nothing: see `InstanceDirectory.create`.
 */
export const create = (id: InstanceId, { name, ...settings }: NewInstance): Instance =>
  apply(new Instance({ ...defaults, id, name }), settings)
