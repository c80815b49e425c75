/** Derives codes from the requests that they were sent for, so that no store holds one. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { InstanceId, QueuedEmailId } from "../../core/Ids.ts"
import * as AppPart from "../../core/AppPart.ts"
import { SecretKeys } from "../../core/SecretKeys.ts"
import { TokenGenerator } from "../../core/TokenGenerator.ts"
import { SignInCode } from "../SignInCode.ts"

/** A request for a magic link. Its id is that of the email. */
export interface CodeRequest {
  readonly instanceId: InstanceId
  readonly id: QueuedEmailId
}

/** Makes the functions that derive codes. */
export const make = Effect.gen(function* () {
  const keys = (yield* AppPart.read(SecretKeys)).derive("magic-link-code")
  const tokens = yield* TokenGenerator

  // 48 bits of the HMAC: the remainders of a million differ in frequency by less than one in 200 million.
  const numberUnder = (key: Redacted.Redacted, { id, instanceId }: CodeRequest): number =>
    Number.parseInt(tokens.mac(key, `${instanceId} ${id}`).slice(0, 12), 16) % 1_000_000

  return {
    /** Returns the code of a request under the current key, or `None` without a key. */
    derive: (request: CodeRequest): Option.Option<SignInCode> =>
      Option.map(Arr.head(keys), (key) => SignInCode.make(String(numberUnder(key, request)).padStart(6, "0"))),

    /** Returns `true` for the code of a request, under any key. Compares numbers, in the same time for all digits. */
    matches: (code: SignInCode, request: CodeRequest): boolean =>
      keys.some((key) => numberUnder(key, request) === Number(code))
  }
})
