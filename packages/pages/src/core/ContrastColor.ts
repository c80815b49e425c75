/**
 * Readable text on any background color.
 */

/** Returns the linear value of a channel (WCAG 2.2, relative luminance). */
const linear = (channel: number): number => {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

const luminance = (color: string): number => {
  const channel = (start: number) => linear(Number.parseInt(color.slice(start, start + 2), 16))
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/**
 * Returns the color for text on `background`, both as `#rrggbb`: white or black, whichever has more contrast. The
 * contrast is at least 4.58, so it always meets WCAG 2.2 AA (1.4.3).
 */
export const textOn = (background: string): "#ffffff" | "#000000" => {
  const light = luminance(background)
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? "#ffffff" : "#000000"
}

/**
 * Returns the color that a button of color `background` moves towards while the pointer is on it: away from its text,
 * which stays readable, except near black and white, where nothing would be seen.
 */
export const shiftOf = (background: string): "#ffffff" | "#000000" => {
  const light = luminance(background)
  return light < 0.02 || (light < 0.35 && textOn(background) === "#000000") ? "#ffffff" : "#000000"
}
