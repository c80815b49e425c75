import * as PersonalTokenText from "@latchkey/domain/personal-token/PersonalTokenText"
import { parse } from "@latchkey/domain/core/Token"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { crc32 } from "node:zlib"
import { expect, test } from "vitest"

const characters = "dGhpcyBpcyBub3QgYSB0b2tlbiB0aGF0IHdvcmtzLg8"
const token = Option.getOrThrow(parse(characters))
const text = Redacted.value(PersonalTokenText.format(token))

const parsed = (presented: string) => Option.isSome(PersonalTokenText.parse(Redacted.make(presented)))

test("has 52 characters: its prefix, the token, and the checksum that zlib computes, in base 62", () => {
  expect(text).toMatch(/^lk_[\w-]{43}[0-9A-Za-z]{6}$/)
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
  const number = [...text.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
  expect(number).toBe(crc32(characters))
})

test("is read back, and only as it was written", () => {
  expect(Redacted.value(Option.getOrThrow(PersonalTokenText.parse(Redacted.make(text))))).toBe(characters)
  for (let at = 0; at < text.length; at++) {
    const other = text[at] === "A" ? "B" : "A"
    expect([at, parsed(text.slice(0, at) + other + text.slice(at + 1))]).toEqual([at, false])
  }
  const others = ["", "lk_", characters, text.slice(1), text.slice(0, -1), `${text}0`, ` ${text}`, text.toUpperCase()]
  for (const other of others) expect([other, parsed(other)]).toEqual([other, false])
})
