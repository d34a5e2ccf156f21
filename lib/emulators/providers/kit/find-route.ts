import { decodeSegment } from '@scangate/emulator-host/http-server';
import type { EmulatorRoute } from './provider-emulator.ts';

/** Matches a path part by part. @returns undefined when it does not fit, or is not percent-encoded UTF-8. */
const paramsOf = (pattern: string, path: string): Record<string, string> | undefined => {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) {
      if (part !== text) return undefined;
      continue;
    }
    const value = decodeSegment(text);
    if (value === undefined || value === '') return undefined;
    params[name] = value;
  }
  return params;
};

export const findRoute = (
  routes: readonly EmulatorRoute[],
  { method, path }: { method: string; path: string },
): { route: EmulatorRoute; params: Record<string, string> } | undefined => {
  for (const route of routes) {
    const params = route.method === method ? paramsOf(route.path, path) : undefined;
    if (params) return { route, params };
  }
  return undefined;
};
