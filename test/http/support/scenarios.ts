import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { Reply } from "@latchkey/test-support/HttpClient"
import type { Service } from "@latchkey/test-support/Service"
import {
  asAdmin,
  instances,
  jsonType,
  newEmail,
  password,
  requestLink,
  session,
  signIn,
  signOut,
  signOutAll,
  acceptInvitation,
  changeEmail,
  confirmEmail,
  restoreEmail,
  account,
  deleteAccount,
  accountLanguage,
  exportAccount,
  keepAccount,
  signUp,
  verify,
  verifyCode,
  verifySignUp
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
  return { browser, credentials, link: await service.lastLink(credentials.email) }
}

const tokenIn = (link: string) => /token=([\w-]{43})$/.exec(link)?.[1] ?? ""

/** Requests a change of a verified address, and returns the token that was sent. */
const withEmailChange = async (service: Service) => {
  const { browser, link, credentials } = await withLink(service)
  await browser.get(link)
  const email = newEmail()
  await browser.post(changeEmail, { email, currentPassword: password })
  return { browser, former: credentials.email, token: tokenIn(await service.lastEmailChange(email)) }
}

const users = `${instances}/default/users`

const invitations = `${instances}/default/invitations`

const suppressions = `${instances}/default/email-suppressions`
const emailText = `${instances}/default/email-texts/invitation/en`
const providers = `${instances}/default/identity-providers`

/** Deletes the identity providers: an instance has no more than twenty. */
const withoutProviders = async (service: Service) => {
  const { json } = await service.browser().get(providers, asAdmin)
  for (const { id } of [json["identityProviders"]].flat() as ReadonlyArray<{ readonly id: string }>) {
    await service.browser().send("DELETE", `${providers}/${id}`, { headers: asAdmin })
  }
}

const provider = { kind: "google", clientId: "client", clientSecret: "secret" }

/** Adds an identity provider, and returns its path. */
const withProvider = async (service: Service) => {
  await withoutProviders(service)
  await service.browser().post(providers, provider, asAdmin)
  return `${providers}/google`
}

const ownText = { subject: "Join us", text: "{{link}}", html: '<p><a href="{{link}}">Join us</a></p>' }

const putEmailText = (service: Service) =>
  service.browser().send("PUT", emailText, {
    headers: { ...asAdmin, "content-type": "application/json" },
    body: JSON.stringify(ownText)
  })

const invited = async (service: Service) => {
  const email = newEmail()
  const { json } = await service.browser().post(invitations, { email }, asAdmin)
  return { email, path: `${invitations}/${json["id"]}` }
}

/** Returns the path of a user who has signed up. */
const newUser = async (service: Service) => {
  const { json } = await service.browser().post(signUp, { email: newEmail(), password })
  return `${users}/${json["userId"]}`
}

/** Lets the instance verify addresses before it creates accounts, until the function that is returned has run. */
const verifyingFirst = async (service: Service) => {
  const set = (verification: "after" | "before") =>
    service.instances((directory) => directory.update(defaultId, { signUp: { verification } }))
  await set("before")
  return () => set("after")
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
    name: "completing a sign-up",
    prepare: async (service) => {
      const browser = service.browser()
      const email = newEmail()
      const restore = await verifyingFirst(service)
      await browser.post(signUp, { email, password })
      await restore()
      const token = new URL(await service.lastSignUpLink(email), service.origin).searchParams.get("token")
      return () => browser.post(verifySignUp, { token })
    }
  },
  {
    name: "sign-in",
    prepare: async (service) => {
      const { browser, credentials } = await signedUp(service)
      // Reads the schemes of the accounts' hashes, which the next attempts use for two minutes.
      await service.browser().post(signIn, { email: newEmail(), password })
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
    name: "using a code",
    prepare: async (service) => {
      const emailConfig = { magicLinkCodes: true }
      await service.instances((directory) => directory.update(defaultId, { emailConfig }))
      const { browser, credentials } = await withLink(service)
      const code = await service.lastCode(credentials.email)
      return () => browser.post(verifyCode, { code })
    }
  },
  {
    name: "requesting a change of the email address",
    prepare: async (service) => {
      const { browser } = await signedUp(service)
      const email = newEmail()
      return () => browser.post(changeEmail, { email, currentPassword: password })
    }
  },
  {
    name: "changing the email address",
    prepare: async (service) => {
      const { browser, token } = await withEmailChange(service)
      return () => browser.post(confirmEmail, { token })
    }
  },
  {
    name: "restoring the former email address",
    prepare: async (service) => {
      const { browser, former, token } = await withEmailChange(service)
      await browser.post(confirmEmail, { token })
      const restore = tokenIn(await service.lastEmailRestore(former))
      return () => service.browser().post(restoreEmail, { token: restore })
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
  },
  {
    name: "deleting an instance",
    prepare: async (service) => {
      const { json } = await service.browser().post(instances, { name: "Acme" }, asAdmin)
      return () => service.browser().send("DELETE", `${instances}/${json["id"]}`, { headers: asAdmin })
    }
  },
  {
    name: "listing users",
    prepare: async (service) => () => service.browser().get(users, asAdmin)
  },
  {
    name: "creating a user",
    prepare: async (service) => {
      const user = { email: newEmail(), externalId: newEmail(), password }
      return () => service.browser().post(users, user, asAdmin)
    }
  },
  {
    name: "getting a user",
    prepare: async (service) => {
      const path = await newUser(service)
      return () => service.browser().get(path, asAdmin)
    }
  },
  {
    name: "updating a user",
    prepare: async (service) => {
      const path = await newUser(service)
      const body = JSON.stringify({ email: newEmail(), externalId: null, password: "another horse battery" })
      return () => service.browser().send("PATCH", path, { headers: { ...asAdmin, ...jsonType }, body })
    }
  },
  {
    name: "deleting a user",
    prepare: async (service) => {
      const path = await newUser(service)
      return () => service.browser().send("DELETE", path, { headers: asAdmin })
    }
  },
  {
    name: "listing the sessions of a user",
    prepare: async (service) => {
      const path = await newUser(service)
      return () => service.browser().get(`${path}/sessions`, asAdmin)
    }
  },
  {
    name: "making a sign-in link for a user",
    prepare: async (service) => {
      const path = await newUser(service)
      return () => service.browser().post(`${path}/sign-in-links`, { delivery: "response" }, asAdmin)
    }
  },
  {
    name: "revoking every session of a user",
    prepare: async (service) => {
      const path = await newUser(service)
      return () => service.browser().send("DELETE", `${path}/sessions`, { headers: asAdmin })
    }
  },
  {
    name: "reading the account",
    prepare: async (service) => {
      const { browser } = await signedUp(service)
      return () => browser.get(account)
    }
  },
  {
    name: "choosing the language",
    prepare: async (service) => {
      const { browser } = await signedUp(service)
      return () => browser.send("PUT", accountLanguage, { headers: jsonType, body: JSON.stringify({ language: "de" }) })
    }
  },
  {
    name: "downloading what is stored",
    prepare: async (service) => {
      const { browser } = await signedUp(service)
      return () => browser.get(exportAccount)
    }
  },
  {
    name: "deleting the account",
    prepare: async (service) => {
      const { browser } = await signedUp(service)
      return () => browser.post(deleteAccount, { currentPassword: password })
    }
  },
  {
    name: "keeping the account",
    prepare: async (service) => {
      const { browser } = await signedUp(service)
      await browser.post(deleteAccount, { currentPassword: password })
      return () => browser.post(keepAccount)
    }
  },
  {
    name: "listing invitations",
    prepare: async (service) => () => service.browser().get(invitations, asAdmin)
  },
  {
    name: "inviting an address",
    prepare: async (service) => {
      const email = newEmail()
      return () => service.browser().post(invitations, { email }, asAdmin)
    }
  },
  {
    name: "withdrawing an invitation",
    prepare: async (service) => {
      const { path } = await invited(service)
      return () => service.browser().send("DELETE", path, { headers: asAdmin })
    }
  },
  {
    name: "listing the audit log",
    prepare: async (service) => () => service.browser().get("/v1/admin/audit-log", asAdmin)
  },
  {
    name: "listing events",
    prepare: async (service) => () => service.browser().get(`${instances}/default/events`, asAdmin)
  },
  {
    name: "listing suppressed addresses",
    prepare: async (service) => () => service.browser().get(suppressions, asAdmin)
  },
  {
    name: "lifting a suppression",
    prepare: async (service) => {
      const suppression = Samples.emailSuppression(defaultId)
      await service.run(Effect.flatMap(EmailSuppressions, ({ put }) => put(suppression)))
      return () => service.browser().send("DELETE", `${suppressions}/${suppression.emailId}`, { headers: asAdmin })
    }
  },
  {
    name: "accepting an invitation",
    prepare: async (service) => {
      const { email } = await invited(service)
      const token = new URL(await service.lastInvitation(email), service.origin).searchParams.get("token")
      return () => service.browser().post(acceptInvitation, { token })
    }
  },
  {
    name: "listing identity providers as an operator",
    prepare: async (service) => () => service.browser().get(providers, asAdmin)
  },
  {
    name: "adding an identity provider",
    prepare: async (service) => {
      await withoutProviders(service)
      return () => service.browser().post(providers, provider, asAdmin)
    }
  },
  {
    name: "reading an identity provider",
    prepare: async (service) => {
      const path = await withProvider(service)
      return () => service.browser().get(path, asAdmin)
    }
  },
  {
    name: "changing an identity provider",
    prepare: async (service) => {
      const path = await withProvider(service)
      const headers = { ...asAdmin, ...jsonType }
      return () => service.browser().send("PATCH", path, { headers, body: JSON.stringify({ name: "Other" }) })
    }
  },
  {
    name: "deleting an identity provider",
    prepare: async (service) => {
      const path = await withProvider(service)
      return () => service.browser().send("DELETE", path, { headers: asAdmin })
    }
  },
  {
    name: "checking an identity provider",
    prepare: async (service) => {
      const path = await withProvider(service)
      return () => service.browser().send("POST", `${path}/check`, { headers: asAdmin })
    }
  },
  {
    name: "listing email texts",
    prepare: async (service) => {
      await putEmailText(service)
      return () => service.browser().get(`${instances}/default/email-texts`, asAdmin)
    }
  },
  {
    name: "reading an email text",
    prepare: async (service) => () => service.browser().get(emailText, asAdmin)
  },
  {
    name: "writing an email text",
    prepare: async (service) => () => putEmailText(service)
  },
  {
    name: "deleting an email text",
    prepare: async (service) => {
      await putEmailText(service)
      return () => service.browser().send("DELETE", emailText, { headers: asAdmin })
    }
  },
  {
    name: "previewing an email text",
    prepare: async (service) => () => service.browser().post(`${emailText}/preview`, ownText, asAdmin)
  },
  {
    name: "sending a test email",
    prepare: async (service) => {
      const email = newEmail()
      return () => service.browser().post(`${emailText}/test`, { email }, asAdmin)
    }
  }
]
