import { registerHooks, type ResolveFnOutput, type ResolveHookContext } from 'node:module';
import { moduleInRelease, textInRelease } from '../releases/modules-of-releases.ts';

/** A change of the text of a module as it is loaded. */
export interface SourceChange {
  file: string;
  find: string;
  replace: string;
}

type NextResolve = (specifier: string, context?: Partial<ResolveHookContext>) => ResolveFnOutput;

const root = new URL('../../../', import.meta.url).href;
const simulation = `${root}test/simulation/`;

/** The modules of the service that the simulation has its own of: what is not of this process. */
const replaced: Readonly<Record<string, string>> = {
  'lib/runtime/ids.ts': 'outside/ids.ts',
  'lib/runtime/log.ts': 'outside/log.ts',
  'lib/runtime/wire/hosts/sources.ts': 'outside/wire-sources.ts',
  'lib/runtime/wire/hosts/outbound.ts': 'outside/wire-outbound.ts',
  'lib/runtime/wire/issuers.ts': 'outside/wire-issuers.ts',
  'lib/runtime/wire/sandbox.ts': 'outside/wire-sandbox.ts',
  'lib/runtime/wire/source-archive.ts': 'outside/wire-source-archive.ts',
  'lib/runtime/wire/sign-in.ts': 'outside/wire-sign-in.ts',
  'lib/runtime/wire/identity/txt-records.ts': 'outside/wire-txt-records.ts',
  'lib/runtime/wire/advisory-mirror.ts': 'outside/wire-advisory-mirror.ts',
  'lib/adapters/stripe/client.ts': 'outside/stripe-client.ts',
};

/** The emulator makes its ids, and the secrets of endpoints, of the chance of the machine. */
const chanceOfStripe: ReadonlySet<string> = new Set(
  ['store/transaction.ts', 'webhooks/webhook-endpoints.ts'].map(
    (path) => `${root}lib/emulators/stripe/${path}`,
  ),
);

const replacementOf = (url: string): string | undefined => {
  const found = url.startsWith(root) ? replaced[url.slice(root.length)] : undefined;
  return found === undefined ? undefined : simulation + found;
};

/** The modules that imports led to, by the folder of the importer. */
const found = new Map<string, ResolveFnOutput>();

/** Resolves an import of our own modules once for each folder: each release has a graph of them. */
const resolveOnce = (specifier: string, context: ResolveHookContext, next: NextResolve): ResolveFnOutput => {
  const { parentURL = '', importAttributes } = context;
  const isOwn = parentURL.startsWith(root) && !parentURL.includes('/node_modules/');
  if (!isOwn || Object.keys(importAttributes ?? {}).length > 0) return next(specifier, context);
  const name = `${parentURL.slice(0, parentURL.lastIndexOf('/'))} ${specifier}`;
  const known = found.get(name);
  if (known) return { ...known, shortCircuit: true };
  const answer = next(specifier, context);
  found.set(name, answer);
  return answer;
};

/**
 * Replaces the packages of the AWS SDK and the modules that reach the outside, before anything is loaded.
 * @param changes are made to the text of modules: the seeded bugs.
 */
export const replaceModules = (changes: readonly SourceChange[] = []): void => {
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier.startsWith('@aws-sdk/')) return next(`${simulation}cloud/sdk/sdk.ts`, context);
      const makesIds = chanceOfStripe.has(context.parentURL ?? '') && specifier === 'node:crypto';
      if (makesIds) return next(`${simulation}outside/random-bytes.ts`, context);
      const own = resolveOnce(specifier, context, next);
      const url = moduleInRelease(replacementOf(own.url) ?? own.url, context.parentURL);
      return url === own.url ? own : { ...own, url };
    },
    load: (url, context, next) => {
      const loaded = next(url, context);
      const source = textInRelease(url, () => String(loaded.source), changes);
      return source === undefined ? loaded : { ...loaded, source };
    },
  });
};
