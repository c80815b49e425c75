import type { NonEmptyReadonlyArray } from "effect/Array"
import * as Context from "effect/Context"
import type * as Either from "effect/Either"
import type { Language } from "../language/Language.ts"
import type { PlaceholderValue, Sender } from "./CustomizableEmail.ts"

/** A mistake in a text: where it is, counted from 1, and what is wrong there. */
export interface Mistake {
  readonly line: number
  readonly column: number
  readonly reason: string
}

/** A value as a text shows it, and its type, which says where it may be. */
export interface FormattedValue {
  readonly type: PlaceholderValue["type"]
  readonly text: string
}

/**
 * What is around the text of an operator: whom the email comes from, and what its HTML has in the head. `preheader`:
 * what inboxes show beside the subject; empty if nothing is fit for that.
 */
export interface Envelope extends Sender {
  readonly subject: string
  readonly preheader: string
  readonly language: Language
}

/**
 * The port for what custom emails need of HTML and of languages. `@latchkey/pages/mail/CustomEmailHtml` is an adapter;
 * `EmailTemplates.layer` includes it.
 */
export class CustomEmailFormat extends Context.Tag("@latchkey/domain/CustomEmailFormat")<
  CustomEmailFormat,
  {
    /** Returns a value as an email in that language shows it; empty if there is none. */
    readonly format: (value: PlaceholderValue, language: Language) => string

    /**
     * Makes the HTML of an email from what an operator wrote for its body. Returns every mistake of it instead: HTML
     * that could run, load or send anything, a placeholder that is unknown or not allowed in its place, and a missing
     * link. Must escape values by their context.
     */
    readonly renderHtml: (
      source: string,
      values: ReadonlyMap<string, FormattedValue>,
      envelope: Envelope
    ) => Either.Either<string, NonEmptyReadonlyArray<Mistake>>

    /** Returns the part of a default email's HTML that operators change. */
    readonly bodyOf: (html: string) => string
  }
>() {}
