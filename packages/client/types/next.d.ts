/**
 * What `src/next.ts` needs of Next.js, so that the workspace does without it. It is not published: the types of an app
 * are Next's own, and a full test compiles this file's uses with them.
 */
declare module "next/headers" {
  export const headers: () => Promise<Headers>
  export const cookies: () => Promise<{
    readonly set: (cookie: {
      readonly name: string
      readonly value: string
      readonly maxAge: number
      readonly domain: string | undefined
      readonly secure: boolean
    }) => unknown
  }>
}

declare module "next/navigation" {
  export const redirect: (url: string) => never
}

declare module "next/server" {
  export const connection: () => Promise<void>
  export const NextResponse: {
    readonly next: () => Response
  }
}
