/** How far an import is: a bar on a terminal, and otherwise a line every ten seconds. */
import { SingleBar } from "cli-progress"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { format } from "./amount.ts"

/** What became of the lines so far. */
export interface Counts {
  readonly created: number
  readonly skipped: number
  readonly failed: number
}

/** `bytes`: how many bytes of the file these lines have. */
export interface Progress {
  readonly update: (counts: Counts, bytes: number) => Effect.Effect<void>
}

/** A stream such as standard error. */
export type Terminal = NodeJS.WriteStream

const reportEveryMillis = 10_000

const total = ({ created, failed, skipped }: Counts): number => created + failed + skipped

const describe = (counts: Counts): string =>
  `${format(counts.created)} created, ${format(counts.skipped)} skipped, ${format(counts.failed)} failed`

const rateSince = (start: number, counts: Counts, now: number): string =>
  format(Math.round(total(counts) / Math.max(0.001, (now - start) / 1000)))

const bar = (output: Terminal, size: number): Effect.Effect<Progress, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const shown = new SingleBar({
          stream: output,
          format: "{bar} {percentage}% | {rate} users/s | {eta_formatted} left | {counts}",
          barCompleteChar: "#",
          barIncompleteChar: "-",
          etaBuffer: 50,
          hideCursor: true
        })
        shown.start(size, 0, { rate: "0", counts: "" })
        return { shown, start: Date.now() }
      }),
      ({ shown }) => Effect.sync(() => shown.stop())
    ),
    ({ shown, start }) => ({
      update: (counts, bytes) =>
        Effect.sync(() => shown.update(bytes, { rate: rateSince(start, counts, Date.now()), counts: describe(counts) }))
    })
  )

const lines = (output: Terminal): Effect.Effect<Progress> =>
  Effect.sync(() => {
    const start = Date.now()
    let reported = start
    return {
      update: (counts) =>
        Effect.sync(() => {
          const now = Date.now()
          if (now - reported < reportEveryMillis) return
          reported = now
          output.write(`${describe(counts)}, ${rateSince(start, counts, now)} users per second\n`)
        })
    }
  })

/** Shows the progress until the scope closes. `size`: the bytes of the file; none if they are not known. */
export const make = (output: Terminal, size: number | undefined): Effect.Effect<Progress, never, Scope.Scope> =>
  output.isTTY && size !== undefined && size > 0 ? bar(output, size) : lines(output)
