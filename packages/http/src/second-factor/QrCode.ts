/**
 * QR codes (ISO/IEC 18004), drawn on the server: no script and no other service gets the secret of an authenticator
 * app.
 */
import encodeQR from "qr"

/** Four modules: the margin without which scanners do not find a code (ISO/IEC 18004, 6.3.8). */
const margin = 4

/** Returns the path of a row: a rectangle for each run of dark modules. */
const pathOfRow = (row: ReadonlyArray<boolean>, y: number): string =>
  Array.from(
    row
      .map((isDark) => (isDark ? "1" : "0"))
      .join("")
      .matchAll(/1+/g)
  )
    .map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`)
    .join("")

/**
 * Draws a text as a QR code, with a white margin that does not depend on the colors of the page. Returns SVG that
 * contains nothing of the text but its picture. Has the lowest level of error correction, because nothing on a screen
 * is damaged, and larger modules are easier to read. Throws for more than 2,953 bytes.
 */
export const svg = (text: string): string => {
  const rows = encodeQR(text, "raw", { ecc: "low", border: margin })
  const size = rows.length
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${rows.map(pathOfRow).join("")}"/></svg>`
}
