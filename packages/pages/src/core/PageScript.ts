/**
 * The one script of the pages for users, on pages with a password field. Everything works without it. It adds a button
 * that shows the password, and selects the text of a field that has to be replaced.
 *
 * A page is styled for the script only while it runs: see `.js` in the stylesheet. Submitting hides the passwords
 * again, so that browsers do not remember them like other texts. The script is the same in every language: its texts
 * are attributes of the button.
 */
import type { Script } from "@latchkey/http/core/Page"

const source = `document.documentElement.classList.add("js")
const show = (button, isShown) => {
  const field = button.parentElement
  const texts = button.dataset
  field.querySelector("input").type = isShown ? "text" : "password"
  field.querySelector("[aria-live]").textContent = isShown ? texts.shown : texts.hidden
  button.textContent = isShown ? texts.hide : texts.show
}
addEventListener("click", ({ target }) => {
  if (target.matches(".reveal")) show(target, target.textContent === target.dataset.show)
})
addEventListener("submit", ({ target }) => {
  for (const button of target.querySelectorAll(".reveal")) show(button, false)
})
addEventListener("focusin", ({ target }) => target.matches("[data-select]") && target.select(), { once: true })`

/** The script. A test compares the hash with the source. */
export const pageScript: Script = { source, hash: "KDbOuZncQSiFuREIsptkmBk6Nfc9n/D3M/Eq4BP3k0I=" }
