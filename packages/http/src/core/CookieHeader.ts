/**
 * Reads `Cookie` headers strictly: exact ASCII names, nothing decoded (RFC 6265bis).
 *
 * @since 0.1.0
 */

// The look-behind is for a header of 16 kB of spaces: without it the pattern tries each of them as the first of the last.
const outerSpace = /^[ \t]+|(?<![ \t])[ \t]+$/g

/** Makes the function that finds all values of a name. More than one means that not all of them are ours. @since 0.1.0 */
export const make = (header: string | undefined): ((name: string) => ReadonlyArray<string>) => {
  const pairs = (header ?? "").split(";").map((pair) => pair.replace(outerSpace, ""))
  return (name) => pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
}
