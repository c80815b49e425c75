import { SqlClient } from "@effect/sql/SqlClient"
import * as Statement from "@effect/sql/Statement"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Tracer from "effect/Tracer"

/** A statement as it was sent. */
export interface Sent {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

/** Returns the statements that `effect` sends, in order. */
export const statementsOf = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<ReadonlyArray<Sent>, E, R> =>
  Effect.suspend(() => {
    const sent: Array<Sent> = []
    return effect.pipe(
      Statement.withTransformer((statement) => {
        const [text, parameters] = statement.compile()
        sent.push({ text, parameters })
        return Effect.succeed(statement)
      }),
      Effect.as(sent)
    )
  })

/** Returns `true` if the commit of the statement does not wait for the disk. */
export const isDeferred = ({ text, parameters }: Sent): boolean =>
  text.includes("'synchronous_commit', 'off'") && parameters.includes(true)

/** Returns the plan of a statement, line by line. */
export const planOf = ({ text, parameters }: Sent) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const lines = yield* sql.unsafe<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, parameters)
    return lines.map((line) => line["QUERY PLAN"])
  })

/** A span as an exporter sees it. `failure`: the cause, if the span failed. */
interface RecordedSpan {
  readonly name: string
  readonly attributes: Record<string, unknown>
  readonly failure: string
}

/** Runs `effect` with a tracer. Returns its exit, and its spans in the order in which they ended. */
export const spansOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const spans: Array<RecordedSpan> = []
    const tracer = Tracer.make({
      span: (name, parent, context, links, startTime, kind) => {
        const attributes: Record<string, unknown> = {}
        return {
          _tag: "Span",
          name,
          spanId: "span",
          traceId: "trace",
          parent,
          context,
          links,
          kind,
          sampled: true,
          status: { _tag: "Started", startTime },
          attributes: new Map(),
          attribute: (key, value) => {
            attributes[key] = value
          },
          event: () => {},
          addLinks: () => {},
          end: (_, exit) => {
            const failure = Exit.isFailure(exit) ? Cause.pretty(exit.cause, { renderErrorCause: true }) : ""
            spans.push({ name, attributes, failure })
          }
        }
      },
      context: (run) => run()
    })
    const exit = yield* Effect.exit(Effect.withTracer(effect, tracer))
    return { exit, spans }
  })
