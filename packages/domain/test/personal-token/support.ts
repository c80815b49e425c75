/** Personal access tokens in the tests. */
import { defaultTokenConfig, type TokenConfig } from "@latchkey/domain/instance/TokenConfig"
import { CheckPersonalToken } from "@latchkey/domain/personal-token/CheckPersonalToken"
import type { PersonalTokenId } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import { type NewPersonalToken, PersonalTokens } from "@latchkey/domain/personal-token/PersonalTokens"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { instance } from "../support.ts"
import type { TestClient } from "../support/TestClient.ts"

/** The default instance, with personal access tokens. */
export const withTokens = (fields: Partial<TokenConfig> = {}, others: Parameters<typeof instance>[0] = {}) =>
  instance({
    ...others,
    tokenConfig: { ...defaultTokenConfig, personalTokens: true, scopes: ["read", "write"], ...fields }
  })

/** What a user does with their tokens on a client. */
export const tokensOf = (client: TestClient, at = withTokens()) => {
  const request = Effect.map(client.caller, (caller) => ({ instance: at, caller }))
  const use = <A, E>(run: (service: typeof PersonalTokens.Service) => Effect.Effect<A, E>) =>
    Effect.flatMap(PersonalTokens, run)
  return {
    create: (fields: Partial<NewPersonalToken> = {}) =>
      Effect.flatMap(request, (own) =>
        use(({ create }) => create({ ...own, name: "Backups", scopes: ["read"], expiresAt: Option.none(), ...fields }))
      ),
    list: Effect.flatMap(request, (own) => use(({ list }) => list(own))),
    revoke: (id: PersonalTokenId) => Effect.flatMap(request, (own) => use(({ revoke }) => revoke(own, id)))
  }
}

/** Checks a token as a program presents it. */
export const check = (presented: Redacted.Redacted, at = withTokens(), ipAddress = "192.0.2.1") =>
  Effect.flatMap(CheckPersonalToken, ({ checkForApp }) =>
    checkForApp({ instance: at, caller: { ipAddress }, presented })
  )
