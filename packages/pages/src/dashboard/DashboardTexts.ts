/** The texts of the dashboard. A room that lacks a text in one of the languages does not compile. */
import type { BuiltIn } from "@latchkey/domain/language/BuiltIn"
import * as Record from "effect/Record"
import * as Account from "./account/Texts.ts"
import * as Audit from "./audit/Texts.ts"
import * as Core from "./core/Texts.ts"
import * as Instance from "./instance/Texts.ts"
import * as Provider from "./instance/provider/Texts.ts"
import * as Invitation from "./invitation/Texts.ts"
import * as Mail from "./mail/Texts.ts"
import * as Operator from "./operator/Texts.ts"
import * as Webhook from "./webhook/Texts.ts"

/** The rooms with texts, under the names that pages use. */
const rooms = {
  core: Core,
  operator: Operator,
  instance: Instance,
  provider: Provider,
  account: Account,
  invitation: Invitation,
  mail: Mail,
  webhook: Webhook,
  audit: Audit
}

type Rooms = typeof rooms

/** All texts of the dashboard in one language. */
export type DashboardTexts = { readonly [Name in keyof Rooms]: Rooms[Name]["texts"]["en"] }

/** Returns the texts in a language. */
export const textsIn = (language: BuiltIn): DashboardTexts =>
  Record.map(rooms, ({ texts }) => texts[language]) as DashboardTexts
