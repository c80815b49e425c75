import type { MethodId } from "@latchkey/domain/instance/AuthenticationMethods"
import type { DashboardTexts } from "../DashboardTexts.ts"

/** Returns the name of a method to sign in. That of an app has its id as its name. */
export const methodName = ({ account }: DashboardTexts, id: MethodId): string => {
  const { methods }: { readonly methods: Readonly<Record<string, string | undefined>> } = account.user
  const text = id.replaceAll("_", " ")
  return methods[id] ?? `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
