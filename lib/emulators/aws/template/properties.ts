import { StartFailure } from '@scangate/emulator-host/start-failure';
import { isObject, type Json, type JsonObject } from './resolve-templates.ts';

/** Reads the properties of a resource with their types. An unexpected value ends the start with a StartFailure. */
export const propertiesOf = (of: string, properties: JsonObject) => {
  const wrong = (name: string, expected: string) =>
    new StartFailure(`The template's ${of} has no ${name} that is ${expected}.`);
  const optional =
    <T extends Json>(expected: string, is: (value: Json) => value is T) =>
    (name: string): T | undefined => {
      const value = properties[name];
      if (value === undefined || value === null) return undefined;
      if (!is(value)) throw wrong(name, expected);
      return value;
    };
  const text = optional('a text', (value): value is string => typeof value === 'string');
  const list = optional('a list', (value): value is Json[] => Array.isArray(value));
  const object = optional('an object', isObject);
  return {
    text,
    list,
    object,
    /** CloudFormation accepts numbers as texts too. */
    number: (name: string): number | undefined => {
      const value = properties[name];
      if (value === undefined || value === null) return undefined;
      const number = Number(value);
      if (!Number.isFinite(number)) throw wrong(name, 'a number');
      return number;
    },
    /** CloudFormation accepts flags as texts too; an absent one is false. */
    flag: (name: string): boolean => String(properties[name] ?? false) === 'true',
    requiredText: (name: string): string => {
      const value = text(name);
      if (value === undefined) throw wrong(name, 'a text');
      return value;
    },
    objects: (name: string): JsonObject[] => (list(name) ?? []).filter(isObject),
    texts: (name: string): string[] => (list(name) ?? []).map(String),
    textMap: (name: string): Record<string, string> =>
      Object.fromEntries(Object.entries(object(name) ?? {}).map(([key, value]) => [key, String(value)])),
  };
};
export type Properties = ReturnType<typeof propertiesOf>;
