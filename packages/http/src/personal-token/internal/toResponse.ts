import type { PersonalToken } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import * as Option from "effect/Option"
import type { PersonalTokenResponse } from "../PersonalTokenApi.ts"

/** Makes the reply about a token. */
export const toResponse = ({
  createdAt,
  expiresAt,
  id,
  lastUsedAt,
  name,
  scopes
}: PersonalToken): PersonalTokenResponse => ({
  id,
  name,
  scopes,
  createdAt,
  expiresAt: Option.getOrNull(expiresAt),
  lastUsedAt: Option.getOrNull(lastUsedAt)
})

/** Makes the reply about all tokens of a user. */
export const toListResponse = (tokens: ReadonlyArray<PersonalToken>) => ({ tokens: tokens.map(toResponse) })
