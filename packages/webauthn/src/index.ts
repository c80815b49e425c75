export * as SimpleWebAuthn from "./SimpleWebAuthn.ts"
