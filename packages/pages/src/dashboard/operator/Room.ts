/** What the part of the dashboard about administrators consists of. */
import * as AccessPage from "./AccessPage.ts"
import * as ApiKeysPage from "./ApiKeysPage.ts"
import * as LanguagePage from "./LanguagePage.ts"
import * as OperatorAccountPage from "./OperatorAccountPage.ts"
import * as OperatorSignInPages from "./OperatorSignInPages.ts"
import * as OperatorsPage from "./OperatorsPage.ts"

/** Make the routes. */
export const routes = [
  OperatorSignInPages.make,
  OperatorAccountPage.make,
  AccessPage.make,
  OperatorsPage.make,
  ApiKeysPage.make,
  LanguagePage.make
] as const
