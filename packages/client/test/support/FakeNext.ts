/**
 * Stands for the modules of Next.js that the kit imports, and for React's: the workspace has no Next.js. A full test runs
 * the kit in the real one.
 */

/** What Next.js keeps for each request. */
interface Rendering {
  readonly headers: Headers
  readonly cookies: Array<object>
  readonly cached: Map<unknown, unknown>
}

let current: Rendering

/** Begins a new request, and returns what is recorded of it. */
export const begin = (headers: Readonly<Record<string, string>>): Rendering => {
  current = { headers: new Headers(headers), cookies: [], cached: new Map() }
  return current
}

export const headers = async (): Promise<Headers> => current.headers

export const cookies = async () => ({ set: (cookie: object) => current.cookies.push(cookie) })

/** What `redirect` throws. */
export class FakeRedirect extends Error {}

export const redirect = (url: string): never => {
  throw new FakeRedirect(url)
}

export const NextResponse = { next: () => new Response(null, { headers: { "x-middleware-next": "1" } }) }

export const cache =
  <A>(get: () => A): (() => A) =>
  () => {
    if (!current.cached.has(get)) current.cached.set(get, get())
    return current.cached.get(get) as A
  }
