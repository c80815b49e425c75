/**
 * What users call the device that they signed in on.
 */
import Bowser from "bowser"
import type { Device } from "../language/EmailText.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import * as Sentence from "../language/Sentence.ts"
import * as Option from "effect/Option"

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

/** A device, and what it calls itself if it has asked for a code: `""` if it has given no name. */
interface NamedDevice {
  readonly deviceName: Option.Option<string>
  readonly userAgent: string
}

/**
 * Returns what a device that was signed in with a code calls itself, which may be anything. Without a name, it is its
 * browser, or `Command line or TV`. Returns the name of any other device as `nameOf` does.
 */
export const ofSession = (
  language: Pick<PageLanguage, "direction" | "emails">,
  { deviceName, userAgent }: NamedDevice
): string => {
  if (Option.isNone(deviceName)) return nameOf(language, userAgent)
  if (deviceName.value !== "") return Sentence.value(language.direction, deviceName.value).text
  return deviceOf(userAgent) === undefined ? language.emails.deviceWithoutBrowser : nameOf(language, userAgent)
}
