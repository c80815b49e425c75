/** The limit of downloads of what is stored about a user. */
import * as Limit from "../rate-limit/Limit.ts"

/** Downloads of one user. */
export const accountExportPerAccount = Limit.perUser("accountExportPerAccount", "sign_in", Limit.fixed(10, 3600))
