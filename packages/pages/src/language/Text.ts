/**
 * What the texts of a room consist of.
 *
 * - Parameters that are fragments are elements in a sentence: an address in bold, a time.
 * - A parameter `email` without a value stands for an address that the page does not know.
 * - A function with a parameter `link` makes the link with its text.
 */
import type { BuiltIn, InEach } from "@latchkey/domain/language/BuiltIn"
import type { Fragment } from "@latchkey/http/core/Page"

/** Makes a link with that text in a sentence. */
export type Link = (text: string) => Fragment

/**
 * Returns texts in every language. English is the original: a language that lacks one of its texts does not compile.
 */
export const inEach = <Texts>(
  english: Texts,
  others: Readonly<Record<Exclude<BuiltIn, "en">, NoInfer<Texts>>>
): InEach<Texts> => ({ en: english, ...others })
