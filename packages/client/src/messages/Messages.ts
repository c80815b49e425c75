/**
 * Problems in words for users, in many languages. Each language has its own module, such as
 * `@latchkey/client/messages/de`, so that an app contains only those that it imports.
 */
import type { PasskeyFailure, Problem } from "../Problem.ts"

/** The code of any problem, Latchkey's or the client's. */
export type MessageCode = (Problem | PasskeyFailure)["code"]

/** The codes whose text says when to try again. */
export type WaitingCode = Extract<Problem, { readonly retryAfterSeconds: number }>["code"]

/**
 * The texts of one language: a sentence or two for each code. Functions get when to try again, such as "in 2 minutes".
 * `soon` stands for it where the time is unknown. A missing code does not compile.
 */
export type Messages = {
  readonly [Code in MessageCode]: Code extends WaitingCode ? (when: string) => string : string
} & { readonly soon: string }

/** What a text depends on. Every `Problem` of the client is one. */
export interface Explicable {
  readonly code: MessageCode
  readonly retryAfterSeconds?: number | undefined
}

/**
 * Makes the function that formats when to try again: "in 30 seconds", "in 2 minutes". Seconds are whole.
 *
 * ```ts
 * import { makeWhen } from "@latchkey/client/messages/Messages"
 *
 * const when = makeWhen("de")
 * console.log(when(30)) // in 30 Sekunden
 * ```
 */
export const makeWhen = (language: string): ((seconds: number) => string) => {
  let format: Intl.RelativeTimeFormat | undefined
  return (seconds) => {
    format ??= new Intl.RelativeTimeFormat(language)
    return seconds < 90 ? format.format(seconds, "second") : format.format(Math.ceil(seconds / 60), "minute")
  }
}

/**
 * Makes the function that returns a problem in words for users. For a language of your own, give its BCP 47 tag and all
 * texts; to replace single texts, spread the `messages` of a language.
 *
 * ```ts
 * import { messages } from "@latchkey/client/messages/de"
 * import { makeMessageOf } from "@latchkey/client/messages/Messages"
 *
 * export const messageOf = makeMessageOf("de-AT", { ...messages, invalid_credentials: "Das passt nicht zusammen." })
 * ```
 */
export const makeMessageOf = (language: string, messages: Messages): ((problem: Explicable) => string) => {
  const when = makeWhen(language)
  return ({ code, retryAfterSeconds }) => {
    const text = messages[code]
    if (typeof text === "string") return text
    return text(retryAfterSeconds === undefined ? messages.soon : when(retryAfterSeconds))
  }
}
