/** Signing in with a magic link, or with the code beside it. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Attempt from "../audit/Attempt.ts"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { InvalidToken, type PersistenceError } from "../core/Errors.ts"
import { MagicLinkCodeDisabled, MagicLinkDisabled } from "./MagicLinkErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { parse as parseToken, type TokenHash } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { outcomeOf, type SignInResult } from "../session/SessionIssuer.ts"
import * as AppLinkToken from "./internal/AppLinkToken.ts"
import * as CodeDerivation from "./internal/CodeDerivation.ts"
import * as LinkSignIn from "./LinkSignIn.ts"
import { magicLinkVerifyPerIp, perCode } from "./MagicLinkLimits.ts"
import { attempts } from "./MagicLinkRecords.ts"
import { MagicLinkRepository } from "./MagicLinkRepository.ts"
import { RequestMagicLink } from "./RequestMagicLink.ts"
import type { SignInCode } from "./SignInCode.ts"

/** A presented magic link. `linkToken` is unchecked. */
export interface PresentedLink {
  readonly instance: Instance
  readonly caller: Caller
  readonly linkToken: string
}

/** The six digits that a client presents in place of the link. */
export interface PresentedCode {
  readonly instance: Instance
  readonly caller: Caller
  readonly code: SignInCode
}

/**
 * How a used link signed in. `passwordRemoved`: the link was the first to verify the address, and the account had a
 * password from before, which was deleted. See `EmailVerification`.
 */
export type LinkSignInResult = SignInResult & { readonly passwordRemoved: boolean }

/**
 * The result of opening a link in a browser: the link is consumed; or, with the link unused, the question whether to
 * sign in as `email`.
 */
export type OpenedLink =
  | { readonly _tag: "Consumed"; readonly result: LinkSignInResult }
  | { readonly _tag: "ConfirmationNeeded"; readonly email: Email }

/**
 * Why a link does not sign in. A token that is malformed, unknown, used, expired, or of a disabled account is always
 * `InvalidToken`. So is one of an address without an account, unless sign-up is open.
 */
export type MagicLinkError = RateLimited<"magic_link"> | MagicLinkDisabled | InvalidToken | PersistenceError

/**
 * The use case of signing in with a magic link. Fails with `RateLimited` before any lookup, and with
 * `MagicLinkDisabled` if magic links are not available.
 */
export class SignInWithMagicLink extends Context.Tag("@latchkey/domain/SignInWithMagicLink")<
  SignInWithMagicLink,
  {
    /**
     * Opens a link in a browser. Signs in if the client requested the link itself. In any other client it consumes
     * nothing and asks for a confirmation, so that mail scanners that follow links do not use them up.
     */
    readonly open: (link: PresentedLink) => Effect.Effect<OpenedLink, MagicLinkError>

    /**
     * Consumes a link: once, within its 15 minutes. Creates the account if there is none and the address may sign up,
     * and verifies its address. A link that was not sent by email does neither. All of it is one transaction, which a
     * disconnecting client does not interrupt: a consumed link has signed in.
     */
    readonly verify: (link: PresentedLink) => Effect.Effect<LinkSignInResult, MagicLinkError>

    /**
     * Consumes the code of the newest request of the same client, with all other codes and links of its address: once,
     * within its 10 minutes. Signs in as `verify` does. Counts a try for the address before the code is compared, in
     * the same way for every address, and takes it back if the code signs in: 5 wrong codes in 15 minutes and 20 a day
     * are allowed, however often a new code is requested, and as many of all addresses as `magicLinkCodePerInstance`
     * says. After that no code works, of the address or of the instance; links do.
     * Fails with `InvalidToken` in all of these cases, and with `MagicLinkCodeDisabled` if codes are not available.
     */
    readonly verifyCode: (
      code: PresentedCode
    ) => Effect.Effect<LinkSignInResult, MagicLinkError | MagicLinkCodeDisabled>
  }
>() {}

const outcomeOfOpening = (opened: OpenedLink): string =>
  opened._tag === "Consumed" ? outcomeOf(opened.result) : opened._tag

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const record = yield* Attempt.makeRecorder(attempts)
  const codes = yield* CodeDerivation.make
  const { hasCodes, isAvailable } = yield* RequestMagicLink
  const limiter = yield* RateLimiter
  const links = yield* MagicLinkRepository
  const signIn = yield* LinkSignIn.make
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction

  const checkAllowed = Effect.fnUntraced(function* (instance: Instance, caller: Caller) {
    yield* limiter.consume(instance, magicLinkVerifyPerIp.keys(caller))
    if (!isAvailable(instance)) return yield* new MagicLinkDisabled()
  })

  const hashesOf = Effect.fnUntraced(function* ({ instance, caller, linkToken }: PresentedLink) {
    yield* checkAllowed(instance, caller)
    const token = yield* Effect.mapError(parseToken(linkToken), () => new InvalidToken())
    return AppLinkToken.candidates(tokens, caller, token)
  })

  /** Applies an effect to each of the hashes until one has a link. */
  const firstOf = Effect.fnUntraced(function* <A, E>(
    hashes: ReadonlyArray<TokenHash>,
    use: (tokenHash: TokenHash) => Effect.Effect<Option.Option<A>, E>
  ) {
    for (const tokenHash of hashes) {
      const found = yield* use(tokenHash)
      if (Option.isSome(found)) return found.value
    }
    return yield* new InvalidToken()
  })

  const consume = (instance: Instance, hashes: ReadonlyArray<TokenHash>, caller: Caller) =>
    Effect.gen(function* () {
      const now = yield* DateTime.now
      const { email, verifiesEmail } = yield* firstOf(hashes, (hash) => links.consume(instance.id, hash, now))
      return yield* signIn({ instance, email, caller, createsUser: "if_admitted", verifiesEmail })
    }).pipe(
      transaction.run,
      // If the client disconnects now, the link must not be consumed without a session.
      Effect.uninterruptible
    )

  const open = Effect.fnUntraced(
    function* (presented: PresentedLink) {
      const { instance, caller } = presented
      const hashes = yield* hashesOf(presented)
      const now = yield* DateTime.now
      const { clientHash, email } = yield* firstOf(hashes, (hash) => links.find(instance.id, hash, now))
      const isRequester = Option.exists(caller.clientToken, (token) => Option.contains(clientHash, tokens.hash(token)))
      return isRequester
        ? { _tag: "Consumed" as const, result: yield* consume(instance, hashes, caller) }
        : { _tag: "ConfirmationNeeded" as const, email }
    },
    (attempt, presented) => record("magic_link_verify", presented, outcomeOfOpening)(attempt),
    traced("SignInWithMagicLink.open")
  )

  const verify = Effect.fnUntraced(
    function* (presented: PresentedLink) {
      const hashes = yield* hashesOf(presented)
      return yield* consume(presented.instance, hashes, presented.caller)
    },
    (attempt, presented) => record("magic_link_verify", presented, outcomeOf)(attempt),
    traced("SignInWithMagicLink.verify")
  )

  const findCode = Effect.fnUntraced(function* ({ instance, caller }: PresentedCode) {
    if (Option.isNone(caller.clientToken)) return Option.none()
    const found = yield* links.findCode(instance.id, tokens.hash(caller.clientToken.value), yield* DateTime.now)
    return Option.flatMap(found, ({ email, requestId, tokenHash }) =>
      Option.map(requestId, (id) => ({ email, tokenHash, request: { instanceId: instance.id, id } }))
    )
  })

  const verifyCode = Effect.fnUntraced(
    function* (presented: PresentedCode) {
      const { instance, caller, code } = presented
      yield* checkAllowed(instance, caller)
      if (!hasCodes(instance)) return yield* new MagicLinkCodeDisabled()
      const found = yield* findCode(presented)
      if (Option.isNone(found)) return yield* new InvalidToken()
      const { email, request, tokenHash } = found.value
      const tries = limiter.consume(instance, perCode(email))
      const tried = yield* Effect.catchTag(tries, "RateLimited", () => new InvalidToken())
      if (!codes.matches(code, request)) return yield* new InvalidToken()
      const issued = yield* consume(instance, [tokenHash], caller)
      yield* limiter.refund(tried)
      return issued
    },
    Effect.catchTag("InvalidToken", () => new InvalidToken({ of: "code" })),
    (attempt, presented) => record("magic_link_code", presented, outcomeOf)(attempt),
    traced("SignInWithMagicLink.verifyCode")
  )

  return SignInWithMagicLink.of({ open, verify, verifyCode })
})

/** The use case as a layer. */
export const layer = Layer.effect(SignInWithMagicLink, make)
