import { invalidRequest } from './stripe-api-error.ts';

/** A nested form. A list is an object with the keys 0, 1, … until a parameter's schema turns it into a list. */
export interface Form {
  [key: string]: string | Form;
}

const keyPattern = /^([^[\]]{1,200})((?:\[[^[\]]{0,200}\]){0,8})$/;

const pathOf = (key: string): string[] => {
  const found = keyPattern.exec(key);
  if (!found) throw invalidRequest(`Invalid key: ${key}`, key);
  return [found[1] ?? '', ...[...(found[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? '')];
};

const put = (
  form: Form,
  [first = '', ...rest]: string[],
  { value, key: whole }: { value: string; key: string },
): void => {
  const name = first === '' ? String(Object.keys(form).length) : first;
  if (rest.length === 0) {
    form[name] = value;
    return;
  }
  const inner = Object.hasOwn(form, name) ? form[name] : undefined;
  if (typeof inner === 'string') throw invalidRequest(`Invalid key: ${whole}`, whole);
  const next: Form = inner ?? Object.create(null);
  form[name] = next;
  put(next, rest, { value, key: whole });
};

/** Reads `a=1&b[c]=2&d[0][e]=3&f[]=4`. @throws StripeApiError */
export const readForm = (text: string): Form => {
  const form: Form = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) put(form, pathOf(key), { value, key });
  return form;
};
