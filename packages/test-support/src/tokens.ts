/** Personal access tokens and access tokens in the tests. */
import { defaultId } from "@latchkey/domain/instance/Instance"
import { defaultTokenConfig, type TokenConfig } from "@latchkey/domain/instance/TokenConfig"
import { maxPersonalTokens } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import type { Browser } from "./Browser.ts"
import { tokens } from "./contract.ts"
import type { Service } from "./Service.ts"

/** The API that the instance has after `turnOn`. */
export const audience = "https://api.example.com"

/** Turns both kinds of tokens on, with the audience and one scope, or as the fields say. */
export const turnOn = (service: Service, fields: Partial<TokenConfig> = {}) =>
  service.instances((directory) =>
    directory.update(defaultId, {
      tokenConfig: {
        ...defaultTokenConfig,
        audiences: [audience],
        personalTokens: true,
        scopes: ["reports:read"],
        ...fields
      }
    })
  )

/** Turns both kinds of tokens off, as they are by default. */
export const turnOff = (service: Service) => turnOn(service, defaultTokenConfig)

/** Creates as many tokens of a signed-in user as a user can have. */
export const createAll = async (browser: Browser): Promise<void> => {
  for (let count = 0; count < maxPersonalTokens; count++) await browser.post(tokens, { name: `${count}` })
}
