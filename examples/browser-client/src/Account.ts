/** What the page does, without the page: each answers what to say to the person. */
import type { createClient } from "@latchkey/client"

export type Latchkey = ReturnType<typeof createClient>

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Codes never change. The words for them are the page's own. */
const words: Readonly<Record<string, string>> = {
  email_already_exists: "There is an account with this address. Sign in instead.",
  invalid_credentials: "Wrong email address or password.",
  invalid_request: "Is that an email address?",
  magic_link_disabled: "Links by mail are switched off.",
  password_too_short: "Please choose a longer password.",
  unauthenticated: "Nobody is signed in."
}

const say = ({ code }: { readonly code: string }): string => words[code] ?? "That did not work. Please try again later."

export const make = (latchkey: Latchkey) => {
  const status = async (): Promise<string> => {
    const session = await latchkey.session()
    return session.ok ? `You are signed in as ${session.data.email}.` : say(session.problem)
  }

  const signUp = async (credentials: Credentials): Promise<string> => {
    const signedUp = await latchkey.signUp(credentials)
    return signedUp.ok ? status() : say(signedUp.problem)
  }

  const signIn = async (credentials: Credentials): Promise<string> => {
    const signedIn = await latchkey.signIn(credentials)
    return signedIn.ok ? status() : say(signedIn.problem)
  }

  const requestLink = async ({ email }: Pick<Credentials, "email">): Promise<string> => {
    const requested = await latchkey.requestMagicLink({ email })
    return requested.ok ? `A link is on its way to ${email}.` : say(requested.problem)
  }

  const signOut = async (): Promise<string> => {
    const signedOut = await latchkey.signOut()
    return signedOut.ok ? status() : say(signedOut.problem)
  }

  return { requestLink, signIn, signOut, signUp, status }
}
