/**
 * The bases of the domain's errors. An `Outcome` is what users can meet: it has the code by which every interface knows
 * it, and a text that names none of its values. Failures of machinery are outcomes whose name ends in `Error`.
 */
import type * as Cause from "effect/Cause"
import * as Data from "effect/Data"

/** A field of the input that cannot be accepted, and why. Never its value. */
export interface RejectedField {
  readonly field: string
  readonly reason: string
}

/**
 * What a failure of machinery knows beside its text.
 *
 * - `cause`: for debugging. May contain anything.
 * - `detail`: what an adapter says for the log. The adapter guarantees that it contains no email address, password or
 *   token.
 */
export interface FailureFields {
  readonly cause: unknown
  readonly detail?: string | undefined
}

type Fields<A> = { readonly [Key in keyof A]: A[Key] }

type Constructor<Tag extends string, Code extends string> = new <A extends object = Record<never, never>>(
  ...fields: [keyof A] extends [never] ? [] : [fields: Fields<A>]
) => Cause.YieldableError & { readonly _tag: Tag; readonly code: Code } & Fields<A>

/**
 * Makes the class of an outcome, from the code by which every interface knows it, and one sentence for developers. An
 * outcome whose sentence depends on its fields overrides `message`.
 *
 * @example
 * ```ts
 * class PasskeyExists extends Outcome("PasskeyExists", "passkey_already_exists", "The passkey was added before") {}
 * ```
 */
export const Outcome = <const Tag extends string, const Code extends string>(
  tag: Tag,
  code: Code,
  text = ""
): Constructor<Tag, Code> => {
  class Base extends Data.TaggedError(tag)<Record<never, never>> {
    readonly code = code
    override get message(): string {
      return text
    }
  }
  return Base as unknown as Constructor<Tag, Code>
}

/** Makes the class of an outcome that rejects one field of the input. */
export const InvalidInput = <const Tag extends string>(
  tag: Tag,
  text: string,
  rejected: RejectedField
): (new () => InstanceType<Constructor<Tag, "invalid_request">> & {
  readonly errors: ReadonlyArray<RejectedField>
}) => {
  class Rejecting extends Outcome(tag, "invalid_request", text) {
    readonly errors = [rejected]
  }
  return Rejecting
}
