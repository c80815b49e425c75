/** The identities of records: whose they are, and what is wrong with them. */
import * as Either from "effect/Either"
import { type Identity, type IdentityKey, maxIdentities } from "../../account/IdentityRepository.ts"
import type { UserId } from "../../core/Ids.ts"
import { type IdentityProviders, isIssuerOf } from "../../instance/IdentityProvider.ts"
import type { ImportedIdentity } from "../UserImport.ts"
import type * as ImportMatching from "./ImportMatching.ts"

/** An identity with the issuer that it was imported with, or that its provider has. */
export interface ResolvedIdentity extends IdentityKey {
  readonly label: Identity["label"]
}

const keyOf = ({ issuer, subject }: IdentityKey): string => `${issuer} ${subject}`

const refuse = (reason: string) => Either.left<ImportMatching.Refusal>({ field: "identities", reason })

const resolveOne = (
  providers: IdentityProviders,
  { issuer, label, provider, subject }: ImportedIdentity
): Either.Either<ResolvedIdentity, ImportMatching.Refusal> => {
  if ((issuer === undefined) === (provider === undefined)) return refuse("must each have an issuer or a provider")
  if (issuer !== undefined) return Either.right({ issuer, subject, label })
  const found = providers.find(({ id }) => id === provider)
  if (found === undefined) return refuse("name a provider that the instance does not have")
  return isIssuerOf(found, found.issuer)
    ? Either.right({ issuer: found.issuer, subject, label })
    : refuse("name a provider of many tenants: give the issuer of the tenant")
}

/** Returns the identities of a record with their issuers, or what is wrong with them. */
export const resolve = (
  providers: IdentityProviders,
  identities: ReadonlyArray<ImportedIdentity>
): Either.Either<ReadonlyArray<ResolvedIdentity>, ImportMatching.Refusal> =>
  Either.flatMap(Either.all(identities.map((one) => resolveOne(providers, one))), (all) => {
    if (all.length > maxIdentities) return refuse(`must be at most ${maxIdentities}`)
    return new Set(all.map(keyOf)).size === all.length ? Either.right(all) : refuse("must be different")
  })

/** Whose the identities are: of stored users, and of records before this one. */
export const makeOwners = (stored: ReadonlyArray<Identity>) => {
  const owners = new Map<string, UserId>(stored.map((identity) => [keyOf(identity), identity.userId]))
  const ownerOf = (identity: IdentityKey) => owners.get(keyOf(identity))
  return {
    add: (userId: UserId, identities: ReadonlyArray<ResolvedIdentity>): void => {
      for (const identity of identities) owners.set(keyOf(identity), userId)
    },
    /** Returns what is wrong with the identities of a record that is for that user, or for a new one. */
    problemOf: (
      identities: ReadonlyArray<ResolvedIdentity>,
      userId: UserId | undefined
    ): ImportMatching.Refusal | undefined => {
      const found = identities.map(ownerOf)
      if (found.some((owner) => owner !== undefined && owner !== userId)) {
        return { field: "identities", reason: "contain one that belongs to another user" }
      }
      return userId !== undefined && found.includes(undefined)
        ? { field: "identities", reason: "contain one that the user who exists does not have" }
        : undefined
    }
  }
}
