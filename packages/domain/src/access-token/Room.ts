/** What the room of access tokens consists of. */
import * as AccessTokens from "./AccessTokens.ts"
import * as InspectAccessToken from "./InspectAccessToken.ts"
import * as SigningKeyAdministration from "./SigningKeyAdministration.ts"
import { SigningKeyRepository } from "./SigningKeyRepository.ts"
import * as SigningKeys from "./SigningKeys.ts"

/** The ports that store data. */
export const storage = [SigningKeyRepository] as const

/** What the use cases of this room and of later ones share. */
export const internal = { SigningKeys }

/** The use cases. Each may use those before it. */
export const useCases = { AccessTokens, InspectAccessToken, SigningKeyAdministration }

/** What is stored encrypted. */
export { stored as secrets } from "./SigningKeys.ts"

/** What it records. */
export { auditActions } from "./AccessTokenRecords.ts"
