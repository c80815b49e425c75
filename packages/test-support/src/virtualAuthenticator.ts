import type { CDPSession, Page } from "playwright-core"

/**
 * - `isUserVerified`: whether the user passes the check of the device, such as a fingerprint.
 * - `transport`: `internal` for a device with a screen lock, `usb` for a security key.
 * - `protocol`: `u2f` for a security key from before passkeys, which finds no passkey and verifies no user.
 * - `hasResidentKey`, `hasUserVerification`: whether it finds passkeys by itself, and can verify the user.
 */
export interface AuthenticatorOptions {
  readonly hasResidentKey?: boolean
  readonly hasUserVerification?: boolean
  readonly protocol?: "ctap2" | "u2f"
  readonly isUserVerified?: boolean
  readonly transport?: "internal" | "usb"
}

/** An authenticator of a page, in the place of a real one. */
export interface VirtualAuthenticator {
  readonly credentials: () => Promise<ReadonlyArray<{ readonly credentialId: string }>>
  readonly setUserVerified: (isUserVerified: boolean) => Promise<void>
  /** Moves its passkeys to the authenticator of another page, as a password manager does. */
  readonly copyTo: (other: VirtualAuthenticator) => Promise<void>
  readonly add: (credential: object) => Promise<void>
}

type Credential = Awaited<ReturnType<typeof sendGetCredentials>>[number]

const sendGetCredentials = async (session: CDPSession, authenticatorId: string) =>
  (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials

/** Gives a page an authenticator that keeps passkeys (WebAuthn domain of the DevTools protocol). */
export const addAuthenticator = async (
  page: Page,
  {
    hasResidentKey = true,
    hasUserVerification = true,
    isUserVerified = true,
    protocol = "ctap2",
    transport = "internal"
  }: AuthenticatorOptions = {}
): Promise<VirtualAuthenticator> => {
  const session = await page.context().newCDPSession(page)
  await session.send("WebAuthn.enable", { enableUI: false })
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol,
      transport,
      hasResidentKey,
      hasUserVerification,
      isUserVerified,
      automaticPresenceSimulation: true
    }
  })
  const credentials = () => sendGetCredentials(session, authenticatorId)
  const add = async (credential: object) => {
    await session.send("WebAuthn.addCredential", { authenticatorId, credential: credential as Credential })
  }
  return {
    add,
    credentials,
    setUserVerified: async (isUserVerified) => {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified })
    },
    copyTo: async (other) => {
      for (const credential of await credentials()) await other.add(credential)
    }
  }
}
