/** What the part of the dashboard about instances consists of. */
import * as DeleteInstancePage from "./DeleteInstancePage.ts"
import * as InstancesPage from "./InstancesPage.ts"
import * as OverviewPage from "./OverviewPage.ts"
import * as ProviderPage from "./ProviderPage.ts"
import * as ProvidersPage from "./ProvidersPage.ts"
import * as SettingsPage from "./SettingsPage.ts"

/** Make the routes. */
export const routes = [
  InstancesPage.make,
  OverviewPage.make,
  DeleteInstancePage.make,
  SettingsPage.make,
  ProvidersPage.make,
  ProviderPage.make
] as const
