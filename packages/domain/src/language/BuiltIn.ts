/** The languages of Latchkey's own texts. */

/** Their tags, in the order in which readers see them. The first one is the original of every text. */
export const tags = ["en", "de", "fr", "es", "pt-BR", "ja", "ar"] as const

/** The tag of one of them. */
export type BuiltIn = (typeof tags)[number]

/** A text, or texts, in each of them. One that lacks a language does not compile. */
export type InEach<Texts> = Readonly<Record<BuiltIn, Texts>>
