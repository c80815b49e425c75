/** Whether the identity providers of all instances and of the dashboard respond as they should: for `latchkey doctor`. */
import * as HkdfSecretKeys from "@latchkey/crypto/HkdfSecretKeys"
import * as AppPart from "@latchkey/domain/core/AppPart"
import * as Connections from "@latchkey/domain/identity-provider/Connections"
import { IdentityProviderClient } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import type { IdentityProvider } from "@latchkey/domain/instance/IdentityProvider"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as OperatorInstance from "@latchkey/domain/instance/OperatorInstance"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as OpenIdClient from "@latchkey/oidc/OpenIdClient"
import * as PostgresInstanceRepository from "@latchkey/postgres/PostgresInstanceRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { amount } from "../account/amount.ts"
import * as Check from "../core/Check.ts"
import type { Settings } from "../core/Settings.ts"
import * as OperatorProvider from "../operator/OperatorProvider.ts"
import { unusable } from "../passkey/RpIdCheck.ts"

type OfProviders = Pick<
  Settings,
  "baseUrl" | "operatorProvider" | "outgoingPrivateHosts" | "secretKey" | "secretKeyPrevious"
>

/** A check of one provider asks at most twice, two seconds each. */
const concurrency = 8

const layer = ({ outgoingPrivateHosts, secretKey, secretKeyPrevious, ...settings }: OfProviders) =>
  Layer.mergeAll(
    OperatorProvider.layer(settings),
    OpenIdClient.layer({ privateHosts: outgoingPrivateHosts }),
    Option.match(secretKey, {
      onNone: () => Layer.empty,
      onSome: (current) => HkdfSecretKeys.layer({ current, previous: secretKeyPrevious })
    })
  )

/** Lists the enabled providers of all instances, and that of the dashboard. */
const enabled = Effect.gen(function* () {
  const stored = yield* Effect.flatMap(InstanceRepository, ({ list }) => list)
  return [...stored, yield* OperatorInstance.make].flatMap((instance) =>
    instance.identityProviders.filter((provider) => provider.enabled).map((provider) => ({ instance, provider }))
  )
})

const placeOf = ({ id }: Instance): string =>
  OperatorInstance.isOfOperators(id) ? "of the dashboard" : `of instance "${id}"`

/** Checks the providers. One that is down is a warning: users have other ways in, or wait. */
export const run = (settings: OfProviders) =>
  Effect.gen(function* () {
    const client = yield* AppPart.read(IdentityProviderClient)
    const { connect } = yield* Connections.make
    const urls = BaseUrl.make({ baseUrl: settings.baseUrl, prefix: "" })

    const checkOne = Effect.fnUntraced(function* (instance: Instance, provider: IdentityProvider) {
      const connection = yield* Effect.option(connect(instance, provider))
      if (Option.isNone(connection)) return ["its secret cannot be decrypted: enter it again, or restore SECRET_KEY"]
      const findings = yield* client.check(connection.value, urls.identityProviderCallback(instance))
      return findings.filter(({ ok }) => !ok).map(({ detail }) => detail)
    })

    const providers = yield* enabled
    const found = yield* Effect.forEach(
      providers,
      ({ instance, provider }) =>
        Effect.map(checkOne(instance, provider), (problems) =>
          problems.length === 0 ? [] : [Check.warning(`"${provider.id}" ${placeOf(instance)}: ${problems.join("; ")}`)]
        ),
      { concurrency }
    )
    const warnings = found.flat()
    return warnings.length === 0
      ? Check.ok(providers.length === 0 ? "none" : `${amount(providers.length, "provider")}, nothing wrong`)
      : Check.combine(warnings)
  }).pipe(Effect.provide(Layer.merge(layer(settings), PostgresInstanceRepository.layer)), Effect.mapError(unusable))
