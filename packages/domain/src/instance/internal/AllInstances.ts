/** The instances as jobs and use cases of users see them: with that of the operators. */
import * as Effect from "effect/Effect"
import { InstanceRepository } from "../InstanceRepository.ts"
import { isOfOperators } from "../OperatorInstance.ts"
import * as OperatorInstance from "../OperatorInstance.ts"

/**
 * Adds the reserved instance to what the store finds by id and lists, for jobs such as sending emails.
 * `InstanceDirectory` leaves it out: no operator lists, changes or deletes it.
 */
export const make = Effect.gen(function* () {
  const stored = yield* InstanceRepository
  const ofOperators = yield* OperatorInstance.make
  return InstanceRepository.of({
    ...stored,
    findById: (id) => (isOfOperators(id) ? Effect.succeedSome(ofOperators) : stored.findById(id)),
    list: Effect.map(stored.list, (all) => [ofOperators, ...all])
  })
})
