/**
 * Decides which requests are traced, as OpenTelemetry's samplers do. A request that is not sampled makes no spans.
 */
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"

/** The samplers of OpenTelemetry's specification, by their names in `OTEL_TRACES_SAMPLER`. */
export const names = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio"
] as const
export type Name = (typeof names)[number]

/** Decides for a trace: a new one, or one whose parent is in another program. */
export type Sampler = (parent: Option.Option<Tracer.AnySpan>) => boolean

/** Returns a number from 0 to 1, which is the same in every program that samples the trace by a ratio. */
const positionOf = (traceId: string): number => Number.parseInt(traceId.slice(-13), 16) / 2 ** 52

/**
 * Makes a sampler. `ratio`: of all traces, from 0 to 1. Parent-based samplers follow the parent, and decide only for
 * new traces.
 */
export const make = (name: Name, ratio: number): Sampler => {
  const [, base = name] = name.split("parentbased_")
  const isNewSampled = (traceId: Option.Option<string>): boolean => {
    if (base !== "traceidratio") return base === "always_on"
    return Option.match(traceId, { onNone: Math.random, onSome: positionOf }) < ratio
  }
  return base === name
    ? (parent) => isNewSampled(Option.map(parent, ({ traceId }) => traceId))
    : Option.match({ onNone: () => isNewSampled(Option.none()), onSome: ({ sampled }) => sampled })
}

/** A span that records nothing. */
const unsampled = (
  name: string,
  parent: Option.Option<Tracer.AnySpan>,
  context: Tracer.Span["context"],
  startTime: bigint,
  kind: Tracer.SpanKind
): Tracer.Span => ({
  _tag: "Span",
  name,
  spanId: "0000000000000000",
  traceId: Option.match(parent, { onNone: () => "0".repeat(32), onSome: ({ traceId }) => traceId }),
  parent,
  context,
  status: { _tag: "Started", startTime },
  attributes: new Map(),
  links: [],
  sampled: false,
  kind,
  end: () => {},
  attribute: () => {},
  event: () => {},
  addLinks: () => {}
})

/**
 * Makes spans of sampled traces only. The server has decided before it makes the span of a request, so that all others
 * need no span at all. A root that is linked to a sampled span is sampled, too.
 */
export const sampled = (tracer: Tracer.Tracer, isSampled: Sampler): Tracer.Tracer =>
  Tracer.make({
    span: (name, parent, context, links, startTime, kind, options) => {
      const isRecorded =
        kind === "server" ||
        links.some(({ span }) => span.sampled) ||
        Option.match(parent, { onNone: () => isSampled(parent), onSome: ({ sampled }) => sampled })
      return isRecorded
        ? tracer.span(name, parent, context, links, startTime, kind, options)
        : unsampled(name, parent, context, startTime, kind)
    },
    context: tracer.context
  })

/** Sets the tracer, for sampled traces. */
export const layer = (tracer: Tracer.Tracer, isSampled: Sampler): Layer.Layer<never> =>
  Layer.setTracer(sampled(tracer, isSampled))
