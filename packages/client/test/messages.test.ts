import { codes as codesOfLatchkey, isRetryable, problem, userTextOf } from "@latchkey/http/core/Problem"
import { describe, expect, test } from "vitest"
import * as ar from "../src/messages/ar.ts"
import * as de from "../src/messages/de.ts"
import * as en from "../src/messages/en.ts"
import * as es from "../src/messages/es.ts"
import * as fr from "../src/messages/fr.ts"
import * as ja from "../src/messages/ja.ts"
import { makeMessageOf, type MessageCode } from "../src/messages/Messages.ts"
import * as ptBr from "../src/messages/pt-BR.ts"

const others = { ar, de, es, fr, ja, "pt-BR": ptBr }
const codes = Object.keys(en.messages).filter((key): key is MessageCode => key !== "soon")

describe("Error texts in English", () => {
  test.each(codesOfLatchkey.filter((code) => code in en.messages))("are those of the catalogue: %s", (code) => {
    for (const retryAfterSeconds of isRetryable(code) ? [undefined, 1, 89, 90, 3600] : [undefined]) {
      const details = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
      expect(en.messageOf({ code: code as MessageCode, retryAfterSeconds })).toBe(userTextOf(problem(code, details)))
    }
  })

  test("say what happened if no problem of Latchkey did", () => {
    expect(en.messageOf({ code: "network_error", cause: new Error("secret") } as never)).toBe(
      "We couldn't reach the server. Check your connection and try again. If your connection works, the problem is on our side."
    )
  })
})

describe.each(Object.entries(others))("Error texts in %s", (_, { messageOf, messages }) => {
  test("are sentences of their own for every code", () => {
    const texts = codes.map((code) => messageOf({ code, retryAfterSeconds: 30 }))
    expect(texts.filter((text) => !/[.。]$/u.test(text))).toEqual([])
    expect(
      texts.filter((text, index) => text === en.messageOf({ code: codes[index] ?? "aborted", retryAfterSeconds: 30 }))
    ).toEqual([])
    expect(messages.soon).not.toBe(en.messages.soon)
  })
})

test("Error texts say when to try again, in the words of the language", () => {
  const code = "signin_rate_limited"
  const texts = Object.values(others).map(({ messageOf }) => messageOf({ code, retryAfterSeconds: 120 }))
  expect(texts).toEqual([
    "محاولات تسجيل دخول كثيرة جدًا. أعد المحاولة خلال دقيقتين.",
    "Zu viele Anmeldeversuche. Versuchen Sie es in 2 Minuten noch einmal.",
    "Demasiados intentos de inicio de sesión. Vuelve a intentarlo dentro de 2 minutos.",
    "Trop de tentatives de connexion. Réessayez dans 2 minutes.",
    "ログインの試行回数が多すぎます。2 分後にもう一度お試しください。",
    "Muitas tentativas de entrar. Tente novamente em 2 minutos."
  ])
  expect(de.messageOf({ code })).toBe("Zu viele Anmeldeversuche. Versuchen Sie es gleich noch einmal.")
})

test("An app can replace a text, and add a language", () => {
  const messageOf = makeMessageOf("de-AT", { ...de.messages, invalid_credentials: "Das passt nicht zusammen." })
  expect(messageOf({ code: "invalid_credentials" })).toBe("Das passt nicht zusammen.")
  expect(messageOf({ code: "unauthenticated" })).toBe(de.messages.unauthenticated)
})
