import type { SESv2Client, SESv2ClientConfig } from "@aws-sdk/client-sesv2"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { SesCredentials } from "../SesCredentials.ts"
import * as SesErrors from "../SesErrors.ts"

/** How to reach SES. */
export interface Options {
  readonly credentials: Option.Option<SesCredentials>
  readonly region: Option.Option<string>
  readonly endpoint: Option.Option<string>
  readonly timeout?: Duration.DurationInput
}

export const defaultTimeout: Duration.DurationInput = "3 seconds"

const clientConfig = ({ credentials, region, endpoint, timeout = defaultTimeout }: Options): SESv2ClientConfig => {
  const milliseconds = Duration.toMillis(timeout)
  return {
    // The SDK reads the environment for fields that are absent.
    ...Option.match(credentials, {
      onNone: () => ({}),
      onSome: ({ accessKeyId, secretAccessKey }) => ({
        credentials: { accessKeyId, secretAccessKey: Redacted.value(secretAccessKey) }
      })
    }),
    ...Option.match(region, { onNone: () => ({}), onSome: (region) => ({ region }) }),
    ...Option.match(endpoint, { onNone: () => ({}), onSome: (endpoint) => ({ endpoint }) }),
    // The caller makes later attempts itself.
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: milliseconds,
      requestTimeout: milliseconds,
      // Without this, a request that takes longer only causes a warning.
      throwOnRequestTimeout: true,
      // The timeout above ends with the headers of the response.
      socketTimeout: milliseconds
    }
  }
}

/** Loads the SDK and makes a client, which is destroyed when the scope closes. Fails if no region is known. */
export const make = (
  options: Options
): Effect.Effect<
  { readonly sdk: typeof import("@aws-sdk/client-sesv2"); readonly client: SESv2Client; readonly region: string },
  SesErrors.RegionRequired,
  Scope.Scope
> =>
  Effect.gen(function* () {
    // Not at the top of the module: an app that sends no email neither waits for the SDK nor keeps it in memory.
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
