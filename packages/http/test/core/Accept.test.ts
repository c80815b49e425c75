import { prefersHtml } from "../../src/core/internal/Accept.ts"
import { assert, describe, it } from "@effect/vitest"

describe("prefersHtml", () => {
  it.each([
    "text/html",
    "TEXT/HTML",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "text/html;charset=utf-8;q=0.7, */*",
    "application/json;q=0.5, text/html;q=0.9",
    "application/json, text/html",
    " application/json ; q=0.1 , text/html ; q=0.2 "
  ])("is true of a navigation: %s", (accept) => assert.isTrue(prefersHtml(accept)))

  it.each([
    undefined,
    "",
    "*/*",
    "text/*",
    "application/json",
    "application/json, text/html;q=0.9",
    "text/html;q=0",
    "text/html;q=none",
    "text/htmlx",
    "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
    ",;,;q=1,"
  ])("is false of a program, an image or garbage: %s", (accept) => assert.isFalse(prefersHtml(accept)))

  it("is false of 60 kB of anything", () => assert.isFalse(prefersHtml("text".repeat(15_000))))
})
