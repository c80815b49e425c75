/**
 * Reads what a browser says about the page that asked for a credential (WebAuthn Level 3, 5.8.1).
 */
import { CredentialRejected } from "@latchkey/domain/passkey/WebAuthn"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Schema from "effect/Schema"

const ClientData = Schema.parseJson(
  Schema.Struct({
    origin: Schema.String,
    crossOrigin: Schema.optionalWith(Schema.Boolean, { exact: true }),
    topOrigin: Schema.optionalWith(Schema.String, { exact: true })
  })
)

const decode = Schema.decodeUnknownEither(ClientData)

/** Returns the page's origin, and whether it is in a frame of a page of another origin. */
export const read = (
  clientDataJSON: string
): Effect.Effect<{ readonly origin: string; readonly isFramed: boolean }, CredentialRejected> =>
  Either.flatMap(Encoding.decodeBase64UrlString(clientDataJSON), decode).pipe(
    Either.map(({ crossOrigin = false, origin, topOrigin }) => ({
      origin,
      isFramed: crossOrigin || topOrigin !== undefined
    })),
    Effect.mapError(() => new CredentialRejected({ reason: "not_verified" }))
  )
