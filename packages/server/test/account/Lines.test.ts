import { assert, describe, it } from "vitest"
import * as Lines from "../../src/account/Lines.ts"

const bytes = (text: string) => Buffer.from(text)

async function* chunksOf(...chunks: ReadonlyArray<string>) {
  for (const chunk of chunks) yield bytes(chunk)
}

const linesOf = async (chunks: AsyncIterable<Uint8Array>, maxBytes = 100) => {
  const lines: Array<readonly [number, string | undefined, number]> = []
  for await (const found of Lines.split(chunks, maxBytes)) {
    lines.push(...found.map(({ bytes, end, number }) => [number, bytes?.toString(), end] as const))
  }
  return lines
}

describe("The lines of a stream", () => {
  it("are the same however it is cut into chunks, with their numbers and ends", async () => {
    const text = "one\n\ntwo ü\r\nthree"
    const whole = await linesOf(chunksOf(text))
    assert.deepStrictEqual(whole, [
      [1, "one", 4],
      [2, "", 5],
      [3, "two ü\r", 13],
      [4, "three", 18]
    ])
    const byteByByte = (async function* () {
      for (const byte of bytes(text)) yield Buffer.from([byte])
    })()
    assert.deepStrictEqual(await linesOf(byteByByte), whole)
  })

  it("are none in an empty stream, and one without an end", async () => {
    assert.deepStrictEqual(await linesOf(chunksOf()), [])
    assert.deepStrictEqual(await linesOf(chunksOf("", "a")), [[1, "a", 1]])
  })

  it("are kept up to the limit, and not beyond it, at the start, in the middle and at the end", async () => {
    const lines = await linesOf(chunksOf("12345\n1234\n12", "345\n1\n123", "456"), 4)
    assert.deepStrictEqual(
      lines.map(([number, text]) => [number, text]),
      [
        [1, undefined],
        [2, "1234"],
        [3, undefined],
        [4, "1"],
        [5, undefined]
      ]
    )
  })

  it("of ten gigabytes in one line need no memory", async () => {
    const chunk = Buffer.alloc(8 * 1024 * 1024, "a")
    const gigabytes = 10
    let most = 0
    const stream = (async function* () {
      for (let sent = 0; sent < gigabytes * 128; sent += 1) {
        most = Math.max(most, process.memoryUsage().arrayBuffers)
        yield chunk
      }
      yield bytes("\nnext\n")
    })()
    const before = process.memoryUsage().arrayBuffers
    const lines = await linesOf(stream, 64 * 1024)
    assert.deepStrictEqual(
      lines.map(([number, text]) => [number, text]),
      [
        [1, undefined],
        [2, "next"]
      ]
    )
    assert.isBelow(most - before, 512 * 1024 * 1024)
  })
})
