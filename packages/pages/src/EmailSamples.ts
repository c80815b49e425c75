/** Every email with sample values, to look at the texts of a language. No link in them works. */
import type { EmailSample } from "./core/EmailSample.ts"
import type { Catalogue } from "./language/Catalogue.ts"
import { rooms } from "./rooms.ts"

export type { EmailSample }

/** Returns one email of each kind, in the language of the catalogue. */
export const ofCatalogue = (catalogue: Catalogue): ReadonlyArray<EmailSample> =>
  rooms.flatMap(({ samples = [] }) => samples.map((write) => write(catalogue)))
