/**
 * Reads request bodies, before any schema sees them: the content type, the size, the encoding, the syntax.
 *
 * @since 0.1.0
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type Problem, problem } from "../Problem.ts"

/** @since 0.1.0 */
export const maxBytes = 64 * 1024

// A body that is too large is read to its end and thrown away, so that the client gets to read the answer. To here.
const patience = 32 * 1024 * 1024

/** The media type of a request, without parameters. @since 0.1.0 */
export const mediaType = (request: HttpServerRequest.HttpServerRequest): string =>
  (request.headers["content-type"] ?? "").split(";", 1).join("").trim().toLowerCase()

const isPlain = (request: HttpServerRequest.HttpServerRequest): boolean =>
  ["", "identity"].includes((request.headers["content-encoding"] ?? "").trim().toLowerCase())

const malformed = (reason: string) => problem("invalid_request", { errors: [{ field: "body", reason }] })
const interrupted = () => malformed("ended early")

const readChunked = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<Uint8Array, Problem> =>
  Effect.gen(function* () {
    let size = 0
    const chunks = yield* request.stream.pipe(
      Stream.map((chunk) => {
        size += chunk.byteLength
        return chunk
      }),
      Stream.takeUntil(() => size > patience),
      Stream.filter(() => size <= maxBytes),
      Stream.runCollect,
      Effect.mapError(interrupted)
    )
    if (size > maxBytes) return yield* problem("payload_too_large")
    const bytes = new Uint8Array(size)
    Chunk.reduce(chunks, 0, (offset, chunk) => {
      bytes.set(chunk, offset)
      return offset + chunk.byteLength
    })
    return bytes
  })

const readBytes = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<Uint8Array, Problem> => {
  const announced = request.headers["content-length"]
  if (announced === undefined) return readChunked(request)
  if (Number(announced) > maxBytes) return problem("payload_too_large")
  return Effect.map(Effect.mapError(request.arrayBuffer, interrupted), (buffer) => new Uint8Array(buffer))
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/**
 * The text of a body: 415 for another content type than `accepted` or none, 413 above 64 KiB, 400 for bytes that are
 * not UTF-8.
 *
 * @since 0.1.0
 */
export const readText = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  accepted: ReadonlyArray<string>
) {
  if (!accepted.includes(mediaType(request)) || !isPlain(request)) {
    return yield* problem("unsupported_media_type", { detail: `Send ${accepted.join(" or ")}.` })
  }
  const bytes = yield* readBytes(request)
  return yield* Effect.try({ try: () => decoder.decode(bytes), catch: () => malformed("is not UTF-8") })
})

/** @since 0.1.0 */
export const json = ["application/json"]

// Far more than the contract has. What is nested by the thousand overflows the stack of whoever walks through it.
const maxDepth = 32

const isDeeperThan = (depth: number, value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isDeeperThan(depth - 1, inner)))

/** The value of a JSON body: 400 when it is empty or not JSON, besides what `readText` refuses. @since 0.1.0 */
export const readJson = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  accepted: ReadonlyArray<string> = json
) {
  const text = yield* readText(request, accepted)
  const value = yield* Effect.try({ try: (): unknown => JSON.parse(text), catch: () => malformed("is not JSON") })
  return isDeeperThan(maxDepth, value) ? yield* malformed("is nested too deeply") : value
})
