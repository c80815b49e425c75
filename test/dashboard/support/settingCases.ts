import { expect } from "vitest"

interface Case {
  readonly section: string
  /** Valid input, by label. */
  readonly valid: Readonly<Record<string, string>>
  /** What is stored after it. */
  readonly stored: object
  /** Invalid input, by label. */
  readonly invalid: Readonly<Record<string, string>>
  readonly errors: ReadonlyArray<string>
}

/** Valid and invalid input for each section, the stored settings, and the error messages. */
export const cases: ReadonlyArray<Case> = [
  {
    section: "general",
    valid: {
      Name: "Acme",
      Hosts: "auth.acme.example\n\n  login.acme.example ",
      "Allowed origins": "https://app.acme.example"
    },
    stored: {
      name: "Acme",
      hosts: ["auth.acme.example", "login.acme.example"],
      origins: ["https://app.acme.example"]
    },
    invalid: {
      Name: "",
      Hosts: "fine.example\nhttps://no.example",
      "Redirect URL": "/relative",
      "Allowed origins": "app.acme.example"
    },
    errors: [
      "Name must be 1 to 100 characters, and no control characters.",
      "Line 2 must be a host name without scheme, port or final dot, in lower case.",
      "Line 1 must be an origin such as https://app.example.com.",
      "Redirect URL must be an absolute http or https URL."
    ]
  },
  {
    section: "appearance",
    valid: {
      "Logo URL": "https://acme.example/logo.svg",
      "Button color": "#0a7d55",
      Corners: "pill",
      Font: "serif",
      "Terms URL": "https://acme.example/terms",
      "Support URL": "mailto:help@acme.example"
    },
    stored: {
      branding: {
        logoUrl: "https://acme.example/logo.svg",
        accentColor: "#0a7d55",
        corners: "pill",
        font: "serif",
        termsUrl: "https://acme.example/terms",
        privacyUrl: null,
        supportUrl: "mailto:help@acme.example"
      }
    },
    invalid: {
      "Logo URL": "http://acme.example/logo.svg",
      "Button color": "green",
      "Privacy URL": "javascript:alert(1)",
      "Support URL": "help@acme.example"
    },
    errors: [
      "Logo URL must be an https URL.",
      "Button color must be a color such as #1f5eff.",
      "Privacy URL must be an https URL.",
      "Support URL must be an https URL, or a mailto URL such as mailto:help@example.com."
    ]
  },
  {
    section: "limits",
    valid: { Limit: "7", "Window in seconds": "70" },
    stored: { rateLimits: expect.objectContaining({ signUpPerIp: { limit: 7, windowSeconds: 70 } }) },
    invalid: { Limit: "0", "Window in seconds": "many" },
    errors: [
      "Limit must be a whole number from 1 to 1000.",
      "Window in seconds must be a whole number from 1 to 86400."
    ]
  },
  {
    section: "lifetimes",
    valid: { "Absolute lifetime in seconds": "86400", "Idle timeout in seconds": "3600" },
    stored: {
      sessionConfig: expect.objectContaining({ absoluteLifetimeSeconds: 86_400, idleLifetimeSeconds: 3600 })
    },
    invalid: { "Absolute lifetime in seconds": "8.5", "Idle timeout in seconds": "" },
    errors: [
      "Absolute lifetime in seconds must be a whole number of seconds from 60 to 34560000.",
      "Idle timeout in seconds must be a whole number of seconds from 60 to 34560000."
    ]
  },
  {
    section: "tokens",
    valid: {
      "Sign-in on other devices": "on",
      "Personal access tokens": "on",
      "Scopes of personal access tokens": "reports:read\nreports:write",
      "Audiences of access tokens": "https://api.acme.example",
      "Claims of access tokens": "plan"
    },
    stored: {
      tokenConfig: {
        deviceSignIn: true,
        personalTokens: true,
        scopes: ["reports:read", "reports:write"],
        audiences: ["https://api.acme.example"],
        claims: ["plan"]
      }
    },
    invalid: {
      "Scopes of personal access tokens": "fine\nnot fine",
      "Audiences of access tokens": "a\na",
      "Claims of access tokens": "sub"
    },
    errors: [
      "Line 2 must be 1 to 100 visible ASCII characters, without quotation marks and backslashes.",
      "Audiences of access tokens must not name an audience twice.",
      "Line 1 must not be a claim that Latchkey sets, or that a standard defines."
    ]
  },
  {
    section: "password-policy",
    valid: { "Minimum length": "12" },
    stored: { sessionConfig: expect.objectContaining({ passwordPolicy: expect.objectContaining({ minLength: 12 }) }) },
    invalid: { "Minimum length": "7" },
    errors: ["Minimum length must be a whole number from 8 to 64."]
  }
]
