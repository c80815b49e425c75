/** Checking the personal access token that a program presents. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Struct from "effect/Struct"
import { UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { Token, TokenHash } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import type { Instance } from "../instance/Instance.ts"
import type { Networks } from "../rate-limit/Limit.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { EmailNotVerified, Unauthenticated } from "../session/SessionErrors.ts"
import { type IncludedData, isAllowed } from "../session/Sessions.ts"
import * as VerifiedTokens from "./internal/VerifiedTokens.ts"
import { personalTokenPerIp } from "./PersonalTokenLimits.ts"
import { type ActivePersonalToken, PersonalTokenRepository } from "./PersonalTokenRepository.ts"
import * as PersonalTokenText from "./PersonalTokenText.ts"

/** A program that presents a personal access token to an instance. */
export interface PresentedToken {
  readonly instance: Instance
  readonly caller: Networks
  readonly presented: Redacted.Redacted
}

/** A token that works. `scopes`: those of the token that the instance still has. */
export interface CheckedToken {
  readonly token: ActivePersonalToken
  readonly scopes: ReadonlyArray<string>
}

/** A token as apps get it. `data`: absent if the instance includes none. */
export interface AppToken extends CheckedToken {
  readonly data?: IncludedData
}

/** Why a token does not work now. */
type NotActive = EmailNotVerified | PersistenceError | RateLimited<"sign_in"> | Unauthenticated

/** The use case of checking personal access tokens. */
export class CheckPersonalToken extends Context.Tag("@latchkey/domain/CheckPersonalToken")<
  CheckPersonalToken,
  {
    /**
     * Returns the token that the program presents. Fails with `Unauthenticated` if it is malformed, unknown, expired or
     * revoked, if its user's credentials have changed since, or if tokens are turned off; and with `EmailNotVerified`
     * on an instance that requires a verified address.
     *
     * A malformed one costs no query. Others count per IP address before they are looked up, unless this process has
     * found them active in the last ten minutes: then a check costs one query, and at most once in five minutes another
     * one that records the use.
     */
    readonly check: (request: PresentedToken) => Effect.Effect<CheckedToken, NotActive>

    /**
     * Returns the token that an API of the operator asks about: without a limit. `None` where `check` fails, except in
     * an outage. Costs as many queries.
     */
    readonly inspect: (
      request: Omit<PresentedToken, "caller">
    ) => Effect.Effect<Option.Option<CheckedToken>, PersistenceError>

    /** Does the same as `check` for an app. Costs one more query if the instance includes data of the user. */
    readonly checkForApp: (request: PresentedToken) => Effect.Effect<AppToken, NotActive>
  }
>() {}

const touchInterval = Duration.minutes(5)

const isTouchDue = ({ lastUsedAt }: ActivePersonalToken, now: DateTime.Utc): boolean =>
  Option.match(lastUsedAt, {
    onNone: () => true,
    onSome: (at) => DateTime.greaterThanOrEqualTo(now, DateTime.addDuration(at, touchInterval))
  })

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const limiter = yield* RateLimiter
  const recordRefusal = yield* Attempt.makeRefusalRecorder
  const stored = yield* PersonalTokenRepository
  const tokens = yield* TokenGenerator
  const users = yield* UserRepository
  const verified = VerifiedTokens.make()

  const findStored = Effect.fnUntraced(function* (
    { id: instanceId }: Instance,
    tokenHash: TokenHash,
    now: DateTime.Utc
  ) {
    const found = yield* stored.findActive({ instanceId, tokenHash, now })
    if (Option.isSome(found) && isTouchDue(found.value, now)) yield* stored.touch(instanceId, found.value.id, now)
    return found
  })

  const find = Effect.fnUntraced(function* ({ caller, instance }: PresentedToken, token: Token) {
    const now = yield* DateTime.now
    const tokenHash = tokens.hash(token)
    const key = `${instance.id} ${tokenHash}`
    const consumed = verified.has(key, now.epochMillis)
      ? Option.none()
      : Option.some(yield* limiter.consume(instance, personalTokenPerIp.keys(caller)))
    const found = yield* findStored(instance, tokenHash, now)
    if (Option.isNone(found)) {
      verified.remove(key)
      return yield* new Unauthenticated()
    }
    if (Option.isSome(consumed)) yield* limiter.refund(consumed.value)
    verified.add(key, now.epochMillis)
    return found.value
  })

  const toChecked = ({ tokenConfig }: Instance, token: ActivePersonalToken): CheckedToken => ({
    token,
    scopes: token.scopes.filter((scope) => tokenConfig.scopes.includes(scope))
  })

  const findAllowed = Effect.fnUntraced(function* (request: PresentedToken) {
    const { instance, presented } = request
    if (!instance.tokenConfig.personalTokens) return yield* new Unauthenticated()
    const parsed = yield* Effect.mapError(PersonalTokenText.parse(presented), () => new Unauthenticated())
    const token = yield* find(request, parsed)
    if (!isAllowed(instance, token)) return yield* new EmailNotVerified()
    return toChecked(instance, token)
  })

  const check: (typeof CheckPersonalToken.Service)["check"] = (request) =>
    findAllowed(request).pipe(
      recordRefusal("personal_token_check", request.instance),
      traced("CheckPersonalToken.check")
    )

  const inspect: (typeof CheckPersonalToken.Service)["inspect"] = Effect.fnUntraced(function* ({
    instance,
    presented
  }) {
    const parsed = PersonalTokenText.parse(presented)
    if (!instance.tokenConfig.personalTokens || Option.isNone(parsed)) return Option.none()
    const found = yield* findStored(instance, tokens.hash(parsed.value), yield* DateTime.now)
    return found.pipe(
      Option.filter((token) => isAllowed(instance, token)),
      Option.map((token) => toChecked(instance, token))
    )
  }, traced("CheckPersonalToken.inspect"))

  const checkForApp: (typeof CheckPersonalToken.Service)["checkForApp"] = (request) =>
    Effect.gen(function* () {
      const { id, sessionConfig } = request.instance
      const checked = yield* findAllowed(request)
      if (sessionConfig.include.length === 0) return checked
      const user = yield* users.findById(id, checked.token.userId)
      // The user was deleted meanwhile.
      if (Option.isNone(user)) return yield* new Unauthenticated()
      return { ...checked, data: Struct.pick(user.value, ...sessionConfig.include) }
    }).pipe(recordRefusal("personal_token_check", request.instance), traced("CheckPersonalToken.checkForApp"))

  return CheckPersonalToken.of({ check, inspect, checkForApp })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(CheckPersonalToken, make)
