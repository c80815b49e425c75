/** The problems of instances. */
import type { ProblemEntries } from "../../core/ProblemEntry.ts"

export const problems = {
  plan_does_not_allow: {
    status: 400,
    tag: "PlanDoesNotAllow",
    title: "Not available on this plan",
    userText: "The free plan includes the default password policy only.",
    example: { detail: "The plan includes the default password policy only." }
  },
  default_instance_required: {
    status: 409,
    tag: "DefaultInstanceRequired",
    title: "The default instance cannot be deleted",
    userText: "The default instance can't be deleted.",
    example: { detail: "The default instance has every host that no instance claims, so it cannot be deleted." }
  }
} as const satisfies ProblemEntries
