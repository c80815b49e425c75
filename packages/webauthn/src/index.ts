/**
 * @since 0.1.0
 */
export * as SimpleWebAuthn from "./SimpleWebAuthn.ts"
