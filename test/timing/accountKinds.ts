import { hashSync } from "@node-rs/argon2"
import { maxFailures, SignInFailures } from "@latchkey/domain/account/SignInFailures"
import { PasswordHash, UserRepository } from "@latchkey/domain/account/UserRepository"
import { Email } from "@latchkey/domain/core/Email"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { password, signInWithLink, signUpNew, storedUser } from "@latchkey/test-support/actions"
import type { Service } from "@latchkey/test-support/Service"

let count = 1000
/** Returns an unused email address. All have the same length. */
const newEmail = () => `user-${++count}@example.com`

const current = "$argon2id$v=19$m=19456,t=2,p=1"
const legacy = "$argon2id$v=19$m=12288,t=3,p=1"
const bcrypt = "$2b$10"

/** As strong as the current parameters, but different. */
const legacyHash = () => hashSync(password, { algorithm: 2, memoryCost: 12_288, timeCost: 3, outputLen: 32 })

/** No password matches it. */
const bcryptHash = `${bcrypt}$${"abcdefghijklmnopqrstuu".padEnd(53, "x")}`

const setPasswordHash = (service: Service, email: string, phc: string) =>
  Effect.gen(function* () {
    const { id, instanceId, passwordHash } = yield* Effect.promise(() => storedUser(service, email))
    const [current, next] = [Option.getOrThrow(passwordHash), Schema.decodeSync(PasswordHash)(phc)]
    return yield* (yield* UserRepository).replacePasswordHash({ instanceId, userId: id, current, next })
  })

const recordFailures = (email: string, now: DateTime.Utc) =>
  Effect.flatMap(SignInFailures, ({ record }) =>
    Effect.repeatN(record({ instanceId: defaultId, email: Email.make(email), now }), maxFailures - 1)
  )

/** A decoy has any scheme that an account has. */
const drawn = [current, legacy, bcrypt]

/** The kinds of accounts that an attacker must not be able to distinguish, and the schemes that may be verified. */
export const accountKinds = {
  "without an account": { schemes: drawn, make: async () => newEmail() },
  "with a password": {
    schemes: [current],
    make: async (service: Service) => (await signUpNew(service.browser(), newEmail())).email
  },
  "with a link only": {
    schemes: drawn,
    make: async (service: Service) => (await signInWithLink(service, service.browser(), newEmail())).email
  },
  "with a disabled account": {
    schemes: [current],
    make: async (service: Service) => {
      const { email } = await signUpNew(service.browser(), newEmail())
      const { id: userId, instanceId } = await storedUser(service, email)
      const disabledAt = Option.some(DateTime.unsafeMake(0))
      await service.run(
        Effect.flatMap(UserRepository, (users) => users.setDisabled({ instanceId, userId, disabledAt }))
      )
      return email
    }
  },
  "with a hash of legacy parameters": {
    schemes: [legacy],
    make: async (service: Service) => {
      const { email } = await signUpNew(service.browser(), newEmail())
      await service.run(setPasswordHash(service, email, legacyHash()))
      return email
    }
  },
  "with a hash of another system": {
    schemes: [bcrypt],
    make: async (service: Service) => {
      const { email } = await signUpNew(service.browser(), newEmail())
      await service.run(setPasswordHash(service, email, bcryptHash))
      return email
    }
  },
  "with a suppressed address": {
    schemes: [current],
    make: async (service: Service) => {
      const { email } = await signUpNew(service.browser(), newEmail())
      const suppression = Samples.emailSuppression(defaultId, { email: Email.make(email) })
      await service.run(Effect.flatMap(EmailSuppressions, ({ put }) => put(suppression)))
      return email
    }
  },
  "with a password and a hundred failures": {
    schemes: [current],
    make: async (service: Service) => {
      const { email } = await signUpNew(service.browser(), newEmail())
      await service.run(recordFailures(email, DateTime.unsafeMake(0)))
      return email
    }
  }
} as const

export type AccountKind = keyof typeof accountKinds

export const kindNames = Object.keys(accountKinds) as ReadonlyArray<AccountKind>
