/** Requesting a magic link by email. `EmailDispatcher` sends it, `SignInWithMagicLink` uses it. */
import * as Boolean from "effect/Boolean"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SignUpRules from "../account/SignUpRules.ts"
import * as Attempt from "../audit/Attempt.ts"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { MagicLinkDisabled } from "./MagicLinkErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import type { Token, TokenHash } from "../core/Token.ts"
import { clientTokenOf, TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import type { Instance } from "../instance/Instance.ts"
import * as MagicLinkCodes from "../instance/MagicLinkCodes.ts"
import { Mailer } from "../mail/Mailer.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import * as LinkEmail from "./LinkEmail.ts"
import { perLinkRequest } from "./MagicLinkLimits.ts"
import { attempts } from "./MagicLinkRecords.ts"
import { MagicLink, MagicLinkRepository } from "./MagicLinkRepository.ts"
import * as SignInCode from "./SignInCode.ts"
import { QueuedEmailId } from "../core/Ids.ts"

/**
 * Who requests a magic link, and to which address. `appLink`: where the link opens a native client, which alone can use
 * it then; none for a browser.
 */
export interface MagicLinkInput {
  readonly instance: Instance
  readonly caller: Caller
  readonly email: Email
  readonly appLink?: string | undefined
}

/** The kind of an email with a magic link. */
export const emailKind = LinkEmail.emailKind

/** Five minutes: a request that is older is discarded, because the user no longer waits for the link. */
export const maxAge = LinkEmail.maxAge

/** The use case of requesting a magic link. */
export class RequestMagicLink extends Context.Tag("@latchkey/domain/RequestMagicLink")<
  RequestMagicLink,
  {
    /** Returns `true` if the instance has magic links turned on and an email provider is configured. */
    readonly isAvailable: (instance: Instance) => boolean

    /**
     * Returns `true` if the emails contain a code, too: the instance has codes turned on, and there is a server key.
     */
    readonly hasCodes: (instance: Instance) => boolean

    /** Returns `true` if the address gets a link only if it has an account: it may not sign up. */
    readonly needsAccount: (
      input: Pick<MagicLinkInput, "email" | "instance">
    ) => Effect.Effect<boolean, PersistenceError>

    /**
     * Queues the request, in the same way for every address, with or without an account. If the address may not sign
     * up, the worker sends nothing unless it has an account, which is not disabled. Returns the caller's `__client`
     * token, or a new one if it had none: the link will recognize the client by it, and the code works for it only.
     * Fails with `RateLimited` first, and with `MagicLinkDisabled` if magic links are not available.
     */
    readonly request: (
      input: MagicLinkInput
    ) => Effect.Effect<Token, RateLimited<"magic_link"> | MagicLinkDisabled | PersistenceError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const record = yield* Attempt.makeRecorder(attempts)
  const enqueue = yield* LinkEmail.makeEnqueue
  const maySignUp = yield* SignUpRules.makeMaySignUp
  const hasCodes = yield* MagicLinkCodes.makeHasCodes
  const ids = yield* IdGenerator
  const limiter = yield* RateLimiter
  const links = yield* MagicLinkRepository
  const mailer = yield* Mailer
  const tokens = yield* TokenGenerator

  const isAvailable = (instance: Instance) => instance.authConfig.magic_link && mailer.isConfigured

  /** Stores the code of a request, and returns the id of the request. */
  const storeCode = Effect.fnUntraced(function* ({ email, instance }: MagicLinkInput, clientHash: TokenHash) {
    const id = yield* ids.next(QueuedEmailId)
    yield* links.insert(
      new MagicLink({
        instanceId: instance.id,
        email,
        clientHash: Option.some(clientHash),
        requestId: Option.some(id),
        // Of a token that no one gets: only `findCode` finds it.
        tokenHash: tokens.hash(yield* tokens.generate),
        expiresAt: DateTime.addDuration(yield* DateTime.now, SignInCode.lifetime)
      })
    )
    return id
  })

  const request = Effect.fnUntraced(
    function* (input: MagicLinkInput) {
      const { instance, caller, email } = input
      yield* limiter.consume(instance, perLinkRequest(caller, email))
      if (!isAvailable(instance)) return yield* new MagicLinkDisabled()
      const clientToken = yield* clientTokenOf(tokens, caller.clientToken)
      const clientHash = tokens.hash(clientToken)
      const codeId = hasCodes(instance) ? yield* storeCode(input, clientHash) : undefined
      yield* enqueue(instance, email, { appLink: input.appLink, caller, clientHash, codeId })
      return clientToken
    },
    (attempt, input) => record("magic_link_request", input)(attempt),
    traced("RequestMagicLink.request")
  )

  return RequestMagicLink.of({
    hasCodes,
    isAvailable,
    needsAccount: (candidate) => Effect.map(maySignUp(candidate), Boolean.not),
    request
  })
})

/** The use case as a layer. The links are sent by an `EmailDispatcher`, of this process or another. */
export const layer = Layer.effect(RequestMagicLink, make)
