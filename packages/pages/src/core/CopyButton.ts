/** The button that copies a text. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import type { PageTexts } from "../language/Catalogue.ts"

/** Makes the button, which the script shows, and the element that says that the text is copied. */
export const copyButton = ({ core }: PageTexts, text: string, kind: "quiet" | "quiet small" = "quiet"): Fragment =>
  html`<button type="button" class="${kind} copy" data-text="${text}" data-copied="${core.copied}">${core.copy}</button><span class="done" aria-live="polite"></span>`
