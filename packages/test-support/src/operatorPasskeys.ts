import type { Role } from "@latchkey/domain/operator/Role"
import { newEmail } from "./contract.ts"
import { addOperator, FormBrowser } from "./operator.ts"
import type { Service } from "./Service.ts"
import { makeAuthenticator } from "./softwareAuthenticator.ts"

export type Keys = ReturnType<typeof makeAuthenticator>

const signIn = "/dashboard/sign-in"
export const own = "/dashboard/account/passkeys"
export const ownOptions = "/dashboard/v1/auth/passkeys/registration/options"
export const signInOptions = "/dashboard/v1/auth/passkeys/sign-in/options"

/** What the script of a page sends. */
const ofScript = { "content-type": "application/json", "sec-fetch-site": "same-origin" }
export const ask = (browser: FormBrowser, path: string, headers: Record<string, string> = {}) =>
  browser.send("POST", path, { headers: { ...ofScript, ...headers }, body: "{}" })

/** Makes the functions that add and use passkeys of operators, as the script does. */
export const passkeysOf = (service: () => Service) => {
  const newBrowser = () => new FormBrowser(service().origin)
  const open = async (role: Role = "viewer", email = newEmail()) => {
    const { id, token } = await addOperator(service(), role, email)
    const browser = newBrowser()
    return { id, browser, entered: await browser.submit("/dashboard/enter", { token }) }
  }
  const add = async (browser: FormBrowser, keys = makeAuthenticator(service().origin), fields = {}) => {
    const options = await ask(browser, ownOptions)
    const credential = JSON.stringify(keys.create(options.json as never))
    return { keys, options, added: await browser.submit(own, { credential, ...fields }) }
  }
  const withPasskey = async (role: Role = "viewer", email = newEmail()) => {
    const { browser, id } = await open(role, email)
    const { keys } = await add(browser)
    return { id, browser, keys }
  }
  const answer = async (browser: FormBrowser, keys: Keys) =>
    JSON.stringify(keys.get((await ask(browser, signInOptions)).json as never))
  const signInWith = async (keys: Keys, browser = newBrowser(), to = "", fields = {}) => {
    const reply = await browser.submit(`${signIn}/passkey`, {
      credential: await answer(browser, keys),
      return_to: to,
      ...fields
    })
    return { browser, reply }
  }
  return { add, answer, newBrowser, open, signInWith, withPasskey }
}
