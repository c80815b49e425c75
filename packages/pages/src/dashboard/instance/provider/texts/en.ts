/** The texts of the pages about sign-in providers, in English. */
import { format } from "../../../../language/en.ts"
import type { Reason } from "../../../core/reasons/Reason.ts"

export const texts = {
  title: "Sign-in providers",
  intro:
    "Users can sign in with an account that they have elsewhere. The sign-in page has a button for each provider that is turned on.",
  kind: "Kind",
  issuer: "Issuer",
  state: "State",
  on: "Turned on",
  off: "Turned off",
  add: "Add a provider",
  addIntro: "OpenID Connect is for any other provider, such as Keycloak, Okta, or another Latchkey.",
  unavailable: "This service can't reach sign-in providers, so users see none of them: no adapter is configured.",
  count: (count: number) => `${format.plural(count, { one: "# provider", other: "# providers" })}`,
  empty: {
    title: "No providers yet",
    text: "Add one, and users can sign in with an account that they have already, such as that at Google."
  },
  noKey: "No server key is configured, so a client secret can't be stored. Set SECRET_KEY, and restart the service.",
  addOidc: "Add an OpenID Connect provider",
  addOne: (name: string) => `Add ${name}`,
  provider: "Provider",
  redirectUri: "Redirect URI",
  addButton: "Add provider",
  notices: {
    deleted: "The provider is deleted.",
    added: "The provider is added, and the sign-in page has its button. Check it now.",
    disabled: "The provider is turned off. Users can't sign in with it.",
    enabled: "The provider is turned on. Users can sign in with it.",
    saved: "Saved."
  },
  topics: {
    adapter: "This service",
    algorithms: "Signatures",
    authorization_endpoint: "Sign-in page",
    client_secret: "Client secret",
    discovery: "Metadata",
    flow: "Sign-in flow",
    keys: "Keys",
    redirect_uri: "Redirect URI",
    token_endpoint: "Token endpoint",
    api: "GitHub",
    pkce: "PKCE"
  },
  ok: "OK",
  problem: "Problem",
  result: "Result of the check",
  nothingWrong: "Nothing is wrong, as far as the check can tell without a user.",
  problems: (count: number) => `${format.plural(count, { one: "There is a problem", other: "There are # problems" })}.`,
  stored: "stored",
  check: "Check",
  turnOff: "Turn off",
  turnOn: "Turn on",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText:
    "Users can no longer sign in with it. Those who have no other way to sign in can request a magic link, if magic links are turned on. Their linked accounts stay, and work again if you add a provider with the same issuer. To keep the settings, turn it off instead.",
  notDeleted: (reason: string) => `Not deleted. ${reason}`,
  reason: (reason: Reason) => `The provider ${reason}.`,
  otherField: (field: string, reason: Reason) => `“${field}” ${reason}.`,
  where: {
    google:
      "In the Google Cloud console, under “APIs & Services” and “Credentials”, create an OAuth client ID of the type “Web application” with this redirect URI. Google then shows the client ID and the client secret.",
    microsoft:
      "In the Microsoft Entra admin center, under “App registrations”, register an app with this redirect URI for the platform “Web”. Its overview shows the application (client) ID. Create the client secret under “Certificates & secrets”, and copy its value.",
    apple:
      "In your Apple Developer account, create a Services ID for “Sign in with Apple” with this redirect URI: its identifier is the client ID. Under “Keys”, create a key for “Sign in with Apple”, and download its .p8 file.",
    github:
      "On GitHub, under “Developer settings” and “OAuth Apps”, register an app with this redirect URI as its callback URL. GitHub then shows the client ID, and creates a client secret for you.",
    oidc: "At the provider, register a confidential client for the authorization code flow with this redirect URI. The provider then shows the client ID and the client secret."
  },
  fields: {
    name: {
      label: "Name",
      hint: "The button says it, as in “Continue with Google”."
    },
    issuer: {
      label: "Issuer",
      hint: "The URL that the provider names as its issuer, such as https://id.example.com. It can't be changed later."
    },
    microsoftIssuerHint:
      "As it is, it stands for the accounts of every organization. For those of one, replace {tenantid} with its tenant ID. It can't be changed later.",
    id: {
      label: "ID",
      hint: "Optional: what programs and the audit log call it. It can't be changed later."
    },
    clientId: {
      label: "Client ID"
    },
    teamId: {
      label: "Team ID",
      hint: "Ten letters and digits, at the top right of your Apple Developer account."
    },
    keyId: {
      label: "Key ID",
      hint: "Ten letters and digits, beside the key."
    },
    emailTrust: {
      label: "Verified email addresses of this provider",
      hint: "Choose anything but the first only for a provider that verifies every address itself. Otherwise, a user there could enter the address of someone else, and take over their account here.",
      options: {
        never: "Prove nothing: users verify them by email",
        claim: "Are verified here, too, but open no account that someone has verified",
        authoritative: "Are verified here, too, and open the account that has them"
      }
    },
    presetTrustHint:
      "The last choice is right for most. Latchkey accepts only addresses that this provider is responsible for.",
    scopes: {
      label: "More scopes",
      hint: "Optional, one per line: what the provider is asked for, in addition to what signing in needs."
    },
    nativeClientIds: {
      label: "Client IDs of native apps",
      hint: "Optional, one per line: apps that sign in with an ID token."
    },
    trustsMfa: {
      label: "Multi-factor sign-ins there count here",
      hint: "If the provider says that a user signed in with several factors, no second factor is asked for here."
    }
  },
  secret: {
    label: "Client secret",
    key: "Private key",
    whole: "The whole .p8 file.",
    optional: "Optional for a public client.",
    keep: "Leave it empty to keep the stored one.",
    encrypted: "It is stored encrypted, and never shown."
  }
}
