import type { Reply } from "@latchkey/test-support/HttpClient"
import type { Service } from "@latchkey/test-support/Service"
import {
  asAdmin,
  instances,
  newEmail,
  password,
  requestLink,
  session,
  signIn,
  signOut,
  signOutAll,
  signUp,
  verify
} from "@latchkey/test-support/contract"

/** A request that succeeds. `prepare` returns the function that sends it, so that a test can let its calls fail. */
export interface Scenario {
  readonly name: string
  readonly prepare: (service: Service) => Promise<() => Promise<Reply>>
}

const signedUp = async (service: Service) => {
  const browser = service.browser()
  const credentials = { email: newEmail(), password }
  await browser.post(signUp, credentials)
  return { browser, credentials }
}

const withLink = async (service: Service) => {
  const { browser, credentials } = await signedUp(service)
  await browser.post(requestLink, { email: credentials.email })
  return { browser, link: await service.lastLink(credentials.email) }
}

/** One for every endpoint that uses the store, and for every way to use a magic link. */
export const scenarios: ReadonlyArray<Scenario> = [
  {
    name: "sign-up",
    prepare: async (service) => {
      const credentials = { email: newEmail(), password }
      return () => service.browser().post(signUp, credentials)
    }
  },
  {
    name: "sign-in",
    prepare: async (service) => {
      const { browser, credentials } = await signedUp(service)
      return () => browser.post(signIn, credentials)
    }
  },
  {
    name: "getting the session",
    prepare: async (service) => {
      const { browser } = await signedUp(service)
      service.advance(600_000)
      return () => browser.get(session)
    }
  },
  {
    name: "sign-out",
    prepare: async (service) => {
      const { browser } = await signedUp(service)
      return () => browser.post(signOut)
    }
  },
  {
    name: "sign-out on all devices",
    prepare: async (service) => {
      const { browser } = await signedUp(service)
      return () => browser.post(signOutAll)
    }
  },
  {
    name: "requesting a magic link",
    prepare: async (service) => {
      const email = newEmail()
      return () => service.browser().post(requestLink, { email })
    }
  },
  {
    name: "using a magic link in a program",
    prepare: async (service) => {
      const { link } = await withLink(service)
      return () => service.browser().get(link)
    }
  },
  {
    name: "opening a magic link on the client that requested it",
    prepare: async (service) => {
      const { browser, link } = await withLink(service)
      return () => browser.get(link, { accept: "text/html" })
    }
  },
  {
    name: "opening a magic link on another client",
    prepare: async (service) => {
      const { link } = await withLink(service)
      return () => service.browser().get(link, { accept: "text/html" })
    }
  },
  {
    name: "confirming a magic link",
    prepare: async (service) => {
      const { link } = await withLink(service)
      const token = new URL(link, service.origin).searchParams.get("token")
      return () => service.browser().post(verify, { token })
    }
  },
  {
    name: "listing instances",
    prepare: async (service) => () => service.browser().get(instances, asAdmin)
  },
  {
    name: "creating an instance",
    prepare: async (service) => () => service.browser().post(instances, { name: "Acme" }, asAdmin)
  },
  {
    name: "getting an instance",
    prepare: async (service) => () => service.browser().get(`${instances}/default`, asAdmin)
  },
  {
    name: "updating an instance",
    prepare: async (service) => {
      const patch = { headers: { ...asAdmin, "content-type": "application/json" }, body: '{"name":"Latchkey"}' }
      return () => service.browser().send("PATCH", `${instances}/default`, patch)
    }
  }
]
