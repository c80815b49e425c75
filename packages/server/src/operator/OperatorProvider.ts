import * as IdentityProvider from "@latchkey/domain/instance/IdentityProvider"
import * as OperatorInstance from "@latchkey/domain/instance/OperatorInstance"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { OperatorProvider, Settings } from "../core/Settings.ts"

/**
 * It is the company's own: it decides whose an email address is, and whether someone has presented several factors. An
 * operator who was invited signs in with it under the address of the invitation.
 */
const toProvider = ({ clientId, clientSecret, issuer, name }: OperatorProvider) =>
  IdentityProvider.oidc({
    id: "company",
    name,
    issuer,
    clientId,
    clientSecret: Option.getOrNull(clientSecret),
    emailTrust: "authoritative",
    trustsMfa: true
  })

/** The identity provider of operators, if the settings have one. */
export const layer = ({ operatorProvider }: Pick<Settings, "operatorProvider">): Layer.Layer<never> =>
  Option.match(operatorProvider, {
    onNone: () => Layer.empty,
    onSome: (provider) => OperatorInstance.layerIdentityProviders(Effect.succeed([toProvider(provider)]))
  }) as Layer.Layer<never>
