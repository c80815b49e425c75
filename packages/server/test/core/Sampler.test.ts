import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import * as Sampler from "../../src/core/Sampler.ts"

const parent = (traceId: string, sampled: boolean) =>
  Option.some(Tracer.externalSpan({ traceId, spanId: "b".repeat(16), sampled }))

const low = "1".padStart(32, "0")
const high = "f".repeat(32)
const none = Option.none<Tracer.AnySpan>()

describe("A sampler", () => {
  it.each([
    ["always_on", 0, [true, true, true]],
    ["always_off", 1, [false, false, false]],
    ["parentbased_always_on", 0, [true, true, false]],
    ["parentbased_always_off", 1, [false, true, false]],
    ["traceidratio", 1, [true, true, true]],
    ["traceidratio", 0, [false, false, false]],
    ["parentbased_traceidratio", 1, [true, true, false]],
    ["parentbased_traceidratio", 0, [false, true, false]]
  ] as const)(
    "%s with the argument %d decides for a new trace, and for one that is sampled or not",
    (name, ratio, expected) => {
      const isSampled = Sampler.make(name, ratio)
      assert.deepStrictEqual([none, parent(low, true), parent(low, false)].map(isSampled), [...expected])
    }
  )

  it("by a ratio decides by the id of a trace, as every other program, and takes that share of new ones", () => {
    const isSampled = Sampler.make("traceidratio", 0.1)
    assert.deepStrictEqual([parent(low, false), parent(high, true)].map(isSampled), [true, false])
    const count = Array.from({ length: 10_000 }, () => isSampled(none)).filter(Boolean).length
    assert.isTrue(count > 800 && count < 1200, `${count} of 10,000`)
  })
})

describe("A tracer of sampled traces", () => {
  const made: Array<string> = []
  const all = Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      made.push(name)
      const status = { _tag: "Started", startTime } as const
      const ids = { spanId: "c".repeat(16), traceId: high }
      const record = { end: () => {}, attribute: () => {}, event: () => {}, addLinks: () => {} }
      return {
        _tag: "Span",
        name,
        parent,
        context,
        links,
        kind,
        status,
        sampled: true,
        attributes: new Map(),
        ...ids,
        ...record
      }
    },
    context: (run) => run()
  })
  const { span } = Sampler.sampled(all, () => false)
  const of = (
    name: string,
    parent: Option.Option<Tracer.AnySpan>,
    kind: Tracer.SpanKind = "internal",
    links: Array<Tracer.SpanLink> = []
  ) => span(name, parent, Context.empty(), links, 0n, kind)

  it("makes spans in sampled traces, and for requests, which the server has chosen", () => {
    made.length = 0
    const child = of("child", parent(low, true))
    const request = of("request", none, "server")
    const linked = of("linked", none, "internal", [{ _tag: "SpanLink", span: child, attributes: {} }])
    assert.deepStrictEqual(made, ["child", "request", "linked"])
    assert.isTrue([child, request, linked].every(({ sampled }) => sampled))
  })

  it("makes none in others, nor inside of these", () => {
    made.length = 0
    const root = of("root", none)
    const inside = of("inside", Option.some(root))
    const outside = of("outside", parent(low, false))
    assert.deepStrictEqual(made, [])
    assert.isFalse([root, inside, outside].some(({ sampled }) => sampled))
  })
})
