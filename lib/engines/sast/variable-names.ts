/** A string, or a name with what tells a member or a call from a variable. */
const token =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|(?<dot>\.\s{0,8})?(?<name>[A-Za-z_$][\w$]*)(?<call>\s{0,8}\()?/g;
/** A variable in the text of a template: `${name`, `{name`. */
const interpolated = /(?<open>\{\s{0,8})(?<name>[A-Za-z_$][\w$]*)/g;

/**
 * Replaces the variables in a piece of code by their order, so that it stays the same when they are renamed. Members,
 * called functions and texts stay.
 */
export const withoutNames = (code: string): string => {
  const order = new Map<string, string>();
  const placeholder = (name: string): string => {
    const known = order.get(name) ?? `$${order.size + 1}`;
    order.set(name, known);
    return known;
  };
  return code.replaceAll(token, (found, ...rest) => {
    const { dot, name, call } = rest.at(-1) as { dot?: string; name?: string; call?: string };
    if (name === undefined)
      return found.replaceAll(
        interpolated,
        (_, open: string, variable: string) => open + placeholder(variable),
      );
    return dot === undefined && call === undefined ? placeholder(name) : found;
  });
};
