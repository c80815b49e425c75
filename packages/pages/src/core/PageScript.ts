/**
 * The one script of the pages for users, on pages with a password field. Everything works without it. It adds a button
 * that shows the password, and selects the text of a field that has to be replaced.
 *
 * A page is styled for the script only while it runs: see `.js` in the stylesheet. Submitting hides the passwords
 * again, so that browsers do not remember them like other texts.
 */
import type { Script } from "@latchkey/http/core/Page"

const source = `document.documentElement.classList.add("js")
const show = (button, isShown) => {
  const field = button.parentElement
  field.querySelector("input").type = isShown ? "text" : "password"
  field.querySelector("[aria-live]").textContent = isShown ? "Your password is visible." : "Your password is hidden."
  button.textContent = isShown ? "Hide" : "Show"
}
addEventListener("click", ({ target }) => {
  if (target.matches(".reveal")) show(target, target.textContent === "Show")
})
addEventListener("submit", ({ target }) => {
  for (const button of target.querySelectorAll(".reveal")) show(button, false)
})
addEventListener("focusin", ({ target }) => target.matches("[data-select]") && target.select(), { once: true })`

/** The script. A test compares the hash with the source. */
export const pageScript: Script = { source, hash: "yU+GH2TSa5GiOEEt6ExRfFN9h/fBHrT3xhR9L3zJreg=" }
