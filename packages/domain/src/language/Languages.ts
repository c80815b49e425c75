/** The languages that pages and emails speak, and the best of them for a reader. */
import type * as Arr from "effect/Array"
import * as Context from "effect/Context"
import type { Language } from "./Language.ts"

/**
 * The port for the languages that emails and pages are written in. `@latchkey/pages/EmailTemplates` includes an
 * adapter.
 */
export class Languages extends Context.Tag("@latchkey/domain/Languages")<
  Languages,
  {
    /** The languages, at least one. The first one is for readers who prefer none of them. */
    readonly available: Arr.NonEmptyReadonlyArray<Language>

    /**
     * Returns the available language that fits the first preference that any fits. A language fits if its language and
     * script are those of the preference, so that `de-AT` gets `de`, and `zh-HK` gets `zh-TW` and never `zh-CN`; of
     * several the one of the same region.
     */
    readonly best: (preferences: Iterable<Language>) => Language
  }
>() {}

interface Subtags {
  readonly language: Language
  readonly spoken: string
  readonly region: string | undefined
}

/** `zh-TW` and `zh-HK` say nothing about the script: the likely subtags of Unicode (UTS 35) do. */
const subtagsOf = (language: Language): Subtags => {
  const likely = new Intl.Locale(language).maximize()
  return { language, spoken: `${likely.language}-${likely.script}`, region: likely.region }
}

/** Makes the service. */
export const make = (available: Arr.NonEmptyReadonlyArray<Language>): Context.Tag.Service<Languages> => {
  const known = available.map(subtagsOf)

  const fitting = (preference: Language): Language | undefined => {
    if (available.includes(preference)) return preference
    const { region, spoken } = subtagsOf(preference)
    const fits = known.filter((candidate) => candidate.spoken === spoken)
    return (fits.find((candidate) => candidate.region === region) ?? fits[0])?.language
  }

  const best = (preferences: Iterable<Language>) => {
    for (const preference of preferences) {
      const found = fitting(preference)
      if (found !== undefined) return found
    }
    return available[0]
  }

  return Languages.of({ available, best })
}
