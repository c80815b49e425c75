/** Finds what is wrong with the page of rules. */
import { posix } from "node:path"
import type { Page, Planned, Rule } from "./Page.ts"
import type { Sources } from "./Sources.ts"

/** Rows link to files relative to the folder of the page. */
const folder = "test"

const countOf = <A>(list: ReadonlyArray<A>, value: A): number => list.filter((other) => other === value).length

const sectionOf = (id: string): string => id.slice(0, id.lastIndexOf("."))
const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf(".") + 1))

const ofTest = ({ file, id, text, title }: Rule, isSlow: boolean, sources: Sources): ReadonlyArray<string> => {
  if (text === "") return [`${id} has no rule`]
  if (title === "") return [`${id} has no test`]
  const path = posix.join(folder, file)
  const suite = sources.suiteOf(path)
  if (suite === undefined) return [`${id}: no suite runs ${file}`]
  const count = countOf(sources.titlesOf(path), title)
  return [
    ...(count === 0 ? [`${id}: ${file} has no test "${title}"`] : []),
    ...(count > 1 ? [`${id}: ${file} has several tests "${title}"`] : []),
    ...(suite === "full" && !isSlow ? [`${id}: npm test does not run ${file}, and no reason is given`] : []),
    ...(suite !== "full" && isSlow ? [`${id}: npm test runs ${file}, so that it is not slow by nature`] : [])
  ]
}

const ofPlanned = ({ id, subject, text }: Planned): ReadonlyArray<string> => {
  if (text === "" || subject === "") return [`${id} is planned without a rule or a subject`]
  return `${text}${subject}`.includes("](") ? [`${id} is planned, and has a test`] : []
}

const ofSection = ([section, count]: readonly [string, number], { planned, rules }: Page): ReadonlyArray<string> => {
  const own = rules.filter((rule) => rule.section === section)
  if (own.length === 0) return [`${section} has no rule`]
  const numbers = [...own, ...planned].filter(({ id }) => sectionOf(id) === section).map(({ id }) => numberOf(id))
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((number) => !numbers.includes(number))
  const order = own.map(({ id }) => numberOf(id))
  return [
    ...missing.map((number) => `${section}.${number} is missing`),
    ...numbers
      .filter((number) => !(number <= count))
      .map((number) => `${section}.${number} is not among ${count} rules`),
    ...(order.some((number, index) => number < (order[index - 1] ?? 0)) ? [`${section} is out of order`] : [])
  ]
}

/** Returns what is wrong with the page. `sections` says how many rules each section has, planned ones included. */
export const problemsOf = (
  page: Page,
  sections: Readonly<Record<string, number>>,
  sources: Sources
): ReadonlyArray<string> => {
  const { planned, rules, slow } = page
  const ids = [...rules, ...planned].map(({ id }) => id)
  const slowIds = slow.map(({ id }) => id)
  return [
    ...Object.entries(sections).flatMap((section) => ofSection(section, page)),
    ...rules.filter(({ id, section }) => sectionOf(id) !== section).map(({ id, section }) => `${id} is in ${section}`),
    ...ids.filter((id) => !(sectionOf(id) in sections)).map((id) => `${id} is in no section`),
    ...[...new Set(ids)].filter((id) => countOf(ids, id) > 1).map((id) => `${id} exists twice`),
    ...slow.filter(({ reason }) => reason === "").map(({ id }) => `${id} is slow without a reason`),
    ...slowIds.filter((id) => !rules.some((rule) => rule.id === id)).map((id) => `${id} is slow, and no rule`),
    ...rules.flatMap((rule) => ofTest(rule, slowIds.includes(rule.id), sources)),
    ...planned.flatMap(ofPlanned)
  ]
}
