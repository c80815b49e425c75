/**
 * What users call the device that they signed in on.
 */
import Bowser from "bowser"
import type { Device } from "../language/EmailTexts.ts"

// Other programs can call themselves anything.
const known = new Set(Object.values(Bowser.BROWSER_MAP))

/** Returns the browser and its operating system, or `undefined` for any other program. */
export const deviceOf = (userAgent: string): Device | undefined => {
  // Bowser throws for an empty string.
  const { browser, os } = Bowser.parse(userAgent === "" ? "-" : userAgent)
  const name = browser.name ?? ""
  return known.has(name) ? { browser: name, system: os.name } : undefined
}

const read = (userAgent: string): string => {
  const device = deviceOf(userAgent)
  if (device === undefined) return "Unknown device"
  return device.system === undefined ? device.browser : `${device.browser} on ${device.system}`
}

// Parsing one takes 30 µs, and a page lists up to a hundred. A thousand names take at most 300 kB.
const names = new Map<string, string>()
const maxNames = 1000

/** Returns the name for a `User-Agent`: `Firefox on Linux`, or `Unknown device`. */
export const nameOf = (userAgent: string): string => {
  const name = names.get(userAgent) ?? read(userAgent)
  if (names.size >= maxNames) names.clear()
  names.set(userAgent, name)
  return name
}
