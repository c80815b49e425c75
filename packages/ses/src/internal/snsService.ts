/**
 * The two requests to Amazon SNS: for a certificate, and to confirm a subscription. A message names their URLs, so that
 * each is checked first: only the host of SNS in the region of the topic, over HTTPS, without redirects.
 */
import { X509Certificate } from "node:crypto"
import { EmailReportError, EmailReportRejected } from "@latchkey/domain/mail/MailErrors"
import * as Cache from "effect/Cache"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Confirmation } from "./snsMessage.ts"
import type { Topic } from "./snsTopic.ts"

interface Options {
  readonly timeout?: Duration.DurationInput
  readonly fetch?: typeof fetch
}

/** All certificates of SNS are named like this. The validators of AWS check only that the URL ends in `.pem`. */
const certificatePath = /^\/SimpleNotificationService-[0-9a-f]+\.pem$/

/** A certificate has about 2 KB. */
const maxBytes = 16_384

/** SNS signs with one certificate for months. More are kept for a change of certificates. */
const certificates = { capacity: 8, kept: Duration.hours(24), keptFailure: Duration.seconds(5) } as const

/** The most requests for certificates of one process. */
const requests = { limit: 60, window: Duration.minutes(1) } as const

const rejected = () => new EmailReportRejected({ reason: "signature" })

const failed = (detail: string) => (cause: unknown) => new EmailReportError({ cause, detail })

const unexpected = (detail: string, status: number) => failed(detail)(new Error(`Amazon SNS responded with ${status}`))

const parseUrl = (text: string) => Effect.try({ try: () => new URL(text), catch: rejected })

/** Returns `true` for a URL of SNS in the region: no other host, port, user or fragment. */
const isOf = ({ host }: Topic, url: URL): boolean =>
  url.origin === `https://${host}` && url.username === "" && url.password === "" && url.hash === ""

/** Reads a body. Rejects if it is larger than a certificate. */
const readBounded = async (response: Response): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error("The response is too large")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

/** Returns `true` for what the same request would always get, as for a certificate that does not exist. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429

/** Makes the requests for one topic. */
export const make = (topic: Topic, { fetch = globalThis.fetch, timeout = "3 seconds" }: Options) => {
  // The limit is in the request itself: `Effect.timeout` does not end what is uninterruptible.
  const get = (url: string, detail: string) =>
    Effect.tryPromise({
      try: async (interrupted) => {
        const signal = AbortSignal.any([interrupted, AbortSignal.timeout(Duration.toMillis(timeout))])
        const response = await fetch(url, { signal, redirect: "error" })
        return { status: response.status, body: await readBounded(response) }
      },
      catch: failed(detail)
    })

  let requestedAt: ReadonlyArray<number> = []

  const checkRequests = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    requestedAt = requestedAt.filter((at) => at > now - Duration.toMillis(requests.window))
    if (requestedAt.length >= requests.limit) return yield* failed("certificate")(new Error("Too many certificates"))
    requestedAt = [...requestedAt, now]
  })

  const fetchCertificate = Effect.fnUntraced(function* (url: string) {
    yield* checkRequests
    const { body, status } = yield* get(url, "certificate")
    if (isFinal(status)) return yield* rejected()
    if (status !== 200) return yield* unexpected("certificate", status)
    return yield* Effect.try({ try: () => new X509Certificate(body), catch: failed("certificate") })
  })

  const certificateUrl = Effect.fnUntraced(function* (text: string) {
    const url = yield* parseUrl(text)
    const isCertificate = isOf(topic, url) && url.search === "" && certificatePath.test(url.pathname)
    return isCertificate ? url.href : yield* rejected()
  })

  /** Confirms a subscription of the topic. Its message must be verified before. */
  const confirm = Effect.fnUntraced(function* ({ SubscribeURL }: Confirmation) {
    const url = yield* parseUrl(SubscribeURL)
    const isConfirmation =
      isOf(topic, url) &&
      url.pathname === "/" &&
      url.searchParams.get("Action") === "ConfirmSubscription" &&
      url.searchParams.get("TopicArn") === topic.arn
    if (!isConfirmation) return yield* rejected()
    const { status } = yield* get(url.href, "confirmation")
    if (status !== 200) return yield* unexpected("confirmation", status)
    yield* Effect.logInfo("Subscribed to the topic of Amazon SNS: bounces and complaints are reported", topic.arn)
  })

  /** Certificates that have verified a message, by URL. Requests for others do not replace them. */
  const kept = new Map<string, { readonly certificate: X509Certificate; readonly until: number }>()

  const findKept = Effect.fnUntraced(function* (url: string) {
    const found = kept.get(url)
    const now = yield* Clock.currentTimeMillis
    return found !== undefined && now < found.until ? Option.some(found.certificate) : Option.none()
  })

  /** Keeps a certificate that has verified a message. */
  const keep = Effect.fnUntraced(function* (text: string, certificate: X509Certificate) {
    const url = yield* certificateUrl(text)
    if (Option.isSome(yield* findKept(url))) return
    kept.delete(url)
    const [oldest] = kept.keys()
    if (kept.size >= certificates.capacity && oldest !== undefined) kept.delete(oldest)
    kept.set(url, { certificate, until: (yield* Clock.currentTimeMillis) + Duration.toMillis(certificates.kept) })
  })

  return Effect.map(
    Cache.makeWith({
      capacity: certificates.capacity,
      lookup: fetchCertificate,
      timeToLive: Exit.match({ onFailure: () => certificates.keptFailure, onSuccess: () => certificates.kept })
    }),
    (cache) => ({
      /**
       * Returns the certificate of a URL that a message names. Fails if it would need a request that it may not make.
       */
      certificate: Effect.fnUntraced(function* (text: string, mayRequest: boolean) {
        const url = yield* certificateUrl(text)
        const found = yield* findKept(url)
        if (Option.isSome(found)) return found.value
        if (!mayRequest) return yield* failed("rate_limited")(new Error("Too many rejected notifications"))
        // Messages share a request: a client that disconnects must not interrupt it for the others.
        return yield* Effect.uninterruptible(cache.get(url))
      }),
      confirm,
      keep
    })
  )
}
