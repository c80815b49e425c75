/**
 * What the texts of emails consist of, in each language.
 *
 * The values of a sentence are texts that the catalogue puts where its language wants them; in HTML they are marked up,
 * and in a right-to-left language isolated. So a text never takes a value apart, and never quotes one twice.
 */
import type { AccountChangeName } from "@latchkey/domain/rooms"

/** The name of the instance, such as `Acme`. */
export interface Named {
  readonly instance: string
}

/** The name and the host of the instance, such as `Acme (login.acme.example)`. */
export interface Placed {
  readonly place: string
}

/** When and on which device something happened. `device`: absent if it is unknown. */
export interface Occasion {
  readonly time: string
  readonly device?: string | undefined
}

/** How long a link works. */
export interface Lifetime {
  readonly unit: "minute" | "day"
  readonly count: number
}

/** How to reach the support of the instance. `support`: an address or a URL; absent without one. */
export interface Contact extends Named {
  readonly support?: string | undefined
}

/** A browser and its operating system, which may be unknown. */
export interface Device {
  readonly browser: string
  readonly system?: string | undefined
}

/**
 * An email with a link that works once.
 *
 * - `action`: the text of the button.
 * - `purpose`: a sentence that says what the link is for.
 * - `origin`: a sentence that says when and why it was sent; absent if `purpose` says it.
 * - `advice`: for a reader who did not request it.
 */
export interface LinkTexts {
  readonly subject: (values: Named) => string
  readonly action: (values: Named) => string
  readonly purpose: (values: Placed & Occasion) => string
  readonly origin?: (values: Occasion) => string
  readonly advice: string
}

/** A notice: what happened to the account, and what follows from it. */
export interface NoticeTexts {
  readonly subject: (values: Named) => string
  readonly event: (values: Placed & Occasion) => string
  readonly effect: string
}

/** The notices about some changes. */
export type Notices<Change extends AccountChangeName> = Readonly<Record<Change, NoticeTexts>>
