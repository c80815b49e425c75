/** Speaks with identity providers: by OpenID Connect with `oauth4webapi`, and with GitHub by its own interface. */
import * as IdentityProviderClient from "@latchkey/domain/identity-provider/IdentityProviderClient"
import type { Client, Connection } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as OutgoingRequests from "@latchkey/outgoing/OutgoingRequests"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Check from "./internal/check.ts"
import { type Failure, NotVerified, toOutcome } from "./internal/failures.ts"
import * as GitHub from "./internal/gitHub.ts"
import * as Published from "./internal/metadata.ts"
import * as OpenId from "./internal/openId.ts"

/** Options of the outgoing requests. */
export type Options = OutgoingRequests.Options

/** Two seconds, 64 KiB of the response, and ten requests to one provider. */
const limits: OutgoingRequests.Limits = {
  time: Duration.seconds(2),
  bytes: 64 * 1024,
  concurrent: 10,
  needs: "body"
}

const isGitHub = ({ kind }: Connection) => kind === "github"

/** Makes the adapter. It keeps connections and what providers publish until the scope closes. */
export const make = (options: Options = {}): Effect.Effect<Client, never, Scope.Scope> =>
  Effect.map(OutgoingRequests.make(limits, options), (requests) => {
    const openId = OpenId.make(requests, Published.make(requests))
    const gitHub = GitHub.make(requests)
    const run = <A>(connection: Connection, flow: () => Effect.Effect<A, unknown>): Effect.Effect<A, Failure> =>
      Effect.catchAll(Effect.suspend(flow), (error) => toOutcome(connection, error))

    return {
      isConfigured: true,
      authorizationUrl: (connection, visit) =>
        run(connection, () => (isGitHub(connection) ? gitHub : openId).authorizationUrl(connection, visit)),
      exchange: (connection, response) =>
        run(connection, () => (isGitHub(connection) ? gitHub : openId).exchange(connection, response)),
      verifyIdToken: (connection, presented) =>
        run(connection, () =>
          isGitHub(connection) ? Effect.fail(new NotVerified("kind")) : openId.verifyIdToken(connection, presented)
        ),
      check: (connection, redirectUri) => Check.run(requests, connection, redirectUri)
    }
  })

/**
 * The adapter as a layer. Provide it to `Domain.layer`; elsewhere it has no effect, and logs a warning after ten
 * seconds.
 */
export const layer = (options: Options = {}): Layer.Layer<IdentityProviderClient.IdentityProviderClient> =>
  IdentityProviderClient.layer(make(options))
