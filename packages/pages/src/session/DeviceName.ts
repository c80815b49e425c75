/**
 * What people call the browser that they signed in with.
 *
 * @since 0.1.0
 */
import Bowser from "bowser"

// What programs call themselves is no browser's name, and could say anything.
const known = new Set(Object.values(Bowser.BROWSER_MAP))

const read = (userAgent: string): string => {
  // Bowser refuses an empty text.
  const { browser, os } = Bowser.parse(userAgent === "" ? "-" : userAgent)
  const name = browser.name ?? ""
  if (!known.has(name)) return "A program or an unknown browser"
  return os.name === undefined ? name : `${name} on ${os.name}`
}

// Reading one takes 30 µs, and a page lists up to a hundred. A thousand of them are 300 kB at the most.
const names = new Map<string, string>()
const maxNames = 1000

/**
 * The words for a `User-Agent`: `Firefox on Linux`, and `A program or an unknown browser` for what is not known.
 *
 * @since 0.1.0
 */
export const nameOf = (userAgent: string): string => {
  const name = names.get(userAgent) ?? read(userAgent)
  if (names.size >= maxNames) names.clear()
  names.set(userAgent, name)
  return name
}
