import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import type * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"

class RecordedSpan implements Tracer.Span {
  readonly _tag = "Span"
  readonly spanId = Math.random().toString(16).slice(2)
  readonly traceId = "trace"
  readonly sampled = true
  readonly attributes = new Map<string, unknown>()
  readonly links: Array<Tracer.SpanLink> = []
  readonly name: string
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly context: Context.Context<never>
  readonly kind: Tracer.SpanKind
  readonly status: Tracer.SpanStatus
  readonly record: (text: string) => void

  constructor(
    name: string,
    parent: Option.Option<Tracer.AnySpan>,
    context: Context.Context<never>,
    startTime: bigint,
    kind: Tracer.SpanKind,
    record: (text: string) => void
  ) {
    this.name = name
    this.parent = parent
    this.context = context
    this.kind = kind
    this.status = { _tag: "Started", startTime }
    this.record = record
  }

  end(_: bigint, exit: Exit.Exit<unknown, unknown>): void {
    const outcome = Exit.match(exit, {
      onSuccess: () => "ok",
      onFailure: (cause) => Cause.pretty(cause, { renderErrorCause: true })
    })
    this.record(`span ${this.name} ${JSON.stringify([...this.attributes])} ${outcome}`)
  }

  attribute(key: string, value: unknown): void {
    this.attributes.set(key, value)
  }

  event(name: string, _: bigint, attributes?: Record<string, unknown>): void {
    this.record(`event ${name} ${JSON.stringify(attributes)}`)
  }

  addLinks(links: ReadonlyArray<Tracer.SpanLink>): void {
    this.links.push(...links)
  }
}

/** Records every log line of every level, and every span with its attributes, events and failures. */
export const makeRecorder = () => {
  const lines: Array<string> = []
  const record = (text: string) => void lines.push(text)
  const tracer = Tracer.make({
    span: (name, parent, context, _, startTime, kind) =>
      new RecordedSpan(name, parent, context, startTime, kind, record),
    context: (run) => run()
  })
  const layer: Layer.Layer<never> = Layer.mergeAll(
    Logger.replace(
      Logger.defaultLogger,
      Logger.map(Logger.jsonLogger, (line) => record(`log ${line}`))
    ),
    Logger.minimumLogLevel(LogLevel.All),
    Layer.setTracer(tracer)
  )
  return { layer, lines: (): ReadonlyArray<string> => lines }
}
