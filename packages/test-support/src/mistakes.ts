import { read } from "./files.ts"

/** Where an app sees that something is wrong. */
export type Place = "compiler" | "install" | "log" | "response" | "start"

/** One text in the table of mistakes in docs/embedding.md, such as `Service not found: …`. */
export interface Symptom {
  readonly mistake: string
  readonly place: Place
  readonly text: string
}

const row = /^\| ([^|]+) \| ((?:compiler|install|log|response|start): [^|]+) \| [^|]+ \|$/gm
const symptom = /(compiler|install|log|response|start): `([^`]+)`/g

/** Every symptom in that table. */
export const symptoms: ReadonlyArray<Symptom> = [...read("docs/embedding.md").matchAll(row)].flatMap(
  ([, mistake = "", seen = ""]) =>
    [...seen.matchAll(symptom)].map(([, place, text = ""]) => ({ mistake, place: place as Place, text }))
)

const inOneLine = (text: string): string => text.replace(/\s+/g, " ")

/**
 * Returns the text that the table has for a mistake if it occurs in `seen`, and otherwise all of `seen`, so that a test
 * can compare the two. `…` in the table is any text. Throws if the table lacks the mistake.
 */
export const shownIn = (mistake: string, place: Place, seen: string): { documented: string; seen: string } => {
  const found = symptoms.find((one) => one.mistake === mistake && one.place === place)
  if (found === undefined) throw new Error(`docs/embedding.md has no row "${mistake}" with "${place}: …"`)
  const parts = found.text.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  const text = inOneLine(seen)
  return { documented: found.text, seen: new RegExp(parts.join(".*")).test(text) ? found.text : text }
}
