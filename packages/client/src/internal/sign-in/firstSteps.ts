/** The steps before and at the first factor. */
import type { LinkSentStep, SignUpSentStep, StartStep } from "../../SignIn.ts"
import { begun } from "./Machine.ts"
import type { At, Moves } from "./Moves.ts"
import { offerPasskeys } from "./PasskeySignIn.ts"

const signUpSent = (moves: Moves, email: string): SignUpSentStep => {
  const { startOver } = moves.at("sign-up-sent")
  return { ...begun("sign-up-sent"), email, startOver }
}

const requestLink = (moves: Moves, { act }: At, email: string) =>
  act(
    (options) => moves.client.requestMagicLink({ email }, options),
    () => linkSent(moves, email)
  )

const linkSent = (moves: Moves, email: string): LinkSentStep => {
  const at = moves.at("link-sent")
  return {
    ...begun("link-sent"),
    email,
    enterCode: (code) => at.act((options) => moves.client.verifyMagicLinkCode({ code }, options), moves.proceed),
    requestAgain: () => requestLink(moves, at, email),
    startOver: at.startOver
  }
}

/** Makes the first step. */
export const startStep = (moves: Moves): StartStep => {
  const { proceed, client } = moves
  const at = moves.at("start")
  const start: StartStep = {
    ...begun("start"),
    signIn: (input) => at.act((options) => client.signIn(input, options), proceed),
    signUp: (input) =>
      at.act(
        (options) => client.signUp(input, options),
        (data) => ("ok" in data ? signUpSent(moves, input.email) : proceed(data))
      ),
    requestLink: ({ email }) => requestLink(moves, at, email),
    signInWithPasskey: at.askForPasskey,
    offerPasskeys: () => {
      const ended = new AbortController()
      void offerPasskeys(moves, ended.signal)
      return () => ended.abort()
    },
    visitIdentityProvider: async (input) => {
      let url: string | undefined
      const visit = (found: { readonly url: string }) => {
        url = found.url
        return start
      }
      await at.act((options) => client.signInWithIdentityProvider(input, options), visit)
      return url
    }
  }
  return start
}
