import { createHash } from "node:crypto"
import { runInNewContext } from "node:vm"
import { describe, expect, test } from "vitest"
import { pageScript } from "../../src/core/PageScript.ts"

/** Runs the script on a page that has one password field with its button, and a field to replace. */
const run = () => {
  const input = { type: "password" }
  const status = { textContent: "" }
  const parentElement = { querySelector: (selector: string) => (selector === "input" ? input : status) }
  const texts = {
    show: "Show",
    hide: "Hide",
    shown: "Your password is visible.",
    hidden: "Your password is hidden."
  }
  const button = {
    ...{ textContent: "Show", dataset: texts, parentElement },
    matches: (selector: string) => selector === ".reveal"
  }
  const replaced = {
    count: 0,
    matches: (selector: string) => selector === "[data-select]",
    select: () => replaced.count++
  }
  const page = { classes: new Set<string>(), events: new EventTarget() }
  const dispatch = (name: string, target: object) =>
    page.events.dispatchEvent(Object.defineProperty(new Event(name), "target", { value: target }))
  runInNewContext(pageScript.source, {
    document: { documentElement: { classList: page.classes } },
    addEventListener: page.events.addEventListener.bind(page.events)
  })
  return {
    classes: page.classes,
    focus: () => dispatch("focusin", replaced),
    selections: () => replaced.count,
    click: () => dispatch("click", button),
    submit: () => dispatch("submit", { querySelectorAll: () => [button] }),
    state: () => [input.type, status.textContent, button.textContent]
  }
}

describe("The script of the pages", () => {
  test("shows the password of the clicked button, and hides it again, as it tells screen readers", () => {
    const page = run()
    page.click()
    expect(page.state()).toEqual(["text", "Your password is visible.", "Hide"])
    page.click()
    expect(page.state()).toEqual(["password", "Your password is hidden.", "Show"])
  })

  test("hides passwords when the form is sent", () => {
    const page = run()
    page.click()
    page.submit()
    expect(page.state()).toEqual(["password", "Your password is hidden.", "Show"])
  })

  test("selects the text to replace once, and turns on the styles for scripts", () => {
    const page = run()
    page.focus()
    page.focus()
    expect(page.selections()).toBe(1)
    expect([...page.classes]).toEqual(["js"])
  })

  test("has the hash that the Content Security Policy names", () => {
    expect(pageScript.hash).toBe(createHash("sha256").update(pageScript.source).digest("base64"))
  })

  test("cannot end its element early, and writes no HTML", () => {
    expect(pageScript.source).not.toMatch(/<|innerHTML|insertAdjacent|document\.write|eval|Function/)
  })
})
