import { defaultId } from "@latchkey/domain/instance/Instance"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Http from "@latchkey/http/Http"
import * as Pages from "@latchkey/pages/Pages"
import * as Layer from "effect/Layer"
import { start } from "@latchkey/test-support/HttpService"
import type { Browser } from "@latchkey/test-support/Browser"
import type { Reply } from "@latchkey/test-support/HttpClient"
import type { Service, ServiceOptions } from "@latchkey/test-support/Service"

/** Latchkey with its pages for users, mounted as the service mounts them. */
export const app = HttpLayerRouter.serve(
  Layer.mergeAll(Http.layerRoutes, Http.layerNotFound, Pages.layerRoutes).pipe(
    Layer.provide(Layer.mergeAll(Pages.layerMagicLinkPages, Pages.layerIdentityProviderPages, Pages.layerNotFoundPage))
  ),
  { disableLogger: true, disableListenLog: true }
)

/** Starts a service with pages, in memory and without slow hashes unless `options` say otherwise. */
export const startWithPages = <E = never>(options: Partial<ServiceOptions<E>> = {}): Promise<Service> =>
  start<E>({ app, ...options })

/** Where `startBesideApp` redirects to, and a page of its allowed origin. */
export const home = "https://www.example.com/start"
export const appPage = "https://app.example.com/orders?id=7"

/** Starts a service with pages whose default instance redirects to `home`, and allows the origin of `appPage`. */
export const startBesideApp = async (options: Partial<ServiceOptions<never>> = {}): Promise<Service> => {
  const service = await startWithPages(options)
  const origins = [new URL(appPage).origin]
  await service.instances((instances) => instances.update(defaultId, { redirectUrl: home, origins }))
  return service
}

/** The headers of a form on a page of the service, from a browser whose user or proxy forbids referrers. */
export const ownForm = { accept: "text/html", origin: "null", "sec-fetch-site": "same-origin" }

/** Posts a form as a browser does. */
export const postForm = (
  browser: Browser,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = ownForm
): Promise<Reply> =>
  browser.send("POST", path, {
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString()
  })

/** Returns the values of the inputs of a page, by name. */
export const valuesOf = ({ text }: Reply): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    [...text.matchAll(/<input([^>]*)>/g)].map(([, attributes = ""]) => [
      / name="([^"]*)"/.exec(attributes)?.[1],
      / value="([^"]*)"/.exec(attributes)?.[1]
    ])
  )

/** Returns the heading of a page. */
export const headingOf = ({ text }: Reply): string | undefined =>
  /<h1>([^<]*)<\/h1>/.exec(text)?.[1]?.replaceAll("&#39;", "'")
