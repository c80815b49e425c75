import * as Option from "effect/Option"

/** A topic, and the host of SNS in its region. */
export interface Topic {
  readonly arn: string
  readonly host: string
}

// FIFO topics, which end in `.fifo`, do not deliver to HTTPS endpoints.
const form = /^arn:(aws|aws-cn|aws-us-gov):sns:([a-z0-9-]{3,40}):[0-9]{12}:[A-Za-z0-9_-]{1,256}$/

/** Parses the ARN of a topic. */
export const parse = (arn: string): Option.Option<Topic> => {
  const [, partition, region] = form.exec(arn) ?? []
  if (region === undefined) return Option.none()
  return Option.some({ arn, host: `sns.${region}.amazonaws.com${partition === "aws-cn" ? ".cn" : ""}` })
}
