import { defaultId, type SecondFactorMode } from "@latchkey/domain/instance/Instance"
import type { Service } from "./Service.ts"

/** Sets `authConfig.secondFactor` of the default instance. */
export const setSecondFactorMode = async (service: Service, secondFactor: SecondFactorMode): Promise<void> => {
  await service.instances((instances) => instances.update(defaultId, { authConfig: { secondFactor } }))
}

/** Sets it during `use`, and turns the second factor off afterwards. */
export const withSecondFactorMode = async <A>(
  service: Service,
  mode: SecondFactorMode,
  use: () => Promise<A>
): Promise<A> => {
  await setSecondFactorMode(service, mode)
  try {
    return await use()
  } finally {
    await setSecondFactorMode(service, "off")
  }
}
