/** Reads and writes one value of the state of a page in its address. */
export interface Parameter<T> {
  /** The value without the parameter, and with a text that it does not know. */
  initial: T;
  read(texts: readonly string[]): T | undefined;
  write(value: T): readonly string[];
}

/** A free text. */
export const text = (initial = ''): Parameter<string> => ({
  initial,
  read: ([found]) => found?.slice(0, 1_000),
  write: (value) => (value === '' ? [] : [value]),
});

/** One of a few values, such as the open tab. */
export const choice = <const V extends string>(values: readonly V[], initial: NoInfer<V>): Parameter<V> => ({
  initial,
  read: ([found]) => values.find((value) => value === found),
  write: (value) => [value],
});

/** One of a few values, or none. */
export const option = <const V extends string>(values: readonly V[]): Parameter<V | ''> => ({
  initial: '',
  read: ([found]) => values.find((value) => value === found),
  write: (value) => (value === '' ? [] : [value]),
});

/** Several of a few values, in their own order. */
export const choices = <const V extends string>(values: readonly V[]): Parameter<readonly V[]> => ({
  initial: [],
  read: (found) => values.filter((value) => found.includes(value)),
  write: (chosen) => chosen,
});

/** Several texts, such as the ids of selected rows. */
export const texts = (most = 200): Parameter<readonly string[]> => ({
  initial: [],
  read: (found) => found.slice(0, most),
  write: (chosen) => chosen,
});

/** A whole number from 0 on. */
export const whole = (initial: number): Parameter<number> => ({
  initial,
  read: ([found = '']) => (/^\d{1,9}$/.test(found) ? Number(found) : undefined),
  write: (value) => [String(value)],
});

export const flag = (): Parameter<boolean> => ({
  initial: false,
  read: ([found]) => found === 'true',
  write: (value) => (value ? ['true'] : []),
});

/** A day as `2026-03-02`, or none. */
export const calendarDay = (): Parameter<string> => ({
  initial: '',
  read: ([found = '']) =>
    /^\d{4}-\d\d-\d\d$/.test(found) && !Number.isNaN(Date.parse(found)) ? found : undefined,
  write: (value) => (value === '' ? [] : [value]),
});

export type UrlState<S> = { readonly [N in keyof S]: S[N] extends Parameter<infer T> ? T : never };

type Specified<S> = { readonly [N in keyof S]: Parameter<unknown> };

const parameterAt = <S extends Specified<S>>(spec: S, name: string): Parameter<unknown> =>
  spec[name as keyof S];

/** Reads the state of a page from the search part of its address. An unknown value is the initial one. */
export const readUrlState = <S extends Specified<S>>(spec: S, search: string): UrlState<S> => {
  const given = new URLSearchParams(search);
  const entries = Object.keys(spec).map((name) => {
    const parameter = parameterAt(spec, name);
    const found = given.getAll(name);
    return [name, (found.length === 0 ? undefined : parameter.read(found)) ?? parameter.initial];
  });
  return Object.fromEntries(entries) as UrlState<S>;
};

/** Writes changes into the search part of an address. An initial value is left out; parameters of others stay. */
export const writeUrlState = <S extends Specified<S>>(
  spec: S,
  changes: Partial<UrlState<S>>,
  search: string,
): string => {
  const written = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    const parameter = parameterAt(spec, name);
    written.delete(name);
    if (JSON.stringify(value) === JSON.stringify(parameter.initial)) continue;
    for (const one of parameter.write(value)) written.append(name, one);
  }
  const result = written.toString();
  return result === '' ? '' : `?${result}`;
};
