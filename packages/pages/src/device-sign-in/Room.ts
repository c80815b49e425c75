/** What the pages of signing devices in consist of. */
import * as DeviceRoutes from "./DeviceRoutes.ts"

/** Make the routes. */
export const routes = [DeviceRoutes.make] as const
