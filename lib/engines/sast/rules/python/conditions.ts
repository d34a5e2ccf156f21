import type { Expression, FunctionUnit } from '@scangate/engines/sast/ir';
import type { Call } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';

/** The text of the function a call stands in: what is done about a danger is often done next to it. */
export const around = ({ within, at }: Pick<Call, 'within' | 'at'>): string => (within?.at ?? at).text;

/** An argument by keyword or by place. */
export const argument = ({ args, named }: Call, name: string, at: number): Value | undefined =>
  named.get(name) ?? args[at];

/** What a value is called, the last part: `SafeLoader` of `yaml.SafeLoader`. */
export const lastName = (value: Value | undefined): string => {
  const path = value?.path ?? value?.type ?? '';
  return path.slice(path.lastIndexOf('.') + 1);
};

/** Constant text, or nothing. */
export const constantText = (value: Value | undefined): string =>
  typeof value?.constant === 'string' ? value.constant : '';

/** An address whose host nobody outside chose: what follows only chooses a page of it. */
export const hasFixedHost = (value: Value | undefined): boolean =>
  value !== undefined && /^(?:[a-z][a-z+]{1,15}:\/\/[^/?#]|\uFFFC)[^/?#]*[/?#]/i.test(prefixOf(value) ?? '');

/** The same, or a page of this server (`/x`, not `//x`), or behind an address made here. */
export const staysHere = (value: Value | undefined): boolean =>
  hasFixedHost(value) || /^(?:\/[^/\\]|\?|#|\uFFFC)/.test(value ? (prefixOf(value) ?? '') : '');

export const isMissingOrFalse = (value: Value | undefined): boolean =>
  value === undefined || value.constant === false || value.constant === null;

const textMethod =
  /(?:^|\.)(?:slice|join|format|strip|lstrip|rstrip|lower|upper|title|capitalize|replace|encode|decode|splitlines|getvalue|unquote|unquote_plus|center|zfill|%)\(\)$/;

/** What a function we do not know gives is not text that we see. */
export const isUnseen = ({ path, prefix, constant }: Value): boolean =>
  prefix === undefined &&
  constant === undefined &&
  path !== undefined &&
  path.endsWith('()') &&
  !textMethod.test(path) &&
  !/request|get_argument/i.test(path);

/** What takes an address out of something, or makes one of its parts. */
const handsOn = /(?:^|\.)(?:urljoin|str|loads|pop|get|getlist|quote|urlunparse|urlunsplit|geturl)\(\)$/;

/** The address that a function of one's own gives, or that an object has which was made or found: `form.save().url`. */
export const isOwnAddress = (value: Value): boolean =>
  (isUnseen(value) && !handsOn.test(value.path ?? '')) ||
  /\.(?:save|create|first|one|submit|get_\w{1,40})\(\)\.\w{1,40}$/.test(value.path ?? '');

const routing = /(?:^|\.)(?:route|get|post|put|patch|delete|api_route|view|websocket)$/;

/** The decorator that makes a function answer requests: `@app.route('/x')`. */
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

/** Whether what a route's function returns becomes a page as it is (Flask, bottle), not JSON (FastAPI). */
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
