/** The form of a webhook. */
import { eventTypes } from "@latchkey/domain/event/Event"
import type { DashboardTexts } from "../DashboardTexts.ts"
import type { Field } from "../instance/SettingField.ts"

/** Makes its fields. The types of events have the names that programs get. */
export const fieldsOf = ({ webhook: { fields } }: DashboardTexts): ReadonlyArray<Field> => [
  { name: "url", kind: "text", ...fields.url },
  {
    name: "types",
    kind: "checks",
    ...fields.types,
    options: eventTypes.map((type) => ({ value: type, label: type }))
  }
]
