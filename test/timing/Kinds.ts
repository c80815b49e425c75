import { hashSync } from "@node-rs/argon2"
import { UserRepository, PasswordHash } from "@latchkey/domain/account/UserRepository"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { password, signInByLink, signUpNew, storedUser } from "../conformance/actions.ts"
import type { Service } from "../support/Service.ts"

let count = 1000
/** An address that nobody has used. All have one length. */
const newEmail = () => `somebody-${++count}@example.com`

const today = "m=19456,t=2,p=1"

/** As strong as today's, and not the same. */
const olderHash = () => hashSync(password, { algorithm: 2, memoryCost: 12_288, timeCost: 3, outputLen: 32 })

const setPasswordHash = (service: Service, email: string, phc: string) =>
  Effect.gen(function* () {
    const { id, instanceId, passwordHash } = yield* Effect.promise(() => storedUser(service, email))
    const [current, next] = [Option.getOrThrow(passwordHash), Schema.decodeSync(PasswordHash)(phc)]
    return yield* (yield* UserRepository).replacePasswordHash({ instanceId, userId: id, current, next })
  })

/** The kinds of addresses that nobody may tell apart, and with which parameters a password is verified for each. */
export const kinds = {
  "without an account": { parameters: today, make: async () => newEmail() },
  "with a password": {
    parameters: today,
    make: async (service: Service) => (await signUpNew(service.browser(), newEmail())).email
  },
  "with a link only": {
    parameters: today,
    make: async (service: Service) => (await signInByLink(service, service.browser(), newEmail())).email
  },
  "with a hash of older parameters": {
    parameters: "m=12288,t=3,p=1",
    make: async (service: Service) => {
      const { email } = await signUpNew(service.browser(), newEmail())
      await service.run(setPasswordHash(service, email, olderHash()))
      return email
    }
  }
} as const

export type Kind = keyof typeof kinds

export const kindNames = Object.keys(kinds) as ReadonlyArray<Kind>
