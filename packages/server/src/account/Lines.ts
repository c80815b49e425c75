/** Lines of a stream of bytes, in bounded memory. */

/**
 * One line. `bytes`: without its end, and none for a line that is longer than the limit. `end`: how many bytes of the
 * stream it and all before it have.
 */
export interface Line {
  readonly number: number
  readonly end: number
  readonly bytes: Buffer | undefined
}

const newline = 0x0a

/**
 * Yields the lines of the stream, those of each chunk together. Lines end with a line feed; the last one need not. Of a
 * line that is longer than `maxBytes` nothing is kept.
 */
export async function* split(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<ReadonlyArray<Line>> {
  let parts: Array<Buffer> = []
  let size = 0
  let number = 0
  let end = 0

  /** Keeps a copy of a part of a line that goes on, so that the part does not keep its chunk. */
  const keep = (part: Buffer) => {
    size += part.length
    if (size > maxBytes) parts = []
    else parts.push(Buffer.from(part))
  }
  const finish = (last: Buffer): Line => {
    const isTooLong = size + last.length > maxBytes
    const bytes = isTooLong ? undefined : parts.length === 0 ? last : Buffer.concat([...parts, last])
    parts = []
    size = 0
    number += 1
    return { number, end, bytes }
  }

  for await (const chunk of chunks) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const before = end
    const lines: Array<Line> = []
    let start = 0
    for (let at = buffer.indexOf(newline); at !== -1; at = buffer.indexOf(newline, start)) {
      end = before + at + 1
      lines.push(finish(buffer.subarray(start, at)))
      start = at + 1
    }
    keep(buffer.subarray(start))
    end = before + buffer.length
    if (lines.length > 0) yield lines
  }
  if (size > 0) yield [finish(Buffer.alloc(0))]
}
