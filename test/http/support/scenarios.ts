import type { Reply } from "../../support/HttpClient.ts"
import type { Service } from "../../support/Service.ts"
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
} from "./contract.ts"

/** A request that succeeds, made in two steps, so that the second can be disturbed. */
export interface Scenario {
  readonly name: string
  readonly prepare: (service: Service) => Promise<() => Promise<Reply>>
}

const signedUp = async (service: Service) => {
  const person = service.browser()
  const credentials = { email: newEmail(), password }
  await person.post(signUp, credentials)
  return { person, credentials }
}

const withLink = async (service: Service) => {
  const { credentials, person } = await signedUp(service)
  await person.post(requestLink, { email: credentials.email })
  return { person, link: await service.lastLink(credentials.email) }
}

/** One for every endpoint that touches the store, and for each way that a link is used. */
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
      const { credentials, person } = await signedUp(service)
      return () => person.post(signIn, credentials)
    }
  },
  {
    name: "session",
    prepare: async (service) => {
      const { person } = await signedUp(service)
      service.advance(600_000)
      return () => person.get(session)
    }
  },
  {
    name: "sign-out",
    prepare: async (service) => {
      const { person } = await signedUp(service)
      return () => person.post(signOut)
    }
  },
  {
    name: "sign-out everywhere",
    prepare: async (service) => {
      const { person } = await signedUp(service)
      return () => person.post(signOutAll)
    }
  },
  {
    name: "asking for a link",
    prepare: async (service) => {
      const email = newEmail()
      return () => service.browser().post(requestLink, { email })
    }
  },
  {
    name: "using a link as a program",
    prepare: async (service) => {
      const { link } = await withLink(service)
      return () => service.browser().get(link)
    }
  },
  {
    name: "opening a link in the browser that asked",
    prepare: async (service) => {
      const { link, person } = await withLink(service)
      return () => person.get(link, { accept: "text/html" })
    }
  },
  {
    name: "opening a link in another browser",
    prepare: async (service) => {
      const { link } = await withLink(service)
      return () => service.browser().get(link, { accept: "text/html" })
    }
  },
  {
    name: "pressing the button",
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
    name: "reading an instance",
    prepare: async (service) => () => service.browser().get(`${instances}/default`, asAdmin)
  },
  {
    name: "changing an instance",
    prepare: async (service) => {
      const change = { headers: { ...asAdmin, "content-type": "application/json" }, body: '{"name":"Latchkey"}' }
      return () => service.browser().send("PATCH", `${instances}/default`, change)
    }
  }
]
