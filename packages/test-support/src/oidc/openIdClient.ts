import * as IdentityProviderClient from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as OpenIdClient from "@latchkey/oidc/OpenIdClient"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

/**
 * The adapter for a service whose clock the test moves: it reads the time of this machine, as providers do. Reaches the
 * origins.
 */
export const layerAtRealTime = (
  origins: ReadonlyArray<string>
): Layer.Layer<IdentityProviderClient.IdentityProviderClient> => {
  const clock = Clock.make()
  const privateHosts = origins.map((origin) => new URL(origin).host)
  return IdentityProviderClient.layer(
    Effect.map(OpenIdClient.make({ privateHosts }), (client) => ({
      isConfigured: client.isConfigured,
      authorizationUrl: (connection, visit) => Effect.withClock(client.authorizationUrl(connection, visit), clock),
      exchange: (connection, response) => Effect.withClock(client.exchange(connection, response), clock),
      verifyIdToken: (connection, presented) => Effect.withClock(client.verifyIdToken(connection, presented), clock),
      check: (connection, redirectUri) => Effect.withClock(client.check(connection, redirectUri), clock)
    }))
  )
}
