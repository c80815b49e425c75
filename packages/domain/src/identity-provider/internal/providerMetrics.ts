/** What the metrics say about identity providers. */
import * as Effect from "effect/Effect"
import * as Metrics from "../../core/Metrics.ts"
import type { IdentityProvider } from "../../instance/IdentityProvider.ts"

/**
 * `latchkey_identity_provider_requests_total`: what a provider was asked, by the id that it has in its instance.
 * `outcome` is `ok` or the tag of the error.
 */
const requests = Metrics.counter<"provider" | "outcome">(
  "latchkey_identity_provider_requests_total",
  "Questions to identity providers, by provider and outcome"
)

/** Counts how a question to the provider ends. */
export const counted =
  ({ id: provider }: Pick<IdentityProvider, "id">) =>
  <A, E extends { readonly _tag: string }, R>(question: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.tapBoth(question, {
      onFailure: ({ _tag: outcome }) => requests({ provider, outcome }),
      onSuccess: () => requests({ provider, outcome: "ok" })
    })
