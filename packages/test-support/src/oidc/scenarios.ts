/** A service whose default instance has identity providers, and what browsers do with them. */
import { createHash, randomBytes } from "node:crypto"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { UserId } from "@latchkey/domain/core/Ids"
import { oidc } from "@latchkey/domain/instance/IdentityProvider"
import { defaultId, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { Browser } from "../Browser.ts"
import { newEmail, password, requestLink, signUp } from "../contract.ts"
import type { Service } from "../Service.ts"
import * as GoodProvider from "./GoodProvider.ts"
import { layerAtRealTime } from "./openIdClient.ts"
import type { SentBack } from "./visit.ts"

export const beginVisit = "/v1/auth/sign-in/identity-provider"
export const callback = "/v1/auth/identity-providers/callback"
export const identities = "/v1/auth/identities"
export const reauthentication = "/v1/auth/reauthenticate/identity-provider"

// The port for discarding, where nothing listens.
const silentIssuer = "http://127.0.0.1:9"

/** A browser, and the parameters that a provider has sent it back with. */
export interface ReturnedBrowser {
  readonly browser: Browser
  readonly body: SentBack["parameters"]
}

/** Returns the path and query that the provider has sent the browser back to. */
export const pathOf = ({ url }: SentBack): string => url.slice(new URL(url).origin.length)

/** Starts the provider. `layer` is for the options of the service, and everything else is for the running service. */
export const start = async () => {
  const stops: Array<() => unknown> = []
  const provider = await GoodProvider.start((stop) => stops.push(stop))

  const clientOf = ({ port }: Service) => `latchkey-${port}`

  /** Stores providers in the default instance: `acme` works, `off` is turned off, and `gone` does not respond. */
  const configure = async (service: Service) => {
    const { clientId } = provider.register({
      clientId: clientOf(service),
      redirectUris: [`${service.origin}${callback}`],
      authentication: "none"
    })
    const acme = oidc({
      id: "acme",
      name: "Acme",
      issuer: provider.issuer,
      clientId,
      clientSecret: null,
      emailTrust: "claim"
    })
    const identityProviders = [
      acme,
      { ...acme, id: "off", name: "Off", issuer: "https://off.example", enabled: false },
      { ...acme, id: "gone", name: "Globex", issuer: silentIssuer }
    ]
    await service.run(
      Effect.flatMap(InstanceRepository, ({ modify }) =>
        modify(defaultId, (instance) => Either.right(new Instance({ ...instance, identityProviders })))
      )
    )
    // Until requests find the instance as it is stored.
    service.advance(60_000)
  }

  /** Says what the provider knows about a new user. */
  const knownAs = (email = newEmail(), email_verified: unknown = true) => {
    const login = email.split("@", 1).join("")
    provider.users.set(login, { email, email_verified })
    return { email, login }
  }

  /** Begins a visit, and leaves the provider: by signing in there as that user, or by cancelling. */
  const visit = async (browser: Browser, login: string | undefined, path = beginVisit, body: object = {}) => {
    const begun = await browser.post(path, { provider: "acme", ...body })
    if (begun.status !== 200) throw new Error(`The visit has not begun: ${begun.text}`)
    const url = String(begun.json["url"])
    const sentBack = login === undefined ? await provider.cancel(url) : await provider.signIn(url, login)
    return { begun, sentBack }
  }

  /** Returns an ID token with that nonce, as a native app gets it from the provider. */
  const idToken = async (service: Service, login: string, nonce: string) => {
    const verifier = randomBytes(32).toString("base64url")
    const redirectUri = `${service.origin}${callback}`
    const request = new URLSearchParams({
      response_type: "code",
      client_id: clientOf(service),
      redirect_uri: redirectUri,
      scope: "openid email",
      nonce,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256"
    })
    const { parameters } = await provider.signIn(`${provider.issuer}/auth?${request}`, login)
    const exchanged = await fetch(`${provider.issuer}/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: clientOf(service),
        redirect_uri: redirectUri,
        code: parameters["code"] ?? "",
        code_verifier: verifier
      })
    })
    const { id_token } = (await exchanged.json()) as { readonly id_token: string }
    return id_token
  }

  const returned = async (browser: Browser, login: string | undefined, path = beginVisit): Promise<ReturnedBrowser> => {
    const { sentBack } = await visit(browser, login, path)
    return { browser, body: sentBack.parameters }
  }

  /** A browser whose user has cancelled. */
  const cancelled = (service: Service) => returned(service.browser(), undefined)

  /** A browser whose user has an account that a link has verified. `owner`: the browser that opens the link. */
  const ofVerifiedUser = async (service: Service, email = newEmail(), owner = service.browser()) => {
    await owner.post(requestLink, { email })
    await owner.get(await service.lastLink(email))
    return returned(service.browser(), knownAs(email).login)
  }

  /** A signed-in browser that links the identity of another user. */
  const ofAnotherUser = async (service: Service) => {
    const { login } = knownAs()
    const owner = await returned(service.browser(), login)
    await owner.browser.post(callback, owner.body)
    const browser = service.browser()
    await browser.post(signUp, { email: newEmail(), password })
    return returned(browser, login, identities)
  }

  /** A signed-in browser whose user has twenty identities. */
  const withTwentyIdentities = async (service: Service) => {
    const browser = service.browser()
    const { json } = await browser.post(signUp, { email: newEmail(), password })
    await service.run(
      Effect.gen(function* () {
        const users = yield* UserRepository
        const user = Option.getOrThrow(yield* users.findById(defaultId, UserId.make(String(json["userId"]))))
        for (let count = 0; count < 20; count++) yield* Samples.storedIdentity(user)
      })
    )
    return { browser }
  }

  return {
    provider,
    layer: layerAtRealTime([provider.origin, silentIssuer]),
    configure,
    knownAs,
    visit,
    idToken,
    returned,
    cancelled,
    ofVerifiedUser,
    ofAnotherUser,
    withTwentyIdentities,
    stop: async () => {
      for (const stop of stops) await stop()
    }
  }
}

export type Scenarios = Awaited<ReturnType<typeof start>>
