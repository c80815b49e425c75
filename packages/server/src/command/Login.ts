/** `latchkey login`: signs in to a running service with a code that the user types in a browser (RFC 8628). */
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { isTrustworthy } from "@latchkey/http/core/SecureUrl"
import * as LatchkeyClient from "@latchkey/http/LatchkeyClient"
import type { SessionResponse } from "@latchkey/http/session/SessionApi"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { hostname } from "node:os"
import { CommandError } from "../core/CommandError.ts"
import { version } from "../core/version.ts"
import type { Output } from "./Migrate.ts"

/** `url`: where the service is. `json`: whether to keep the session, and print its tokens. */
export interface Options extends Output {
  readonly url: string
}

interface Failure {
  readonly _tag: string
}

/** Errors that asking again later may help against. */
const passing = ["SlowDown", "SignInRateLimited", "ServiceUnavailable", "RequestError", "ResponseError"]

const hints: Readonly<Record<string, string>> = {
  DeviceSignInDisabled: " Turn it on in the dashboard, under Tokens, or with tokenConfig.deviceSignIn."
}

const fieldsOf = (error: Failure): string =>
  Predicate.hasProperty(error, "errors") && Array.isArray(error.errors)
    ? error.errors.map(({ field, reason }) => ` ${field} ${reason}.`).join("")
    : ""

/** Says what went wrong. Problems of the contract have a sentence for it; without one, Latchkey was not reached. */
const explain =
  (url: string) =>
  (error: Failure): CommandError =>
    new CommandError({
      message: Predicate.hasProperty(error, "detail")
        ? `${String(error.detail)}${fieldsOf(error)}${hints[error._tag] ?? ""}`
        : `Latchkey does not answer at ${url}.`
    })

type Client = LatchkeyClient.LatchkeyClient

/** Asks until the user has decided, and less often after an error that may pass (RFC 8628, 3.5). */
const ask = (
  client: Client,
  url: string,
  deviceCode: string,
  seconds: number
): Effect.Effect<SessionResponse, CommandError> =>
  client.deviceSignIn.signInDevice({ payload: { deviceCode } }).pipe(
    Effect.delay(Duration.seconds(seconds)),
    Effect.catchAll((error) => {
      if (error._tag === "AuthorizationPending") return ask(client, url, deviceCode, seconds)
      return passing.includes(error._tag) ? ask(client, url, deviceCode, seconds + 5) : explain(url)(error)
    })
  )

const signIn = Effect.fnUntraced(function* (client: Client, url: string) {
  const name = `latchkey on ${hostname()}`.slice(0, 100)
  const { deviceCode, expiresIn, interval, userCode, verificationUri } = yield* Effect.mapError(
    client.deviceSignIn.startDevice({ payload: { name } }),
    explain(url)
  )
  yield* Console.error(`Open ${verificationUri} and enter the code ${userCode}`)
  return yield* Effect.timeoutFail(ask(client, url, deviceCode, interval), {
    duration: Duration.seconds(expiresIn),
    onTimeout: () => new CommandError({ message: "The code has expired. Start again." })
  })
})

/**
 * Signs in, and prints who has signed in. Stores nothing, so it ends the session again; with `json` it prints the
 * tokens of the session instead.
 */
export const login = ({ json, url }: Options): Effect.Effect<void, CommandError> =>
  Effect.gen(function* () {
    if (!isTrustworthy(url)) {
      return yield* new CommandError({ message: "--url must be an https URL, or http on this machine." })
    }
    const headers = { "user-agent": `latchkey/${version}`, ...(json ? { "x-latchkey-client": "native" } : {}) }
    const client = yield* LatchkeyClient.makeWithCookies({ baseUrl: url.replace(/\/$/, ""), headers })
    const signedIn = yield* signIn(client, url)
    if (json) return yield* Console.log(JSON.stringify(signedIn, undefined, 2))
    const { email, userId } = yield* Effect.mapError(client.session.getSession(), explain(url))
    yield* Effect.mapError(client.session.signOut(), explain(url))
    yield* Console.log(`Signed in as ${email} (${userId}). Nothing is stored: the session has ended again.`)
  }).pipe(Effect.provide(FetchHttpClient.layer))
