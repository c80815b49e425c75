/**
 * @since 0.1.0
 */
export * as Argon2Parameters from "./Argon2Parameters.ts"
export * as Argon2PasswordHasher from "./Argon2PasswordHasher.ts"
export * as CommonPasswordBlocklist from "./CommonPasswordBlocklist.ts"
export * as Crypto from "./Crypto.ts"
export * as HasherErrors from "./HasherErrors.ts"
export * as HashingMemory from "./HashingMemory.ts"
export * as HkdfSecretKeys from "./HkdfSecretKeys.ts"
export * as NodeIdGenerator from "./NodeIdGenerator.ts"
export * as NodeTokenGenerator from "./NodeTokenGenerator.ts"
export * as PwnedPasswords from "./PwnedPasswords.ts"
