import { defaultId } from "@latchkey/domain/instance/Instance"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import type { Page } from "playwright-core"
import type { Scene } from "./chromium.ts"
import { acme, configure, connectAccount, oneOfEach } from "./providers.ts"
import type { Openers } from "./steps.ts"

/** Turns providers of every kind on during `use`. */
const withProviders = async <A>({ service }: Scene, use: () => Promise<A>): Promise<A> => {
  await configure(service(), oneOfEach)
  try {
    return await use()
  } finally {
    await configure(service(), [])
  }
}

const providersOnly: InstancePatch = { authConfig: { password: false, magic_link: false, passkey: false } }
const allWaysIn: InstancePatch = { authConfig: { password: true, magic_link: true, passkey: true } }

const goTo = (path: string) => (scene: Scene, page: Page) => withProviders(scene, () => page.goto(path))

/** Signs up, connects two accounts, and opens a page. */
const connected = (path: string) => (scene: Scene, page: Page) =>
  withProviders(scene, async () => {
    const { email, page: other } = await scene.signedUp()
    await page.context().addCookies(await other.context().cookies())
    const [google] = oneOfEach
    for (const provider of [google ?? acme, { issuer: "https://former.example" }]) {
      await connectAccount(scene.service(), email, provider)
    }
    await page.goto(path)
  })

/** The pages of identity providers, by name. Those of an account have 10 minutes after a sign-in. */
export const identityOpeners: Openers = {
  "sign-in with identity providers": goTo("/sign-in"),
  "sign-up with identity providers": goTo("/sign-up"),
  "sign-in with identity providers only": async (scene, page) => {
    const set = (patch: InstancePatch) => scene.service().instances((instances) => instances.update(defaultId, patch))
    await withProviders(scene, async () => {
      await set(providersOnly)
      try {
        await page.goto("/sign-in")
      } finally {
        await set(allWaysIn)
      }
    })
  },
  "sign-in after a visit to an identity provider": goTo("/v1/auth/identity-providers/callback?state=none"),
  "connected accounts": connected("/account/identities"),
  "connect an account": connected("/account/identities?connect=github&failed=cancelled")
}
