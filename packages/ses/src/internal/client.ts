import type { SESv2Client, SESv2ClientConfig } from "@aws-sdk/client-sesv2"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as SesErrors from "../SesErrors.ts"
import type * as SesMailer from "../SesMailer.ts"

/** How SES is reached. */
export type Options = Pick<SesMailer.Options, "credentials" | "region" | "endpoint" | "timeout">

const clientConfig = ({ credentials, region, endpoint, timeout = "3 seconds" }: Options): SESv2ClientConfig => {
  const milliseconds = Duration.toMillis(timeout)
  return {
    // An absent field is what makes the SDK look in the environment.
    ...Option.match(credentials, {
      onNone: () => ({}),
      onSome: ({ accessKeyId, secretAccessKey }) => ({
        credentials: { accessKeyId, secretAccessKey: Redacted.value(secretAccessKey) }
      })
    }),
    ...Option.match(region, { onNone: () => ({}), onSome: (region) => ({ region }) }),
    ...Option.match(endpoint, { onNone: () => ({}), onSome: (endpoint) => ({ endpoint }) }),
    // Whoever calls tries again in its own time.
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: milliseconds,
      requestTimeout: milliseconds,
      // Without this a request that takes longer is only warned about.
      throwOnRequestTimeout: true,
      // The one above ends with the reply's headers.
      socketTimeout: milliseconds
    }
  }
}

/** The SDK, a client that is kept until the scope closes, and the region that it uses. */
export const make = (
  options: Options
): Effect.Effect<
  { readonly sdk: typeof import("@aws-sdk/client-sesv2"); readonly client: SESv2Client; readonly region: string },
  SesErrors.RegionRequired,
  Scope.Scope
> =>
  Effect.gen(function* () {
    // Not at the top of the module: whoever sends no mail need not wait for the SDK, nor hold it in memory.
    const sdk = yield* Effect.promise(() => import("@aws-sdk/client-sesv2"))
    const client = yield* Effect.acquireRelease(
      Effect.sync(() => new sdk.SESv2Client(clientConfig(options))),
      (client) => Effect.sync(() => client.destroy())
    )
    const region = yield* Effect.tryPromise({
      try: () => client.config.region(),
      catch: () => new SesErrors.RegionRequired()
    })
    return { sdk, client, region }
  })
