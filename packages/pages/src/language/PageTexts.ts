/** The texts of the pages for users. */
import type { pages } from "./en/pages.ts"

/** All texts of one language, as in English. A missing one does not compile. */
export type PageTexts = typeof pages
