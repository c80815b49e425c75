/**
 * What users call the device that they signed in on.
 */
import Bowser from "bowser"
import type { Device } from "../language/EmailText.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import * as Sentence from "../language/Sentence.ts"

// Other programs can call themselves anything.
const known = new Set(Object.values(Bowser.BROWSER_MAP))

const read = (userAgent: string): Device | undefined => {
  // Bowser throws for an empty string.
  const { browser, os } = Bowser.parse(userAgent === "" ? "-" : userAgent)
  const name = browser.name ?? ""
  return known.has(name) ? { browser: name, system: os.name } : undefined
}

// Parsing one takes 30 µs, and a page lists up to a hundred. A thousand devices take at most 400 kB.
const devices = new Map<string, Device | undefined>()
const maxDevices = 1000

/** Returns the browser and its operating system, or `undefined` for any other program. */
export const deviceOf = (userAgent: string): Device | undefined => {
  if (devices.has(userAgent)) return devices.get(userAgent)
  const device = read(userAgent)
  if (devices.size >= maxDevices) devices.clear()
  devices.set(userAgent, device)
  return device
}

/**
 * Returns the name for a `User-Agent`: `Firefox on Linux`, or `Unknown device`. In a right-to-left language the names
 * of browser and system are isolated.
 */
export const nameOf = (
  { direction, emails }: Pick<PageLanguage, "direction" | "emails">,
  userAgent: string
): string => {
  const device = deviceOf(userAgent)
  if (device === undefined) return emails.unknownDevice
  const { browser, system } = device
  return emails.device({
    browser: Sentence.value(direction, browser).text,
    system: system === undefined ? undefined : Sentence.value(direction, system).text
  })
}
