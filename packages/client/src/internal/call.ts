import type { CallOptions, ClientOptions } from "../Options.ts"
import type { Problem, Result } from "../Problem.ts"
import { additions, bodyCodes, commonCodes, type Endpoint, retryable } from "./endpoints.ts"

type Fields = Readonly<Record<string, unknown>>

const kindOf = (value: unknown): string => (Array.isArray(value) ? "array" : typeof value)

/**
 * Returns `true` if a reply has every field of the example. One that is `null` there may have any value, and one with
 * `[example]` is null or like that. A newer Latchkey may send more.
 */
const isLike = (value: unknown, example: object): value is Fields =>
  typeof value === "object" &&
  value !== null &&
  Object.entries(example).every(([name, part]) => {
    const field = (value as Fields)[name]
    if (part === null) return name in value
    return part[0] ? field === null || isLike(field, part[0]) : kindOf(field) === kindOf(part)
  })

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An example of what every problem document contains in addition to its `type`. */
const document = { title: "", status: 0, detail: "", code: "" }

/** Parses `Retry-After`. Returns 1 for a date, or anything else that a proxy made of it. */
const parseSeconds = (header: string | null) => Math.max(1, Number.parseInt(header ?? "", 10) || 1)

const problemIn = (body: unknown, headers: Headers, codes: Endpoint[3]) => {
  if (!isLike(body, document)) return undefined
  const code = codes.find((known) => known === body["code"])
  // Only Latchkey uses this type. Problems of another service may have the same code.
  if (!code || body["type"] !== `urn:latchkey:problem:${code}` || !isLike(body, additions[code] ?? {})) {
    return undefined
  }
  const wait = retryable.includes(code) ? { retryAfterSeconds: parseSeconds(headers.get("retry-after")) } : {}
  return { ...body, ...wait } as unknown as Problem
}

/** Encodes a field of the input as a segment of the path. */
const segment = (input: object | undefined, name: string) => encodeURIComponent(String((input as Fields)[name]))

/** Returns the fields of an endpoint alone: a value of the app may have more. */
const pick = (input: Fields, fields: ReadonlyArray<string>) =>
  Object.fromEntries(fields.map((name) => [name, input[name]]))

/** Makes a request. Never rejects. Follows no redirect, which could send a password to another server. */
export const call = async (
  { baseUrl = "", fetch: customFetch }: ClientOptions,
  [method, path, data, codes, fields]: Endpoint,
  options: CallOptions | undefined,
  input?: object
): Promise<Result<object>> => {
  const signal = options?.signal ?? null
  try {
    const url = `${baseUrl.replace(/\/+$/, "")}/v1/auth/${path.replace(/\{(\w+)\}/, (_, name) => segment(input, name))}`
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
    if (response.ok && data.some((example) => isLike(body, example))) return { ok: true, data: body as Fields }
    const known = [...codes, ...commonCodes, ...(fields ? bodyCodes : [])]
    const problem = response.ok ? undefined : problemIn(body, response.headers, known)
    return { ok: false, problem: problem ?? { code: "unexpected_reply", status: response.status } }
  } catch (cause) {
    return { ok: false, problem: signal?.aborted ? { code: "aborted" } : { code: "network_error", cause } }
  }
}
