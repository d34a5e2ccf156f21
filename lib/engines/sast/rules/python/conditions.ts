import type { Expression, FunctionUnit } from '@scangate/engines/sast/ir';
import type { Call } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';

/** Returns the text of the enclosing function: a countermeasure is often next to the call. */
export const around = ({ within, at }: Pick<Call, 'within' | 'at'>): string => (within?.at ?? at).text;

/** Returns an argument by keyword or by position. */
export const argument = ({ args, named }: Call, name: string, at: number): Value | undefined =>
  named.get(name) ?? args[at];

/** Returns the last part of a value's name: `SafeLoader` of `yaml.SafeLoader`. */
export const lastName = (value: Value | undefined): string => {
  const path = value?.path ?? value?.type ?? '';
  return path.slice(path.lastIndexOf('.') + 1);
};

/** Returns the constant text, or undefined. */
export const constantText = (value: Value | undefined): string =>
  typeof value?.constant === 'string' ? value.constant : '';

/** Tells whether a URL begins with a trusted host: the rest only chooses a page on it. */
export const hasFixedHost = (value: Value | undefined): boolean =>
  value !== undefined && /^(?:[a-z][a-z+]{1,15}:\/\/[^/?#]|\uFFFC)[^/?#]*[/?#]/i.test(prefixOf(value) ?? '');

/** Accepts such a URL, a path on this server (`/x`, not `//x`), or text after a URL built here. */
export const staysHere = (value: Value | undefined): boolean =>
  hasFixedHost(value) || /^(?:\/[^/\\]|\?|#|\uFFFC)/.test(value ? (prefixOf(value) ?? '') : '');

export const isMissingOrFalse = (value: Value | undefined): boolean =>
  value === undefined || value.constant === false || value.constant === null;

const textMethod =
  /(?:^|\.)(?:slice|join|format|strip|lstrip|rstrip|lower|upper|title|capitalize|replace|encode|decode|splitlines|getvalue|unquote|unquote_plus|center|zfill|\w{0,30}escape\w{0,30}|%)\(\)$/;

/** Skips the result of an unknown function; the content of a session is known. */
export const isUnseen = ({ path, prefix, constant }: Value): boolean =>
  prefix === undefined &&
  constant === undefined &&
  path !== undefined &&
  path.endsWith('()') &&
  !textMethod.test(path) &&
  !/request|get_argument|^(?:flask|bottle)\.session\./i.test(path);

/** Calls that extract or build a URL. */
const handsOn = /(?:^|\.)(?:urljoin|str|loads|pop|get|getlist|quote|urlunparse|urlunsplit|geturl)\(\)$/;

/** Matches the URL that a function of the program returns, or that a returned object has: `form.save().url`. */
export const isOwnAddress = (value: Value): boolean =>
  (isUnseen(value) && !handsOn.test(value.path ?? '')) ||
  /\.(?:save|create|first|one|submit|get_\w{1,40})\(\)\.\w{1,40}$/.test(value.path ?? '');

const routing = /(?:^|\.)(?:route|get|post|put|patch|delete|api_route|view|websocket)$/;

/** Matches the decorator of a route: `@app.route('/x')`. */
export const routeOf = ({ annotations }: FunctionUnit): FunctionUnit['annotations'][number] | undefined =>
  annotations.find(
    ({ name, args: [path] }) =>
      routing.test(name) && (path === undefined || path.name !== undefined || isRoutePath(path.value)),
  );

const isRoutePath = (path: Expression): boolean =>
  (path.kind === 'literal' && typeof path.value === 'string' && /^(?:\/|$)/.test(path.value)) ||
  path.kind === 'concat' ||
  path.kind === 'name' ||
  path.kind === 'member';

const hasTypes = ({ parameters }: FunctionUnit): boolean => parameters.some(({ type }) => type !== undefined);

/** Tells whether the return value of a route becomes a page verbatim (Flask, bottle), not JSON (FastAPI). */
export const returnsPage = (unit: FunctionUnit): boolean => {
  const route = routeOf(unit);
  if (route === undefined) return false;
  const { text } = unit.at;
  if (text.includes('HTMLResponse') || route.args.some(({ value }) => value.at.text === 'HTMLResponse'))
    return true;
  if (/(?:^|\.)route$/.test(route.name)) return true;
  return (
    /(?:^|\.)(?:get|post|put|patch|delete)$/.test(route.name) && !text.startsWith('async') && !hasTypes(unit)
  );
};
