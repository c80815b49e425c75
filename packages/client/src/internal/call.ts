import type { CallOptions, ClientOptions } from "../Options.ts"
import type { ProblemCode, ProblemOf, Result } from "../Problem.ts"
import { commonCodes, type Endpoint } from "./endpoints.ts"
import { additions, document, isRetryable } from "./problems.ts"

type Fields = Readonly<Record<string, unknown>>

const kindOf = (value: unknown): string => (Array.isArray(value) ? "array" : typeof value)

/**
 * Returns `true` if a reply has every field of the example. One that is `null` there may have any value. A newer
 * Latchkey may send more.
 */
const isLike = (value: unknown, example: object): value is Fields =>
  typeof value === "object" &&
  value !== null &&
  Object.entries(example).every(([name, part]) =>
    part === null ? name in value : kindOf((value as Fields)[name]) === kindOf(part)
  )

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses `Retry-After`. Returns 1 for a date, or anything else that a proxy made of it. */
const parseSeconds = (header: string | null) => Math.max(1, Number.parseInt(header ?? "", 10) || 1)

const problemIn = <Code extends ProblemCode>(body: unknown, headers: Headers, codes: ReadonlyArray<Code>) => {
  if (!isLike(body, document)) return undefined
  const code = [...codes, ...commonCodes].find((known) => known === body["code"])
  // Only Latchkey uses this type. Problems of another service may have the same code.
  if (code === undefined || body["type"] !== `urn:latchkey:problem:${code}` || !isLike(body, additions[code] ?? {})) {
    return undefined
  }
  const problem = isRetryable(code) ? { ...body, retryAfterSeconds: parseSeconds(headers.get("retry-after")) } : body
  return problem as unknown as ProblemOf<Code>
}

/** Encodes a field of the input as a segment of the path. */
const segment = (input: object | undefined, name: string) => encodeURIComponent(String((input as Fields)[name]))

/** Returns the fields of an endpoint alone: a value of the app may have more. */
const pick = (input: Fields, fields: ReadonlyArray<string>) =>
  Object.fromEntries(fields.map((name) => [name, input[name]]))

/** Makes a request. Never rejects. Follows no redirect, which could send a password to another server. */
export const call = async <A extends object, Code extends ProblemCode>(
  { baseUrl = "", fetch: customFetch }: ClientOptions,
  { codes, data, fields, method, path }: Endpoint<A, Code>,
  options: CallOptions | undefined,
  input?: object
): Promise<Result<A, ProblemOf<Code>>> => {
  const signal = options?.signal ?? null
  try {
    const url = baseUrl.replace(/\/+$/, "") + path.replace(/\{(\w+)\}/, (_, name) => segment(input, name))
    // Called without a receiver: browsers reject their own `fetch` as the method of another object.
    const response = await (customFetch ?? fetch)(url, {
      method,
      headers: fields ? { "content-type": "application/json" } : {},
      body: fields ? JSON.stringify(pick(input as Fields, fields)) : null,
      credentials: "include",
      cache: "no-store",
      redirect: "manual",
      signal
    })
    const body = parse(await response.text())
    if (response.ok && data.some((example) => isLike(body, example))) return { ok: true, data: body as A & Fields }
    const problem = response.ok ? undefined : problemIn(body, response.headers, codes)
    return { ok: false, problem: problem ?? { code: "unexpected_reply", status: response.status } }
  } catch (cause) {
    return { ok: false, problem: signal?.aborted ? { code: "aborted" } : { code: "network_error", cause } }
  }
}
