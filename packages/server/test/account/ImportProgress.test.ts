import { PassThrough } from "node:stream"
import * as Effect from "effect/Effect"
import { assert, describe, it, vi } from "vitest"
import * as ImportProgress from "../../src/account/ImportProgress.ts"

/** A stream that keeps what is written to it. A terminal has the properties that a bar needs. */
const makeOutput = (isTTY: boolean) => {
  let text = ""
  const stream = Object.assign(new PassThrough(), {
    isTTY,
    columns: 120,
    getColorDepth: () => 1,
    cursorTo: () => true,
    clearLine: () => true
  })
  stream.on("data", (chunk: Buffer) => (text += chunk.toString()))
  return { output: stream as unknown as ImportProgress.Terminal, text: () => text }
}

const counts = { created: 1500, skipped: 20, failed: 3 }

describe("The progress of an import", () => {
  it("is a bar on a terminal, with the rate, the remaining time and the counts", async () => {
    const { output, text } = makeOutput(true)
    await Effect.runPromise(
      Effect.scoped(Effect.flatMap(ImportProgress.make(output, 1000), ({ update }) => update(counts, 500)))
    )
    assert.match(text(), /#+-+ 50% \| [\d,]+ users\/s \| \S+ left \| 1,500 created, 20 skipped, 3 failed/)
  })

  it.each([
    ["a file that is no terminal", false, 1000],
    ["a size that is not known", true, undefined]
  ])("is a line every ten seconds for %s", async (_, isTTY, size) => {
    const { output, text } = makeOutput(isTTY)
    const clock = vi.spyOn(Date, "now").mockReturnValue(0)
    const at = (millis: number) => Effect.sync(() => clock.mockReturnValue(millis))
    await Effect.runPromise(
      Effect.gen(function* () {
        const { update } = yield* ImportProgress.make(output, size)
        yield* at(9_999)
        yield* update(counts, 1)
        yield* at(10_000)
        yield* update(counts, 2)
        yield* at(19_999)
        yield* update(counts, 3)
      }).pipe(Effect.scoped, Effect.ensuring(Effect.sync(() => clock.mockRestore())))
    )
    assert.strictEqual(text(), "1,500 created, 20 skipped, 3 failed, 152 users per second\n")
  })
})
