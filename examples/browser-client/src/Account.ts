/** What the page does, without the page. Each function returns the text to show. */
import type { createClient } from "@latchkey/client"

export type Latchkey = ReturnType<typeof createClient>

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** The page's own text for each code. Codes never change. */
const texts: Readonly<Record<string, string>> = {
  email_already_exists: "An account with this email already exists. Sign in instead.",
  invalid_credentials: "Wrong email address or password.",
  invalid_request: "Enter an email address.",
  magic_link_disabled: "Sign-in links are unavailable.",
  password_too_short: "Choose a longer or less common password.",
  unauthenticated: "You're not signed in."
}

const textOf = ({ code }: { readonly code: string }): string => texts[code] ?? "Something went wrong. Try again later."

export const make = (latchkey: Latchkey) => {
  const status = async (): Promise<string> => {
    const session = await latchkey.session()
    return session.ok ? `You're signed in as ${session.data.email}.` : textOf(session.problem)
  }

  const signUp = async (credentials: Credentials): Promise<string> => {
    const signedUp = await latchkey.signUp(credentials)
    if (!signedUp.ok) return textOf(signedUp.problem)
    return "userId" in signedUp.data ? status() : `We sent an email to ${credentials.email}. Open its link to continue.`
  }

  const signIn = async (credentials: Credentials): Promise<string> => {
    const signedIn = await latchkey.signIn(credentials)
    return signedIn.ok ? status() : textOf(signedIn.problem)
  }

  const requestLink = async ({ email }: Pick<Credentials, "email">): Promise<string> => {
    const requested = await latchkey.requestMagicLink({ email })
    return requested.ok ? `We sent a sign-in link to ${email}.` : textOf(requested.problem)
  }

  const signOut = async (): Promise<string> => {
    const signedOut = await latchkey.signOut()
    return signedOut.ok ? status() : textOf(signedOut.problem)
  }

  return { requestLink, signIn, signOut, signUp, status }
}
