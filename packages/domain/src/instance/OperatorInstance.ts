/** The reserved instance: its users are the operators, the people who use the dashboard. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as AppPart from "../core/AppPart.ts"
import { InstanceId } from "../core/Ids.ts"
import { SecretKeys } from "../core/SecretKeys.ts"
import type { IdentityProviders } from "./IdentityProvider.ts"
import { defaults, defaultSessionConfig, Instance } from "./Instance.ts"

/** The id of the instance. Latchkey generates it for no other one, and no app can define one that has it. */
export const operatorInstanceId = InstanceId.make("inst_00000000-0000-7000-8000-000000000000")

/** Returns `true` for the reserved instance. */
export const isOfOperators = (id: InstanceId): boolean => id === operatorInstanceId

/** The identity providers that operators sign in with: none by default. */
export class OperatorIdentityProviders extends Context.Reference<OperatorIdentityProviders>()(
  "@latchkey/domain/OperatorIdentityProviders",
  { defaultValue: (): IdentityProviders => [] }
) {}

/**
 * Lets operators sign in with identity providers, whose secrets need no encryption. Provide the layer to
 * `Domain.layer`; elsewhere it has no effect, and logs a warning when the app starts.
 */
export const layerIdentityProviders = <E, R>(
  make: Effect.Effect<IdentityProviders, E, R>
): Layer.Layer<OperatorIdentityProviders, E, Exclude<R, Scope.Scope>> =>
  AppPart.layer("OperatorInstance.layerIdentityProviders", OperatorIdentityProviders, make)

/**
 * The instance. It is at the base URL below the path of the dashboard, and has no host, so that no request of an app's
 * user reaches it.
 *
 * Operators sign in with a passkey, an identity provider or an invitation. With a server key, they can have a second
 * factor, too: `OperatorSessions.standingOf` says what the dashboard requires. Sessions last twelve hours, and thirty
 * minutes without a request.
 */
export class OperatorInstance extends Context.Tag("@latchkey/domain/OperatorInstance")<OperatorInstance, Instance>() {}

const minute = 60

/** Makes the instance. */
export const make = Effect.gen(function* () {
  const keys = yield* AppPart.read(SecretKeys)
  const identityProviders = yield* AppPart.read(OperatorIdentityProviders)
  return new Instance({
    ...defaults,
    id: operatorInstanceId,
    name: "Latchkey dashboard",
    plan: "pro",
    authConfig: { ...defaults.authConfig, password: false, secondFactor: keys.isConfigured ? "optional" : "off" },
    signUp: { ...defaults.signUp, mode: "closed" },
    sessionConfig: {
      ...defaultSessionConfig,
      absoluteLifetimeSeconds: 12 * 60 * minute,
      idleLifetimeSeconds: 30 * minute
    },
    identityProviders
  })
})

/** The instance as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(OperatorInstance, make)
