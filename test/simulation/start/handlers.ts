import { globSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { LoadHandler } from '../cloud/functions.ts';
import { addressIn } from '../releases/modules-of-releases.ts';
import type { Release } from '../releases/releases.ts';

interface Head {
  statusCode: number;
  headers: Record<string, string>;
}
type StreamHandler = (event: object, into: PassThrough, context: object) => Promise<void>;

/** Stands in for what Lambda gives to functions that stream their answers. */
export const provideStreams = (): void => {
  const awslambda = {
    streamifyResponse: (run: unknown) => run,
    HttpResponseStream: { from: (stream: object, head: object) => Object.assign(stream, { head }) },
  };
  Object.assign(globalThis, { awslambda });
};

/** Reads a stream to its end, as the gateway does. */
const whole =
  (run: StreamHandler) =>
  async (event: object): Promise<object> => {
    const into: PassThrough & { head?: Head } = new PassThrough();
    const [body] = await Promise.all([text(into), run(event, into, {})]);
    if (!into.head) throw new Error('the stream has no status');
    return { ...into.head, body };
  };

/** The names that the template gives to functions of some folders. */
const bundleOf = (folder: string, name: string): string => {
  if (folder === 'scim') return `scim-${name}`;
  return folder === 'webhooks' ? `${name}-webhook` : name;
};

const files = new Map(
  globSync('functions/*/*/handler.ts').map((path) => {
    const [, folder = '', name = ''] = path.split(/[/\\]/);
    return [bundleOf(folder, name), path];
  }),
);

const addressOf = (path: string, release: Release): string => {
  const { href } = pathToFileURL(path);
  return release === 'present' ? href : addressIn(release, href);
};

/** Loads the handler of a function of the service by the name of its bundle, as it is in a release. */
export const loadHandler =
  (streamed: ReadonlySet<string>): LoadHandler =>
  async (name, release) => {
    const path = files.get(name);
    if (path === undefined) throw new Error(`no handler of ${name}`);
    const { handler } = (await import(addressOf(path, release))) as { handler: never };
    return streamed.has(name) ? whole(handler) : handler;
  };

/** The modules that the service loads when it first needs them, which would take real time in the middle of a run. */
const loadedOnDemand = [
  'lib/runtime/wire/**/*.ts',
  'functions/events/deliver/senders/*.ts',
  'lib/engines/{license,secrets,advisor,sbom,sca}/*-engine.ts',
  'lib/engines/sast/{load-sast-engine,rule-ids}.ts',
  'lib/engines/sbom/{validate-sbom,conversions/read-sbom-document,validation/validate-sbom-bytes}.ts',
  'lib/engines/secrets/rule-table.ts',
  'lib/engines/custom-rules/{run-with-custom-rules,load-custom-engine}.ts',
  'lib/engines/custom-secret-rules/custom-secrets-engine.ts',
  'lib/engines/import-usage/read-usage.ts',
  'lib/engines/inventory/{read-inventory,pom-resolution/load-poms}.ts',
  'lib/engines/sbom/validation/*.ts',
  'lib/app/scans/workflow/reuse/reuse-result.ts',
  'lib/domain/scans/validate-artifact-request.ts',
  'lib/runtime/http/{limited-store,audit-refusals,count-refusal,pages}.ts',
  'lib/adapters/providers/**/*.ts',
];

export const loadEverything = async (release: Release): Promise<void> => {
  for (const path of globSync(loadedOnDemand).toSorted()) await import(addressOf(path, release));
};
