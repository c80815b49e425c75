import * as QrCode from "@latchkey/http/second-factor/QrCode"
import { type TotpSecret, toUri } from "@latchkey/domain/second-factor/Totp"
import * as Redacted from "effect/Redacted"
import decodeQR from "qr/decode.js"
import { assert, describe, it } from "vitest"

/** Draws the paths of a QR code as a bitmap, with `scale` pixels for a module, and reads it as a camera would. */
const read = (svg: string, scale = 4): string => {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const width = size * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  const [, dark = ""] = /fill="#000" d="([^"]*)"/.exec(svg) ?? []
  for (const [, x, y, length] of dark.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const from = (row * width + Number(x) * scale) * 4
      for (let pixel = 0; pixel < Number(length) * scale; pixel++) data.fill(0, from + pixel * 4, from + pixel * 4 + 3)
    }
  }
  return decodeQR({ width, height: width, data })
}

const uri =
  "otpauth://totp/Bolt%20%26%20Nut:ann%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Bolt%20%26%20Nut"

const secret: TotpSecret = Redacted.make("0f".repeat(20))
const longest = `${"{".repeat(64)}@${`${"d".repeat(61)}.`.repeat(3)}com`

describe("QrCode.svg", () => {
  it.each(["Acme", "A".repeat(100), "\u6f22".repeat(100), "\u0639".repeat(100), "\u{1f600}".repeat(100)])(
    "has modules that a phone tells apart, at the width of the page, for an app of %s",
    (name) => {
      for (const account of ["ann@example.com", longest]) {
        const text = Redacted.value(toUri(secret, { name }, account))
        const svg = QrCode.svg(text)
        // 220 pixels, of which a phone needs two and a half for each module.
        assert.isAtMost(Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]), 220 / 2.5)
        assert.strictEqual(read(svg, 2), text)
      }
    }
  )

  it("is read as the text that it was drawn from", () => {
    for (const text of [uri, `${uri}${"x".repeat(300)}`]) assert.strictEqual(read(QrCode.svg(text)), text)
  })

  it("contains numbers only, whatever the text, and a margin of four modules", () => {
    const svg = QrCode.svg('"><script>alert(1)</script>')
    assert.match(svg, /^<svg [^<>]*>(<path fill="#(fff|000)" d="[Mhvz\dH0 -]+"\/>){2}<\/svg>$/i)
    const xs = [...svg.matchAll(/M(\d+) (\d+)h\d+v1/g)].flatMap(([, x, y]) => [Number(x), Number(y)])
    assert.strictEqual(Math.min(...xs), 4)
  })
})
