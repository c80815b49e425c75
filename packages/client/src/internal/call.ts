import type { CallOptions, ClientOptions } from "../Client.ts"
import type { ProblemCode, ProblemOf, Result } from "../Problem.ts"
import { commonCodes, type Endpoint } from "./endpoints.ts"

type Fields = Readonly<Record<string, unknown>>

const kindOf = (value: unknown): string => (Array.isArray(value) ? "array" : typeof value)

/** Whether a reply has all that `example` has. It may have more: a newer Latchkey says more. */
const isLike = (value: unknown, example: object): value is Fields =>
  typeof value === "object" &&
  value !== null &&
  Object.entries(example).every(([name, part]) => kindOf((value as Fields)[name]) === kindOf(part))

const document = { title: "", status: 0, detail: "", code: "" }

/** What some problems have besides. */
const extras: { readonly [Code in ProblemCode]?: object } = {
  password_too_short: { violations: [] },
  invalid_request: { errors: [] }
}

/** The problems that come with `Retry-After`. */
const isRetryable = (code: string) => code === "service_unavailable" || code.endsWith("_rate_limited")

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The seconds of `Retry-After`, and 1 for a date, or whatever else a proxy may have made of it. */
const seconds = (header: string | null) => Math.max(1, Number.parseInt(header ?? "", 10) || 1)

const problemIn = <Code extends ProblemCode>(body: unknown, headers: Headers, codes: ReadonlyArray<Code>) => {
  if (!isLike(body, document)) return undefined
  const code = [...codes, ...commonCodes].find((known) => known === body["code"])
  // The type is Latchkey's alone: a problem of another service may well have the same code.
  if (code === undefined || body["type"] !== `urn:latchkey:problem:${code}` || !isLike(body, extras[code] ?? {})) {
    return undefined
  }
  const problem = isRetryable(code) ? { ...body, retryAfterSeconds: seconds(headers.get("retry-after")) } : body
  return problem as unknown as ProblemOf<Code>
}

/** A field of the input as a part of the path. */
const part = (input: object | undefined, name: string) => encodeURIComponent(String((input as Fields)[name]))

/**
 * Makes a request, and never rejects. A redirect is not followed: a password must not go where nobody meant to send it.
 */
export const call = async <A extends object, Code extends ProblemCode>(
  { baseUrl = "", fetch: fetchOfOnesOwn }: ClientOptions,
  { codes, data, fields, method, path }: Endpoint<A, Code>,
  options: CallOptions | undefined,
  input?: object
): Promise<Result<A, ProblemOf<Code>>> => {
  const signal = options?.signal ?? null
  try {
    const url = baseUrl.replace(/\/+$/, "") + path.replace(/\{(\w+)\}/, (_, name) => part(input, name))
    // Called as a plain function, which is how a browser wants its own to be called.
    const response = await (fetchOfOnesOwn ?? fetch)(url, {
      method,
      headers: fields ? { "content-type": "application/json" } : {},
      body: fields ? JSON.stringify(input, fields) : null,
      credentials: "include",
      cache: "no-store",
      redirect: "manual",
      signal
    })
    const body = parse(await response.text())
    if (response.ok && isLike(body, data)) return { ok: true, data: body as A & Fields }
    const problem = response.ok ? undefined : problemIn(body, response.headers, codes)
    return { ok: false, problem: problem ?? { code: "unexpected_reply", status: response.status } }
  } catch (cause) {
    return { ok: false, problem: signal?.aborted ? { code: "aborted" } : { code: "network_error", cause } }
  }
}
