import * as IdentityProviderClient from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as OpenIdClient from "@latchkey/oidc/OpenIdClient"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

/** The time of this machine. A time limit takes ten times as long: a provider shares a busy machine with all tests. */
const patientClock = (): Clock.Clock => {
  const real = Clock.make()
  const sleep: Clock.Clock["sleep"] = (duration) => real.sleep(Duration.times(duration, 10))
  // Its methods are those of a class.
  return Object.assign(Object.create(real), { sleep })
}

/**
 * The adapter for a service whose clock the test moves: it reads the time of this machine, as providers do. Reaches the
 * origins.
 */
export const layerAtRealTime = (
  origins: ReadonlyArray<string>
): Layer.Layer<IdentityProviderClient.IdentityProviderClient> => {
  const clock = patientClock()
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
