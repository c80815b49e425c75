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
let isPrerendering = false

/** Begins a new request, and returns what is recorded of it. */
export const begin = (headers: Readonly<Record<string, string>>): Rendering => {
  current = { headers: new Headers(headers), cookies: [], cached: new Map() }
  isPrerendering = false
  return current
}

/** Begins a rendering of a request whose result is kept for later, as for a prefetch. */
export const prerender = (headers: Readonly<Record<string, string>>): void => {
  begin(headers)
  isPrerendering = true
}

/** Waits for a request that is answered now: forever in a prerendering. */
export const connection = (): Promise<void> => (isPrerendering ? new Promise(() => undefined) : Promise.resolve())

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
