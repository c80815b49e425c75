/**
 * The texts of the pages for users.
 *
 * @since 0.1.0
 */
import type { pages } from "./en/pages.ts"

/** All texts of one language, as in English. A missing one does not compile. @since 0.1.0 */
export type PageTexts = typeof pages
